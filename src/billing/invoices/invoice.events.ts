import type { EventCodec } from '../../kernel/event-sourcing/codec.js';
import { PURCHASE_PREFIX, purchaseCodec, type PurchaseEvent } from '../purchase/events.js';
import { SUBSCRIPTION_PREFIX, subscriptionCodec, type DataOf, type SubscriptionEvent } from '../subscription/events.js';

/** Events that invoices are built from: those of subscriptions and of one-time purchases. No event type is in both. */
export type InvoiceEvent = SubscriptionEvent | PurchaseEvent;

/** Owner and gateway of a stream's invoices. */
export type InvoiceOwner = DataOf<'SubscriptionOpened'>;

const subscriptionTypes = new Set<string>(subscriptionCodec.types);
const isSubscriptionEvent = (event: InvoiceEvent): event is SubscriptionEvent => subscriptionTypes.has(event.type);

/** Decodes the events of both kinds. */
export const invoiceCodec: EventCodec<InvoiceEvent> = {
  types: [...subscriptionCodec.types, ...purchaseCodec.types],
  encode: (event) => (isSubscriptionEvent(event) ? subscriptionCodec.encode(event) : purchaseCodec.encode(event)),
  decode: (recorded) =>
    subscriptionTypes.has(recorded.type) ? subscriptionCodec.decode(recorded) : purchaseCodec.decode(recorded),
};

/** Kind and id of the sale that a stream describes; undefined for a stream without invoices. */
export function soldBy(
  stream: string,
): { readonly kind: 'subscription' | 'purchase'; readonly id: string } | undefined {
  if (stream.startsWith(SUBSCRIPTION_PREFIX))
    return { kind: 'subscription', id: stream.slice(SUBSCRIPTION_PREFIX.length) };
  if (stream.startsWith(PURCHASE_PREFIX)) return { kind: 'purchase', id: stream.slice(PURCHASE_PREFIX.length) };
  return undefined;
}

/** The owner of the stream, from its opening event; undefined for any other event. */
export function ownerIn(event: InvoiceEvent): InvoiceOwner | undefined {
  return event.type === 'SubscriptionOpened' || event.type === 'PurchaseOpened' ? event.data : undefined;
}
