import type { Millis } from '../../kernel/clock.js';
import type { Decider } from '../../kernel/event-sourcing/decider.js';
import { defined } from '../../kernel/defined.shared.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { freshFacts, sameOwner, type FactRules } from '../fact-set.js';
import type { Fact, SubscriptionEvent } from './events.js';
import { grantsDue, revocationsDue } from './grants.js';
import type { RecordableFact } from './facts.js';
import {
  evolve,
  unknownSubscription,
  type KnownSubscription,
  type Owner,
  type SubscriptionState,
} from './subscription.state.js';

/**
 * Commands of a subscription; `at` is the time of the command, milliseconds since the epoch. `record` takes facts of
 * the gateway in any order and any number of times; `advance` requests the credits of months that have begun.
 */
export type SubscriptionCommand = { readonly at: Millis } & (
  | { readonly type: 'record'; readonly owner: Owner; readonly facts: readonly RecordableFact[] }
  | { readonly type: 'advance' }
);

/** The decider of a subscription (rules: src/billing/README.md). */
export const subscriptionDecider: Decider<SubscriptionCommand, SubscriptionState, SubscriptionEvent> = {
  initial: unknownSubscription,
  decide,
  evolve,
};

function decide(
  command: SubscriptionCommand,
  state: SubscriptionState,
): Result<readonly SubscriptionEvent[], ProductError> {
  // Time never goes backwards in a stream, whatever the caller's clock says.
  const now = state.kind === 'unknown' ? command.at : Math.max(command.at, state.at);
  switch (command.type) {
    case 'record': {
      const recorded = record(command.owner, command.facts, state, now);
      return recorded.ok ? ok(withConsequences(state, recorded.value, now)) : recorded;
    }
    case 'advance':
      return ok(withConsequences(state, [], now));
    default:
      return command satisfies never;
  }
}

/**
 * @returns the new facts, with the opening event if they are the stream's first; IDEMPOTENCY_MISMATCH {id} for a fact
 * that contradicts a known one, VALIDATION_ERROR {field} for an unknown price that was not recorded before
 */
function record(
  owner: Owner,
  facts: readonly RecordableFact[],
  state: SubscriptionState,
  now: Millis,
): Result<readonly SubscriptionEvent[], ProductError> {
  if (facts.length === 0) return ok([]);
  const owned = sameOwner(state.kind === 'known' ? state.owner : undefined, owner);
  if (!owned.ok) return owned;
  const fresh = freshFacts(RULES, state.kind === 'known' ? state.facts : [], facts);
  if (!fresh.ok || fresh.value.length === 0) return fresh.ok ? ok([]) : fresh;
  const opening: readonly SubscriptionEvent[] =
    state.kind === 'unknown' ? [{ type: 'SubscriptionOpened', at: now, data: owner }] : [];
  return ok([...opening, ...fresh.value.map((fact): SubscriptionEvent => ({ ...fact, at: now }))]);
}

const RULES: FactRules<Fact, RecordableFact> = {
  naturalKey: (fact) => {
    switch (fact.type) {
      case 'PaymentSucceeded':
        return `payment ${fact.data.invoiceId}`;
      case 'PaymentRefunded':
        return `refund ${fact.data.refundId}`;
      case 'PaymentDisputed':
        return `dispute ${fact.data.disputeId}`;
      case 'DisputeClosed':
        return `outcome ${fact.data.disputeId}`;
      default:
        return undefined;
    }
  },
  reported: (fact) => {
    if (fact.type !== 'PaymentSucceeded') return fact.data;
    const { usage: _usage, months: _months, replaces, ...data } = fact.data;
    return { ...data, ...(replaces === undefined ? {} : { replaces: { until: replaces.until } }) };
  },
  record: ({ unknownPrice, ...fact }, known) => {
    const before = fact.type === 'PaymentSucceeded' ? known.get(`payment ${fact.data.invoiceId}`) : undefined;
    if (fact.type === 'PaymentSucceeded' && before?.type === 'PaymentSucceeded') {
      const { usage, months, replaces } = before.data;
      return ok({ ...fact, data: { ...fact.data, usage, months, ...defined({ replaces }) } });
    }
    return unknownPrice === undefined ? ok(fact) : err(unknownPrice);
  },
};

/** Appends the consequences of events: credits to request, then credits to revoke. */
function withConsequences(
  state: SubscriptionState,
  events: readonly SubscriptionEvent[],
  now: Millis,
): readonly SubscriptionEvent[] {
  const after = events.reduce(evolve, state);
  if (after.kind === 'unknown') return events;
  const granted = grantsDue(after, now).map((data): SubscriptionEvent => ({ type: 'GrantRequested', at: now, data }));
  // a known subscription stays known
  const withGrants = granted.reduce<SubscriptionState>(evolve, after) as KnownSubscription;
  return [
    ...events,
    ...granted,
    ...revocationsDue(withGrants).map((data): SubscriptionEvent => ({ type: 'RevocationRequested', at: now, data })),
  ];
}
