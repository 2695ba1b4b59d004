import type { Millis } from '../../kernel/clock.js';
import { byOccurrence } from '../fact-set.js';
import type { DataOf, Fact, FactOf, FactType, SubscriptionEvent } from './events.js';

/** Whose subscription it is, and where. */
export type Owner = DataOf<'SubscriptionOpened'>;

/** Credits that were requested, by invoice and month of its period. */
export interface RequestedGrant extends Pick<DataOf<'GrantRequested'>, 'grantId' | 'invoiceId' | 'usageType' | 'startsAt'> {
  readonly isRevoked: boolean;
}

/** What is known of a subscription: the set of its facts, in the order in which they happened, whatever order they came in. */
export type SubscriptionState =
  | { readonly kind: 'unknown' }
  | {
    readonly kind: 'known';
    readonly owner: Owner;
    /** In the order of `compareFacts`. */
    readonly facts: readonly Fact[];
    /** In the order in which they were requested. */
    readonly grants: readonly RequestedGrant[];
    /** When the last event was recorded. */
    readonly at: Millis;
  };
export type KnownSubscription = Extract<SubscriptionState, { readonly kind: 'known' }>;

export const unknownSubscription: SubscriptionState = { kind: 'unknown' };

/** Of facts of one moment that the gateway does not count: what begins before what ends. */
const RANK: Readonly<Record<FactType, number>> = {
  SubscriptionStarted: 0, PlanChangeScheduled: 1, PlanChanged: 2, PaymentFailed: 3, PaymentSucceeded: 4, SubscriptionPaused: 5, SubscriptionResumed: 6,
  CancellationScheduled: 7, SubscriptionReactivated: 8, SubscriptionUnpaid: 9, PaymentDisputed: 10, DisputeClosed: 11, PaymentRefunded: 12, SubscriptionEnded: 13,
};

export const compareFacts = byOccurrence<Fact>(RANK);

/** Folds one event into the state. */
export function evolve(state: SubscriptionState, event: SubscriptionEvent): SubscriptionState {
  if (event.type === 'SubscriptionOpened') return { kind: 'known', owner: event.data, facts: [], grants: [], at: event.at };
  // A stream begins with its opening: there is nothing to fold without it.
  if (state.kind === 'unknown') return state;
  switch (event.type) {
    case 'GrantRequested': {
      const { grantId, invoiceId, usageType, startsAt } = event.data;
      return { ...state, at: event.at, grants: [...state.grants, { grantId, invoiceId, usageType, startsAt, isRevoked: false }] };
    }
    case 'RevocationRequested': {
      const { grantId, usageType } = event.data;
      return { ...state, at: event.at, grants: state.grants.map((grant) => (grant.grantId === grantId && grant.usageType === usageType ? { ...grant, isRevoked: true } : grant)) };
    }
    default:
      return { ...state, at: event.at, facts: inserted(state.facts, factOf(event)) };
  }
}

/** The fact of an event. */
export function factOf({ type, data }: Exclude<SubscriptionEvent, { readonly type: 'SubscriptionOpened' | 'GrantRequested' | 'RevocationRequested' }>): Fact {
  // Type and data are of one event, and so of one fact, which a union taken apart cannot say of itself.
  return { type, data } as Fact;
}

function inserted(facts: readonly Fact[], fact: Fact): readonly Fact[] {
  const place = facts.findLastIndex((other) => compareFacts(other, fact) < 0) + 1;
  return facts.toSpliced(place, 0, fact);
}

/** The facts of one kind, in the order in which they happened. */
export function factsOf<Type extends FactType>(facts: readonly Fact[], type: Type): readonly FactOf<Type>['data'][] {
  // What is kept is of the type requested, which narrowing by a type parameter cannot say.
  return facts.filter((fact) => fact.type === type).map((fact) => fact.data as FactOf<Type>['data']);
}

/** Paid invoices, each once: as it was told first, by the gateway's clock. */
export function paymentsOf(facts: readonly Fact[]): readonly DataOf<'PaymentSucceeded'>[] {
  return firstOfEach(factsOf(facts, 'PaymentSucceeded'), ({ invoiceId }) => invoiceId);
}

/** The first of those that are of one key. */
export function firstOfEach<T>(all: readonly T[], key: (one: T) => string): readonly T[] {
  const seen = new Set<string>();
  return all.filter((one) => {
    const isNew = !seen.has(key(one));
    seen.add(key(one));
    return isNew;
  });
}

