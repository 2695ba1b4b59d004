import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { purchaseMoney, subscriptionMoney, type MoneyOfInvoice } from '../finance/entries.js';
import { purchaseCodec, type PurchaseFact } from '../purchase/events.js';
import { SUBSCRIPTION_PREFIX, subscriptionCodec } from '../subscription/events.js';
import { evolve, unknownSubscription, type Owner, type SubscriptionState } from '../subscription/subscription.state.js';

/** A subscription or purchase with its paid invoices. */
export interface Sale {
  readonly owner: Owner;
  readonly invoices: readonly MoneyOfInvoice[];
}

/**
 * The paid invoices of a stream, which has a few dozen events; undefined before it is opened.
 * @throws StoreUnavailable, UnreadableEvent
 */
export async function saleOf(log: Pick<EventStore, 'readStream'>, stream: StreamName): Promise<Sale | undefined> {
  const recorded = await log.readStream(stream);
  if (stream.startsWith(SUBSCRIPTION_PREFIX)) {
    const state = recorded.reduce<SubscriptionState>(
      (before, one) => evolve(before, subscriptionCodec.decode(one).event),
      unknownSubscription,
    );
    return state.kind === 'unknown'
      ? undefined
      : { owner: state.owner, invoices: subscriptionMoney(state.owner.gateway, state.facts) };
  }
  let owner: Owner | undefined;
  const facts: PurchaseFact[] = [];
  for (const one of recorded) {
    const { event } = purchaseCodec.decode(one);
    if (event.type === 'PurchaseOpened') owner = event.data;
    else if (event.type !== 'PurchaseGrantRequested' && event.type !== 'PurchaseRevocationRequested') facts.push(event);
  }
  return owner && { owner, invoices: purchaseMoney(owner.gateway, facts) };
}
