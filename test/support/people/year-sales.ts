import { movementsOf, type MovedInvoice } from '../../../src/billing/gateways/sandbox/balance/movements.js';
import { nextDueAt } from '../../../src/billing/gateways/sandbox/model.js';
import type { Sale } from '../../../src/billing/gateways/sandbox/sale.js';
import { SandboxSales } from '../../../src/billing/gateways/sandbox/sales.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import type { Bought, Delivered } from './subscribers.js';

const HOUR_MS = 3_600_000;

/** Stores what was bought as the sandbox has it: every checkout is paid, and every delivery accepted. */
export async function storeSales(documents: DocumentStore, bought: readonly Bought[]): Promise<void> {
  const sales = await SandboxSales.open(documents);
  for (const sale of bought.flatMap(salesOf)) await sales.add(sale);
}

function salesOf({ userId, subscription, purchases, deliveries }: Bought): readonly Sale[] {
  const moved = (externalId: string, invoices: readonly MovedInvoice[]): Pick<Sale, 'moved'> => ({
    moved: [...movementsOf(factsOf(deliveries, externalId), invoices)],
  });
  const sold: Sale[] = purchases.map((purchase) => ({
    ...saleOf(userId, { kind: 'bought', purchase }),
    ...moved(purchase.externalId, [purchase]),
  }));
  if (subscription !== undefined) {
    const invoices = [...subscription.invoices];
    sold.push({
      ...saleOf(userId, { kind: 'subscribed', subscription: { ...subscription, invoices } }),
      ...moved(subscription.externalId, invoices),
    });
  }
  return sold;
}

/** Each reported fact once, in the order in which it happened. Deliveries repeat and overtake each other. */
function factsOf(deliveries: readonly Delivered[], externalId: string): readonly Delivered['facts'][number][] {
  const facts = deliveries.filter((one) => one.externalId === externalId).flatMap((one) => [...one.facts]);
  return [...new Map(facts.map((fact) => [fact.data.factId, fact])).values()].toSorted(
    (a, b) => a.data.occurredAt - b.data.occurredAt || (a.data.sequence ?? 0) - (b.data.sequence ?? 0),
  );
}

type Stage = Extract<Sale['stage'], { readonly kind: 'bought' | 'subscribed' }>;

function saleOf(userId: string, stage: Stage): Sale {
  const { externalId, currency, customerId, priceId, minor, discountRate, at } =
    stage.kind === 'bought'
      ? {
          ...stage.purchase,
          customerId: `cus_${userId}`,
          minor: stage.purchase.amount,
          discountRate: 0,
          at: stage.purchase.paidAt,
        }
      : {
          ...stage.subscription,
          ...stage.subscription.agreed,
          at: stage.subscription.invoices[0]?.periodStart ?? stage.subscription.periodStart,
        };
  return {
    externalId,
    customerId,
    stage,
    at,
    method: 'pays',
    wishes: [],
    told: 1,
    outbox: [],
    postAt: null,
    owner: { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId },
    order: {
      orderId: `order_${externalId}`,
      kind: stage.kind === 'bought' ? 'once' : 'plan',
      priceId,
      minor,
      currency,
      discountRate,
      language: 'en',
      country: null,
      returnUrl: '/pricing',
      cancelUrl: '/pricing',
      expiresAt: at + HOUR_MS,
    },
    dueAt: stage.kind === 'subscribed' ? (nextDueAt(stage.subscription) ?? null) : null,
  };
}
