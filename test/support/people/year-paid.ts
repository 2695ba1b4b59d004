import { createSubscriptionLoop, subscriptionIdOf, subscriptionStream } from '../../../src/billing/commands.js';
import { createPurchaseLoop, purchaseIdOf, purchaseStream } from '../../../src/billing/shop/purchase.commands.js';
import type { GatewayTransaction } from '../../../src/billing/settlement/transaction.shared.js';
import { Transactions } from '../../../src/billing/settlement/transactions.js';
import type { AccountCommand, AccountKey } from '../../../src/credits/index.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { DAY_MS, invoiceOf } from './year-life.js';

const GATEWAY = 'sandbox';
/** What was paid for so many credits, and for which price; US cents. */
const PRICES: Readonly<Record<number, readonly [string, number]>> = {
  100: ['kinora-credits-100', 800], 500: ['kinora-credits-500', 3_500], 600: ['kinora-pro-monthly', 2_900], 2_000: ['kinora-credits-2000', 12_000], 10_000: ['kinora-api-credits-1000', 10_000], 20_000: ['kinora-unlimited-monthly', 6_900],
};

/**
 * Records what was paid for the grants of plans and purchases, and what a bank took back, as a gateway would have told it.
 * @param documents where the gateway's transactions of these payments are stored; none are without it
 */
export function recordPayments(events: EventStore, documents?: Pick<DocumentStore, 'collection'>): (account: AccountKey, command: AccountCommand) => Promise<void> {
  const fail = (error: unknown): never => {
    throw error;
  };
  const [subscriptions, purchases] = [createSubscriptionLoop(events, fail), createPurchaseLoop(events, fail)];
  let transactions: Promise<Transactions> | undefined;
  const keep = async (one: Pick<GatewayTransaction, 'kind' | 'at' | 'amount' | 'fee'> & { readonly subjectId: string }): Promise<void> => {
    if (documents === undefined) return;
    transactions ??= Transactions.open(documents);
    await (await transactions).keep([{ ...one, gateway: GATEWAY, transactionId: `txn_${one.kind}_${one.subjectId}`, currency: 'usd', original: null, payoutId: null }]);
  };
  return async ({ userId, appName, usageType }, command) => {
    const owner = { appName, gateway: GATEWAY, platformName: 'card', userId } as const;
    const { at } = command;
    if (command.type === 'revoke') {
      const invoiceId = invoiceOf(command.grantId);
      const data = { factId: `dispute-${invoiceId}`, occurredAt: at, amount: 1, currency: 'usd', disputeId: `dp-${invoiceId}`, invoiceId };
      await purchases.execute(purchaseStream(purchaseIdOf(GATEWAY, invoiceId)), { type: 'record', at, owner, facts: [{ type: 'PurchaseDisputed', data }] });
      await keep({ kind: 'dispute', at, amount: -1, fee: 1_500, subjectId: data.disputeId });
    }
    if (command.type !== 'grant' || (command.source !== 'plan' && command.source !== 'purchase')) return;
    const { amount, expiresAt = at + DAY_MS } = command;
    const invoiceId = invoiceOf(command.grantId);
    const [priceId, amountPaid] = PRICES[amount] ?? ['kinora-credits-100', 800];
    const paid = { factId: `paid-${invoiceId}`, occurredAt: at, amountPaid, currency: 'usd', invoiceId, priceId, usage: [{ amount, usageType }] };
    await keep({ kind: 'payment', at, amount: amountPaid, fee: Math.round(amountPaid * 0.029) + 30, subjectId: invoiceId });
    if (command.source === 'purchase') {
      await purchases.execute(purchaseStream(purchaseIdOf(GATEWAY, invoiceId)), { type: 'record', at, owner, facts: [{ type: 'PurchasePaid', data: paid }] });
      return;
    }
    const period = { anchor: at, months: 1, periodStart: at, periodEnd: expiresAt, reason: 'renewal' } as const;
    await subscriptions.execute(subscriptionStream(subscriptionIdOf(GATEWAY, `plan-${userId}`)), { type: 'record', at, owner, facts: [{ type: 'PaymentSucceeded', data: { ...paid, ...period } }] });
  };
}
