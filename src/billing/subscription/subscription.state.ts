import type { Millis } from '../../kernel/clock.js';
import { byOccurrence } from '../fact-set.js';
import type { DataOf, Fact, FactOf, FactType, SubscriptionEvent } from './events.js';

/** Owner and gateway of a subscription. */
export type Owner = DataOf<'SubscriptionOpened'>;

/** Requested credits, by invoice and month of its period. */
export interface RequestedGrant extends Pick<
  DataOf<'GrantRequested'>,
  'grantId' | 'invoiceId' | 'usageType' | 'startsAt'
> {
  readonly isRevoked: boolean;
}

/** State of a subscription: the set of its facts in chronological order, whatever order they arrived in. */
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

/** Order of simultaneous facts without sequence numbers: beginnings before ends. */
const RANK: Readonly<Record<FactType, number>> = {
  SubscriptionStarted: 0,
  PlanChangeScheduled: 1,
  PlanChanged: 2,
  PaymentFailed: 3,
  PaymentSucceeded: 4,
  SubscriptionPaused: 5,
  SubscriptionResumed: 6,
  CancellationScheduled: 7,
  SubscriptionReactivated: 8,
  SubscriptionUnpaid: 9,
  PaymentDisputed: 10,
  DisputeClosed: 11,
  PaymentRefunded: 12,
  SubscriptionEnded: 13,
};

export const compareFacts = byOccurrence<Fact>(RANK);

/** Folds one event into the state. */
export function evolve(state: SubscriptionState, event: SubscriptionEvent): SubscriptionState {
  if (event.type === 'SubscriptionOpened')
    return { kind: 'known', owner: event.data, facts: [], grants: [], at: event.at };
  // A stream starts with its opening event; nothing can be folded before it.
  if (state.kind === 'unknown') return state;
  switch (event.type) {
    case 'GrantRequested': {
      const { grantId, invoiceId, usageType, startsAt } = event.data;
      return {
        ...state,
        at: event.at,
        grants: [...state.grants, { grantId, invoiceId, usageType, startsAt, isRevoked: false }],
      };
    }
    case 'RevocationRequested': {
      const { grantId, usageType } = event.data;
      return {
        ...state,
        at: event.at,
        grants: state.grants.map((grant) =>
          grant.grantId === grantId && grant.usageType === usageType ? { ...grant, isRevoked: true } : grant,
        ),
      };
    }
    default:
      return { ...state, at: event.at, facts: inserted(state.facts, factOf(event)) };
  }
}

/** The fact of an event. */
export function factOf({
  type,
  data,
}: Exclude<
  SubscriptionEvent,
  { readonly type: 'SubscriptionOpened' | 'GrantRequested' | 'RevocationRequested' }
>): Fact {
  // Type and data belong to one event and so to one fact; TypeScript loses that link after destructuring.
  return { type, data } as Fact;
}

function inserted(facts: readonly Fact[], fact: Fact): readonly Fact[] {
  const place = facts.findLastIndex((other) => compareFacts(other, fact) < 0) + 1;
  return facts.toSpliced(place, 0, fact);
}

/** The facts of one type, in chronological order. */
export function factsOf<Type extends FactType>(facts: readonly Fact[], type: Type): readonly FactOf<Type>['data'][] {
  // The filter guarantees the type, but TypeScript cannot narrow by a type parameter.
  return facts.filter((fact) => fact.type === type).map((fact) => fact.data as FactOf<Type>['data']);
}

/** Paid invoices, each once; the first report by the gateway's clock wins. */
export function paymentsOf(facts: readonly Fact[]): readonly DataOf<'PaymentSucceeded'>[] {
  return firstOfEach(factsOf(facts, 'PaymentSucceeded'), ({ invoiceId }) => invoiceId);
}

/** The first item of each key. */
export function firstOfEach<T>(all: readonly T[], key: (one: T) => string): readonly T[] {
  const seen = new Set<string>();
  return all.filter((one) => {
    const isNew = !seen.has(key(one));
    seen.add(key(one));
    return isNew;
  });
}
