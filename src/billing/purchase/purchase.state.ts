import type { Millis } from '../../kernel/clock.js';
import { byOccurrence } from '../fact-set.js';
import type { PurchaseEvent, PurchaseFact, PurchaseFactType } from './events.js';

export type PurchaseDataOf<Type extends PurchaseEvent['type']> = Extract<PurchaseEvent, { readonly type: Type }>['data'];

/** Whose purchase it is, and where. */
export type Buyer = PurchaseDataOf<'PurchaseOpened'>;

/** Credits that were requested. */
export interface RequestedPack extends Pick<PurchaseDataOf<'PurchaseGrantRequested'>, 'grantId' | 'invoiceId' | 'usageType'> {
  readonly isRevoked: boolean;
}

/** What is known of something bought once: the set of its facts, in the order in which they happened, whatever order they came in. */
export type PurchaseState =
  | { readonly kind: 'unknown' }
  | {
    readonly kind: 'known';
    readonly owner: Buyer;
    /** In the order of `comparePurchaseFacts`. */
    readonly facts: readonly PurchaseFact[];
    readonly grants: readonly RequestedPack[];
    /** When the last event was recorded. */
    readonly at: Millis;
  };
export type KnownPurchase = Extract<PurchaseState, { readonly kind: 'known' }>;

export const unknownPurchase: PurchaseState = { kind: 'unknown' };

/** Of facts of one moment that the gateway does not count: what begins before what ends. */
const RANK: Readonly<Record<PurchaseFactType, number>> = { PurchasePaid: 0, PurchaseDisputed: 1, PurchaseDisputeClosed: 2, PurchaseRefunded: 3 };

const comparePurchaseFacts = byOccurrence<PurchaseFact>(RANK);

/** Folds one event into the state. */
export function evolve(state: PurchaseState, event: PurchaseEvent): PurchaseState {
  if (event.type === 'PurchaseOpened') return { kind: 'known', owner: event.data, facts: [], grants: [], at: event.at };
  // A stream begins with its opening: there is nothing to fold without it.
  if (state.kind === 'unknown') return state;
  switch (event.type) {
    case 'PurchaseGrantRequested': {
      const { grantId, invoiceId, usageType } = event.data;
      return { ...state, at: event.at, grants: [...state.grants, { grantId, invoiceId, usageType, isRevoked: false }] };
    }
    case 'PurchaseRevocationRequested': {
      const { grantId, usageType } = event.data;
      return { ...state, at: event.at, grants: state.grants.map((grant) => (grant.grantId === grantId && grant.usageType === usageType ? { ...grant, isRevoked: true } : grant)) };
    }
    default: {
      const fact = purchaseFactOf(event);
      const place = state.facts.findLastIndex((other) => comparePurchaseFacts(other, fact) < 0) + 1;
      return { ...state, at: event.at, facts: state.facts.toSpliced(place, 0, fact) };
    }
  }
}

/** The fact of an event. */
function purchaseFactOf({ type, data }: Exclude<PurchaseEvent, { readonly type: 'PurchaseOpened' | 'PurchaseGrantRequested' | 'PurchaseRevocationRequested' }>): PurchaseFact {
  // Type and data are of one event, and so of one fact, which a union taken apart cannot say of itself.
  return { type, data } as PurchaseFact;
}

/** The data of the facts of one kind, each once by what names it, in the order in which they happened. */
export function purchaseFacts<Type extends PurchaseFactType>(facts: readonly PurchaseFact[], type: Type, name: (data: PurchaseDataOf<Type>) => string): readonly PurchaseDataOf<Type>[] {
  const seen = new Map<string, PurchaseDataOf<Type>>();
  for (const fact of facts) {
    if (fact.type !== type) continue;
    const data = fact.data as PurchaseDataOf<Type>; // of the type requested, which narrowing by a type parameter cannot say
    if (!seen.has(name(data))) seen.set(name(data), data);
  }
  return [...seen.values()];
}
