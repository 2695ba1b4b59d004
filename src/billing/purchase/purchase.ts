import type { Millis } from '../../kernel/clock.js';
import type { Decider } from '../../kernel/decider.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { freshFacts, sameOwner, type FactRules } from '../fact-set.js';
import type { PurchaseEvent, PurchaseFact } from './events.js';
import type { RecordablePurchase } from './facts.js';
import { evolve, purchaseFacts, unknownPurchase, type Buyer, type KnownPurchase, type PurchaseDataOf, type PurchaseState } from './purchase.state.js';

/** What can be asked of a purchase: to take facts of the gateway in any order and any number of times. `at` is when, in milliseconds since the epoch. */
export interface PurchaseCommand {
  readonly type: 'record';
  readonly at: Millis;
  readonly owner: Buyer;
  readonly facts: readonly RecordablePurchase[];
}

/** The rules of what is bought once (src/billing/README.md says them in words; adr/0034). */
export const purchaseDecider: Decider<PurchaseCommand, PurchaseState, PurchaseEvent> = { initial: unknownPurchase, decide, evolve };

function decide({ at, owner, facts }: PurchaseCommand, state: PurchaseState): Result<readonly PurchaseEvent[], ProductError> {
  // Time does not run backwards in a stream, whatever the clock of who asks says.
  const now = state.kind === 'unknown' ? at : Math.max(at, state.at);
  const owned = sameOwner(state.kind === 'known' ? state.owner : undefined, owner);
  if (!owned.ok) return owned;
  const fresh = freshFacts(RULES, state.kind === 'known' ? state.facts : [], facts);
  if (!fresh.ok) return fresh;
  if (fresh.value.length === 0) return ok([]);
  const opening: readonly PurchaseEvent[] = state.kind === 'unknown' ? [{ type: 'PurchaseOpened', at: now, data: owner }] : [];
  return ok(withConsequences(state, [...opening, ...fresh.value.map((fact): PurchaseEvent => ({ ...fact, at: now }))], now));
}

const RULES: FactRules<PurchaseFact, RecordablePurchase> = {
  naturalKey: (fact) => {
    switch (fact.type) {
      case 'PurchasePaid': return `payment ${fact.data.invoiceId}`;
      case 'PurchaseRefunded': return `refund ${fact.data.refundId}`;
      case 'PurchaseDisputed': return `dispute ${fact.data.disputeId}`;
      case 'PurchaseDisputeClosed': return `outcome ${fact.data.disputeId}`;
    }
  },
  reported: ({ data }) => {
    const { usage: _usage, ...reported } = { usage: [], ...data };
    return reported;
  },
  record: (report, known) => {
    if (report.type !== 'PurchasePaid') return ok(report);
    const before = known.get(`payment ${report.data.invoiceId}`);
    const usage = before?.type === 'PurchasePaid' ? before.data.usage : report.data.usage;
    return usage === null ? err('priceId') : ok({ type: report.type, data: { ...report.data, usage } });
  },
};

/** The events, and after them what they lead to: credits to request, then credits to take back. */
function withConsequences(state: PurchaseState, events: readonly PurchaseEvent[], now: Millis): readonly PurchaseEvent[] {
  const after = events.reduce(evolve, state);
  if (after.kind === 'unknown') return events;
  const granted = grantsDue(after).map((data): PurchaseEvent => ({ type: 'PurchaseGrantRequested', at: now, data }));
  const withGrants = granted.reduce<PurchaseState>(evolve, after) as KnownPurchase; // what is known stays known
  return [...events, ...granted, ...revocationsDue(withGrants).map((data): PurchaseEvent => ({ type: 'PurchaseRevocationRequested', at: now, data }))];
}

/** What a purchase's grant is called, the same for every telling of it. */
const packGrantId = (gateway: string, invoiceId: string): string => `pack.${gateway}.${invoiceId}`;

/** What is to be requested: what each payment gives, once, unless its money is gone already. */
function grantsDue({ owner: { userId, appName, gateway }, facts, grants }: KnownPurchase): readonly PurchaseDataOf<'PurchaseGrantRequested'>[] {
  return payments(facts).filter((payment) => withdrawalOf(facts, payment) === undefined).flatMap(({ invoiceId, usage }) => usage
    .filter(({ usageType }) => !grants.some((grant) => grant.invoiceId === invoiceId && grant.usageType === usageType))
    .map(({ amount, usageType }) => ({ amount, appName, grantId: packGrantId(gateway, invoiceId), invoiceId, usageType, userId })));
}

/** What is to be taken back: whatever was requested of a payment whose money is gone. The Credits context takes of it what is unspent. */
function revocationsDue({ owner: { userId, appName }, facts, grants }: KnownPurchase): readonly PurchaseDataOf<'PurchaseRevocationRequested'>[] {
  const withdrawals = new Map(payments(facts).map((payment) => [payment.invoiceId, withdrawalOf(facts, payment)]));
  return grants.flatMap(({ grantId, invoiceId, usageType, isRevoked }) => {
    const reason = withdrawals.get(invoiceId);
    return isRevoked || reason === undefined ? [] : [{ appName, grantId, invoiceId, reason, usageType, userId }];
  });
}

const payments = (facts: readonly PurchaseFact[]): readonly PurchaseDataOf<'PurchasePaid'>[] => purchaseFacts(facts, 'PurchasePaid', ({ invoiceId }) => invoiceId);

/**
 * Why the money of a payment is gone: disputed, or refunded as a whole. A refund of a part is goodwill and withdraws nothing. A dispute that is
 * won gives nothing again: what was taken is an operator's to give back, since whatever was requested by that name was revoked permanently.
 */
function withdrawalOf(facts: readonly PurchaseFact[], { invoiceId, amountPaid }: PurchaseDataOf<'PurchasePaid'>): 'refund' | 'chargeback' | undefined {
  if (purchaseFacts(facts, 'PurchaseDisputed', ({ disputeId }) => disputeId).some((dispute) => dispute.invoiceId === invoiceId)) return 'chargeback';
  const refunded = purchaseFacts(facts, 'PurchaseRefunded', ({ refundId }) => refundId).filter((refund) => refund.invoiceId === invoiceId).reduce((sum, { amount }) => sum + amount, 0);
  return refunded > 0 && refunded >= amountPaid ? 'refund' : undefined;
}
