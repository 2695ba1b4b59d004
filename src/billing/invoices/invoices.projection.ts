import type { Projection, SeenEvent } from '../../kernel/event-sourcing/projection.js';
import { invoiceCodec, soldBy, type InvoiceEvent, type InvoiceOwner } from './invoice.events.js';
import {
  emptyInvoice,
  gatewayInvoiceOf,
  invoiceIdOf,
  invoiceSchema,
  withEvent,
  type InvoiceDocument,
} from './invoice.js';

/** Returns the owner of an event's stream. It is looked up before the fold, because only the opening event names it. */
export type OwnerOf = (seen: SeenEvent<InvoiceEvent>) => InvoiceOwner;

export const INVOICES = { name: 'billing_invoices', version: 2 } as const;

/** One document per invoice, for subscriptions and one-time purchases alike. */
export function invoicesProjection(ownerOf: OwnerOf): Projection<InvoiceDocument, InvoiceEvent> {
  return {
    ...INVOICES,
    // The two kinds of streams have no common prefix; the follower skips all others.
    prefix: '',
    codec: invoiceCodec,
    handles: invoiceCodec.types,
    indexes: [
      ['userId', 'appName', 'listedAt'],
      ['paidAt'],
      ['listedAt'],
      ['sold.id', 'listedAt'],
      ['gatewayInvoiceId'],
      ['number'],
      ['payment.period.months', 'payment.period.end'],
    ],
    schema: invoiceSchema,
    key: (seen) => {
      const gatewayInvoiceId = gatewayInvoiceOf(seen.event);
      return gatewayInvoiceId === undefined ? undefined : invoiceIdOf(ownerOf(seen).gateway, gatewayInvoiceId);
    },
    evolve: (before, seen) => withEvent(before ?? opened(seen, ownerOf(seen)), seen.event),
  };
}

function opened(
  { stream, event }: SeenEvent<InvoiceEvent>,
  { userId, appName, gateway, platformName }: InvoiceOwner,
): InvoiceDocument {
  const [sold, gatewayInvoiceId] = [soldBy(stream), gatewayInvoiceOf(event)];
  if (sold === undefined || gatewayInvoiceId === undefined) throw new Error(`${stream} has no invoice`);
  return emptyInvoice({ userId, appName, gateway, platformName, gatewayInvoiceId, sold });
}
