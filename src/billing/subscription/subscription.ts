import { canonicalJson } from '../../kernel/canonical.js';
import type { Millis } from '../../kernel/clock.js';
import type { Decider } from '../../kernel/decider.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { DataOf, Fact, SubscriptionEvent } from './events.js';
import { grantsDue, revocationsDue } from './grants.js';
import type { RecordableFact } from './facts.js';
import { evolve, unknownSubscription, type KnownSubscription, type Owner, type SubscriptionState } from './subscription.state.js';

/**
 * What can be asked of a subscription; `at` is when, in milliseconds since the epoch.
 * `record` takes facts of the gateway in any order and any number of times; `advance` asks for the credits of months that have begun.
 */
export type SubscriptionCommand = { readonly at: Millis } & (
  | { readonly type: 'record'; readonly owner: Owner; readonly facts: readonly RecordableFact[] }
  | { readonly type: 'advance' }
);

/** The rules of a subscription (src/billing/README.md says them in words). */
export const subscriptionDecider: Decider<SubscriptionCommand, SubscriptionState, SubscriptionEvent> = { initial: unknownSubscription, decide, evolve };

function decide(command: SubscriptionCommand, state: SubscriptionState): Result<readonly SubscriptionEvent[], ProductError> {
  // Time does not run backwards in a stream, whatever the clock of who asks says.
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
 * @returns the facts that are new, opening the stream if they are its first; IDEMPOTENCY_MISMATCH {id} for one that contradicts what is known,
 *   VALIDATION_ERROR {field} for a price that nobody knows of and that was not told before
 */
function record(owner: Owner, facts: readonly RecordableFact[], state: SubscriptionState, now: Millis): Result<readonly SubscriptionEvent[], ProductError> {
  if (facts.length === 0) return ok([]);
  const opening: readonly SubscriptionEvent[] = state.kind === 'unknown' ? [{ type: 'SubscriptionOpened', at: now, data: owner }] : [];
  if (state.kind === 'known' && canonicalJson(state.owner) !== canonicalJson(owner)) return err(productError('IDEMPOTENCY_MISMATCH', { id: 'owner' }));
  const known = new Map((state.kind === 'known' ? state.facts : []).flatMap((fact) => namesOf(fact).map((name) => [name, fact])));
  const fresh: SubscriptionEvent[] = [];
  for (const fact of facts) {
    const names = namesOf(fact);
    const contradicted = names.find((name) => {
      const before = known.get(name);
      return before !== undefined && contentOf(name, before) !== contentOf(name, fact);
    });
    if (contradicted !== undefined) return err(productError('IDEMPOTENCY_MISMATCH', { id: contradicted }));
    if (known.has(`fact ${fact.data.factId}`)) continue;
    const kept = asWrittenDown(fact, known);
    if (kept === undefined) return err(productError('VALIDATION_ERROR', { field: fact.unknownPrice ?? 'priceId' }));
    for (const name of names) known.set(name, kept);
    fresh.push({ ...kept, at: now });
  }
  return ok(fresh.length === 0 ? [] : [...opening, ...fresh]);
}

/** What a fact is known by: the id of its telling, and what there can be only one of (an invoice is paid once), which may be told by several ids. */
function namesOf(fact: Fact): readonly string[] {
  const telling = `fact ${fact.data.factId}`;
  switch (fact.type) {
    case 'PaymentSucceeded': return [telling, `payment ${fact.data.invoiceId}`];
    case 'PaymentRefunded': return [telling, `refund ${fact.data.refundId}`];
    case 'PaymentDisputed': return [telling, `dispute ${fact.data.disputeId}`];
    case 'DisputeClosed': return [telling, `outcome ${fact.data.disputeId}`];
    default: return [telling];
  }
}

/** What two facts by one name must agree in: all that was told by one id, and by several what does not belong to the telling. */
function contentOf(name: string, fact: Fact): string {
  const told = { type: fact.type, data: fact.type === 'PaymentSucceeded' ? toldOf(fact.data) : fact.data };
  if (name.startsWith('fact ')) return canonicalJson(told);
  const { factId: _factId, occurredAt: _occurredAt, sequence: _sequence, ...data } = told.data;
  return canonicalJson({ type: told.type, data });
}

/** What the gateway told of a payment: all but what the catalogue of that day made of it, which may say something else by now. */
function toldOf({ usage: _usage, months: _months, replaces, ...data }: DataOf<'PaymentSucceeded'>) {
  return { ...data, ...(replaces === undefined ? {} : { replaces: { until: replaces.until } }) };
}

/** A payment that is told again by another id gives what was written down with it the first time. @returns undefined where nothing is known of a price */
function asWrittenDown({ unknownPrice, ...fact }: RecordableFact, known: ReadonlyMap<string, Fact>): Fact | undefined {
  const before = fact.type === 'PaymentSucceeded' ? known.get(`payment ${fact.data.invoiceId}`) : undefined;
  if (fact.type === 'PaymentSucceeded' && before?.type === 'PaymentSucceeded') {
    const { usage, months, replaces } = before.data;
    return { ...fact, data: { ...fact.data, usage, months, ...defined({ replaces }) } };
  }
  return unknownPrice === undefined ? fact : undefined;
}

/** The events, and after them what they lead to: credits to ask for, then credits to take back. */
function withConsequences(state: SubscriptionState, events: readonly SubscriptionEvent[], now: Millis): readonly SubscriptionEvent[] {
  const after = events.reduce(evolve, state);
  if (after.kind === 'unknown') return events;
  const granted = grantsDue(after, now).map((data): SubscriptionEvent => ({ type: 'GrantRequested', at: now, data }));
  const withGrants = granted.reduce<SubscriptionState>(evolve, after) as KnownSubscription; // what is known stays known
  return [...events, ...granted, ...revocationsDue(withGrants).map((data): SubscriptionEvent => ({ type: 'RevocationRequested', at: now, data }))];
}
