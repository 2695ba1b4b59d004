import type { EventCodec } from '../../kernel/event-sourcing/codec.js';
import type { Policy } from '../../kernel/event-sourcing/policy.js';
import type { SeenEvent } from '../../kernel/event-sourcing/projection.js';
import type { InvoiceEvent } from '../invoices/invoice.events.js';
import { PURCHASE_PREFIX, purchaseCodec, type PurchaseEvent } from '../purchase/events.js';
import { SUBSCRIPTION_PREFIX, subscriptionCodec, type SubscriptionEvent } from '../subscription/events.js';
import { aboutOf, type News } from './news.js';

/** Turns subscription events into news. */
export const subscriptionNewsPolicy: Policy<SubscriptionEvent, News> = newsPolicy(
  'billing_news',
  SUBSCRIPTION_PREFIX,
  subscriptionCodec,
);

/** Turns events of one-time purchases into news. */
export const purchaseNewsPolicy: Policy<PurchaseEvent, News> = newsPolicy(
  'billing_purchase_news',
  PURCHASE_PREFIX,
  purchaseCodec,
);

function newsPolicy<Event extends InvoiceEvent>(
  name: string,
  prefix: string,
  codec: EventCodec<Event>,
): Policy<Event, News> {
  return {
    name,
    prefix,
    codec,
    handles: codec.types,
    react: ({ stream, event }: SeenEvent<Event>) => {
      const about = aboutOf(event);
      return about === undefined ? [] : [{ stream, at: event.at, about }];
    },
  };
}
