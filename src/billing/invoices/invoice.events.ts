import type { EventCodec } from '../../kernel/codec.js';
import { PURCHASE_PREFIX, purchaseCodec, type PurchaseEvent } from '../purchase/events.js';
import { SUBSCRIPTION_PREFIX, subscriptionCodec, type DataOf, type SubscriptionEvent } from '../subscription/events.js';

/** What invoices follow from: the events of subscriptions and of what is bought once. No type is of both. */
export type InvoiceEvent = SubscriptionEvent | PurchaseEvent;

/** Whose a stream's invoices are, and where they are paid. */
export type InvoiceOwner = DataOf<'SubscriptionOpened'>;

const subscriptionTypes = new Set<string>(subscriptionCodec.types);
const isSubscriptionEvent = (event: InvoiceEvent): event is SubscriptionEvent => subscriptionTypes.has(event.type);

/** Reads the events of both. */
export const invoiceCodec: EventCodec<InvoiceEvent> = {
  types: [...subscriptionCodec.types, ...purchaseCodec.types],
  encode: (event) => (isSubscriptionEvent(event) ? subscriptionCodec.encode(event) : purchaseCodec.encode(event)),
  decode: (recorded) => (subscriptionTypes.has(recorded.type) ? subscriptionCodec.decode(recorded) : purchaseCodec.decode(recorded)),
};

/** What a stream is of, and Kinora's own id of it; undefined for one that has no invoices. */
export function soldBy(stream: string): { readonly kind: 'subscription' | 'purchase'; readonly id: string } | undefined {
  if (stream.startsWith(SUBSCRIPTION_PREFIX)) return { kind: 'subscription', id: stream.slice(SUBSCRIPTION_PREFIX.length) };
  if (stream.startsWith(PURCHASE_PREFIX)) return { kind: 'purchase', id: stream.slice(PURCHASE_PREFIX.length) };
  return undefined;
}

/** Whose the stream is, by the event that opens it; undefined for any other event. */
export function ownerIn(event: InvoiceEvent): InvoiceOwner | undefined {
  return event.type === 'SubscriptionOpened' || event.type === 'PurchaseOpened' ? event.data : undefined;
}
