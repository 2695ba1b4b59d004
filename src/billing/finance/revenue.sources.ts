import type { DomainEvent } from '../../kernel/event-sourcing/event.js';
import { PURCHASE_PREFIX, purchaseCodec, type PurchaseEvent, type PurchaseFact } from '../purchase/events.js';
import { SUBSCRIPTION_PREFIX, subscriptionCodec, type SubscriptionEvent } from '../subscription/events.js';
import { evolve, unknownSubscription, type SubscriptionState } from '../subscription/subscription.state.js';
import { purchaseEntries, subscriptionEntries, type Entry } from './entries.js';
import type { RevenueSource } from './revenue.projection.js';

/** One kind of stream with payments, and how to compute its daily entries. */
export interface MoneySource<Event extends DomainEvent, State> extends RevenueSource<Event> {
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
  readonly entriesOf: (state: State) => readonly Entry[];
}

/** Plans, which are paid per period. */
export const SUBSCRIPTION_MONEY: MoneySource<SubscriptionEvent, SubscriptionState> = {
  name: 'billing_revenue_subscriptions',
  prefix: SUBSCRIPTION_PREFIX,
  codec: subscriptionCodec,
  initial: unknownSubscription,
  evolve,
  entriesOf: (state) => (state.kind === 'unknown' ? [] : subscriptionEntries(state.owner.gateway, state.facts)),
};

/** Facts of a one-time purchase; null while its opening is unknown. */
export interface KnownPurchase {
  readonly gateway: string;
  readonly facts: readonly PurchaseFact[];
}

/** One-time purchases. */
export const PURCHASE_MONEY: MoneySource<PurchaseEvent, KnownPurchase | null> = {
  name: 'billing_revenue_purchases',
  prefix: PURCHASE_PREFIX,
  codec: purchaseCodec,
  initial: null,
  evolve: (state, event) => {
    if (event.type === 'PurchaseOpened') return { gateway: event.data.gateway, facts: [] };
    if (state === null || event.type === 'PurchaseGrantRequested' || event.type === 'PurchaseRevocationRequested')
      return state;
    return { ...state, facts: [...state.facts, event] };
  },
  entriesOf: (state) => (state === null ? [] : purchaseEntries(state.gateway, state.facts)),
};
