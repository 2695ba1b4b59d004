import type { Millis } from '../../kernel/clock.js';
import type { Decider } from '../../kernel/event-sourcing/decider.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { freshFacts, sameOwner, type FactRules } from '../fact-set.js';
import type { PurchaseEvent, PurchaseFact } from './events.js';
import type { RecordablePurchase } from './facts.js';
import {
  evolve,
  purchaseFacts,
  unknownPurchase,
  type Buyer,
  type KnownPurchase,
  type PurchaseDataOf,
  type PurchaseState,
} from './purchase.state.js';

/**
 * Command of a purchase: records facts from the gateway, in any order and any number of times. `at` is the time of the
 * command, milliseconds since the epoch.
 */
export interface PurchaseCommand {
  readonly type: 'record';
  readonly at: Millis;
  readonly owner: Buyer;
  readonly facts: readonly RecordablePurchase[];
}

/** The decider of a one-time purchase (rules: src/billing/README.md; adr/0034). */
export const purchaseDecider: Decider<PurchaseCommand, PurchaseState, PurchaseEvent> = {
  initial: unknownPurchase,
  decide,
  evolve,
};

function decide(
  { at, owner, facts }: PurchaseCommand,
  state: PurchaseState,
): Result<readonly PurchaseEvent[], ProductError> {
  // Time never goes backwards in a stream, whatever the caller's clock says.
  const now = state.kind === 'unknown' ? at : Math.max(at, state.at);
  const owned = sameOwner(state.kind === 'known' ? state.owner : undefined, owner);
  if (!owned.ok) return owned;
  const fresh = freshFacts(RULES, state.kind === 'known' ? state.facts : [], facts);
  if (!fresh.ok) return fresh;
  if (fresh.value.length === 0) return ok([]);
  const opening: readonly PurchaseEvent[] =
    state.kind === 'unknown' ? [{ type: 'PurchaseOpened', at: now, data: owner }] : [];
  return ok(
    withConsequences(state, [...opening, ...fresh.value.map((fact): PurchaseEvent => ({ ...fact, at: now }))], now),
  );
}

const RULES: FactRules<PurchaseFact, RecordablePurchase> = {
  naturalKey: (fact) => {
    switch (fact.type) {
      case 'PurchasePaid':
        return `payment ${fact.data.invoiceId}`;
      case 'PurchaseRefunded':
        return `refund ${fact.data.refundId}`;
      case 'PurchaseDisputed':
        return `dispute ${fact.data.disputeId}`;
      case 'PurchaseDisputeClosed':
        return `outcome ${fact.data.disputeId}`;
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

/** Appends the consequences of events: credits to request, then credits to revoke. */
function withConsequences(
  state: PurchaseState,
  events: readonly PurchaseEvent[],
  now: Millis,
): readonly PurchaseEvent[] {
  const after = events.reduce(evolve, state);
  if (after.kind === 'unknown') return events;
  const granted = grantsDue(after).map((data): PurchaseEvent => ({ type: 'PurchaseGrantRequested', at: now, data }));
  const withGrants = granted.reduce<PurchaseState>(evolve, after) as KnownPurchase; // a known purchase stays known
  return [
    ...events,
    ...granted,
    ...revocationsDue(withGrants).map((data): PurchaseEvent => ({
      type: 'PurchaseRevocationRequested',
      at: now,
      data,
    })),
  ];
}

/** What the grant ids of all purchases begin with. */
export const PACK_GRANTS = 'pack.';
/** Grant id of a purchase, the same for every report of it. */
export const packGrantId = (gateway: string, invoiceId: string): string => `${PACK_GRANTS}${gateway}.${invoiceId}`;

/** Grants to request: what each payment gives, once, unless its money was already returned. */
function grantsDue({
  owner: { userId, appName, gateway },
  facts,
  grants,
}: KnownPurchase): readonly PurchaseDataOf<'PurchaseGrantRequested'>[] {
  return payments(facts)
    .filter((payment) => withdrawalOf(facts, payment) === undefined)
    .flatMap(({ invoiceId, usage }) =>
      usage
        .filter(
          ({ usageType }) => !grants.some((grant) => grant.invoiceId === invoiceId && grant.usageType === usageType),
        )
        .map(({ amount, usageType }) => ({
          amount,
          appName,
          grantId: packGrantId(gateway, invoiceId),
          invoiceId,
          usageType,
          userId,
        })),
    );
}

/** Grants to revoke: those of payments whose money was returned. The Credits context takes the unspent part. */
function revocationsDue({
  owner: { userId, appName },
  facts,
  grants,
}: KnownPurchase): readonly PurchaseDataOf<'PurchaseRevocationRequested'>[] {
  const withdrawals = new Map(payments(facts).map((payment) => [payment.invoiceId, withdrawalOf(facts, payment)]));
  return grants.flatMap(({ grantId, invoiceId, usageType, isRevoked }) => {
    const reason = withdrawals.get(invoiceId);
    return isRevoked || reason === undefined ? [] : [{ appName, grantId, invoiceId, reason, usageType, userId }];
  });
}

const payments = (facts: readonly PurchaseFact[]): readonly PurchaseDataOf<'PurchasePaid'>[] =>
  purchaseFacts(facts, 'PurchasePaid', ({ invoiceId }) => invoiceId);

/**
 * Why a payment's money was returned: a dispute or a full refund. A partial refund is goodwill and revokes nothing.
 * Winning a dispute restores nothing: the grant id is revoked permanently, so only an operator can restore the credits.
 */
function withdrawalOf(
  facts: readonly PurchaseFact[],
  { invoiceId, amountPaid }: PurchaseDataOf<'PurchasePaid'>,
): 'refund' | 'chargeback' | undefined {
  if (
    purchaseFacts(facts, 'PurchaseDisputed', ({ disputeId }) => disputeId).some(
      (dispute) => dispute.invoiceId === invoiceId,
    )
  )
    return 'chargeback';
  const refunded = purchaseFacts(facts, 'PurchaseRefunded', ({ refundId }) => refundId)
    .filter((refund) => refund.invoiceId === invoiceId)
    .reduce((sum, { amount }) => sum + amount, 0);
  return refunded > 0 && refunded >= amountPaid ? 'refund' : undefined;
}
