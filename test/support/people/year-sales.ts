import { nextDueAt } from '../../../src/billing/gateways/sandbox/model.js';
import type { Sale } from '../../../src/billing/gateways/sandbox/sale.js';
import { SandboxSales } from '../../../src/billing/gateways/sandbox/sales.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import type { Bought } from './subscribers.js';

const HOUR_MS = 3_600_000;

/** Stores what was bought as the sandbox has it: every checkout is paid, and every delivery accepted. */
export async function storeSales(documents: DocumentStore, bought: readonly Bought[]): Promise<void> {
  const sales = await SandboxSales.open(documents);
  for (const sale of bought.flatMap(salesOf)) await sales.add(sale);
}

function salesOf({ userId, subscription, purchases }: Bought): readonly Sale[] {
  const sold: Sale[] = purchases.map((purchase) => saleOf(userId, { kind: 'bought', purchase }));
  if (subscription !== undefined) sold.push(saleOf(userId, { kind: 'subscribed', subscription: { ...subscription, invoices: [...subscription.invoices] } }));
  return sold;
}

type Stage = Extract<Sale['stage'], { readonly kind: 'bought' | 'subscribed' }>;

function saleOf(userId: string, stage: Stage): Sale {
  const { externalId, currency, customerId, priceId, minor, discountRate, at } = stage.kind === 'bought'
    ? { ...stage.purchase, customerId: `cus_${userId}`, minor: stage.purchase.amount, discountRate: 0, at: stage.purchase.paidAt }
    : { ...stage.subscription, ...stage.subscription.agreed, at: stage.subscription.invoices[0]?.periodStart ?? stage.subscription.periodStart };
  return {
    externalId, customerId, stage, at, method: 'pays', wishes: [], told: 1, outbox: [], postAt: null,
    owner: { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId },
    order: { orderId: `order_${externalId}`, kind: stage.kind === 'bought' ? 'once' : 'plan', priceId, minor, currency, discountRate, language: 'en', country: null, returnUrl: '/pricing', cancelUrl: '/pricing', expiresAt: at + HOUR_MS },
    dueAt: stage.kind === 'subscribed' ? nextDueAt(stage.subscription) ?? null : null,
  };
}
