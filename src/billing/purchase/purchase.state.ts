import type { Millis } from '../../kernel/clock.js';
import { byOccurrence } from '../fact-set.js';
import type { PurchaseEvent, PurchaseFact, PurchaseFactType } from './events.js';

export type PurchaseDataOf<Type extends PurchaseEvent['type']> = Extract<
  PurchaseEvent,
  { readonly type: Type }
>['data'];

/** Owner and gateway of a purchase. */
export type Buyer = PurchaseDataOf<'PurchaseOpened'>;

/** Credits that were requested. */
export interface RequestedPack extends Pick<
  PurchaseDataOf<'PurchaseGrantRequested'>,
  'grantId' | 'invoiceId' | 'usageType'
> {
  readonly isRevoked: boolean;
}

/** State of a one-time purchase: the set of its facts in chronological order, whatever order they arrived in. */
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

/** Order of simultaneous facts without sequence numbers: beginnings before ends. */
const RANK: Readonly<Record<PurchaseFactType, number>> = {
  PurchasePaid: 0,
  PurchaseDisputed: 1,
  PurchaseDisputeClosed: 2,
  PurchaseRefunded: 3,
};

const comparePurchaseFacts = byOccurrence<PurchaseFact>(RANK);

/** Folds one event into the state. */
export function evolve(state: PurchaseState, event: PurchaseEvent): PurchaseState {
  if (event.type === 'PurchaseOpened') return { kind: 'known', owner: event.data, facts: [], grants: [], at: event.at };
  // A stream starts with its opening event; nothing can be folded before it.
  if (state.kind === 'unknown') return state;
  switch (event.type) {
    case 'PurchaseGrantRequested': {
      const { grantId, invoiceId, usageType } = event.data;
      return { ...state, at: event.at, grants: [...state.grants, { grantId, invoiceId, usageType, isRevoked: false }] };
    }
    case 'PurchaseRevocationRequested': {
      const { grantId, usageType } = event.data;
      return {
        ...state,
        at: event.at,
        grants: state.grants.map((grant) =>
          grant.grantId === grantId && grant.usageType === usageType ? { ...grant, isRevoked: true } : grant,
        ),
      };
    }
    default: {
      const fact = purchaseFactOf(event);
      const place = state.facts.findLastIndex((other) => comparePurchaseFacts(other, fact) < 0) + 1;
      return { ...state, at: event.at, facts: state.facts.toSpliced(place, 0, fact) };
    }
  }
}

/** The fact of an event. */
function purchaseFactOf({
  type,
  data,
}: Exclude<
  PurchaseEvent,
  { readonly type: 'PurchaseOpened' | 'PurchaseGrantRequested' | 'PurchaseRevocationRequested' }
>): PurchaseFact {
  // Type and data belong to one event and so to one fact; TypeScript loses that link after destructuring.
  return { type, data } as PurchaseFact;
}

/** Data of the facts of one type, each key once, in chronological order. */
export function purchaseFacts<Type extends PurchaseFactType>(
  facts: readonly PurchaseFact[],
  type: Type,
  name: (data: PurchaseDataOf<Type>) => string,
): readonly PurchaseDataOf<Type>[] {
  const seen = new Map<string, PurchaseDataOf<Type>>();
  for (const fact of facts) {
    if (fact.type !== type) continue;
    const data = fact.data as PurchaseDataOf<Type>; // TypeScript cannot narrow by a type parameter
    if (!seen.has(name(data))) seen.set(name(data), data);
  }
  return [...seen.values()];
}
