import type { Projection, SeenEvent } from '../../kernel/projection.js';
import { invoiceCodec, soldBy, type InvoiceEvent, type InvoiceOwner } from './invoice.events.js';
import { emptyInvoice, gatewayInvoiceOf, invoiceIdOf, invoiceSchema, withEvent, type InvoiceDocument } from './invoice.js';

/** Tells whose an event's stream is, which is found before it is folded: only its opening says so. */
export type OwnerOf = (seen: SeenEvent<InvoiceEvent>) => InvoiceOwner;

export const INVOICES = { name: 'billing_invoices', version: 1 } as const;

/** One document an invoice, of subscriptions and of what is bought once alike. */
export function invoicesProjection(ownerOf: OwnerOf): Projection<InvoiceDocument, InvoiceEvent> {
  return {
    ...INVOICES,
    // Streams of two kinds, whose names begin with nothing in common: the follower passes over all others.
    prefix: '',
    codec: invoiceCodec,
    handles: invoiceCodec.types,
    indexes: [['userId', 'appName', 'listedAt'], ['paidAt'], ['listedAt'], ['sold.id', 'listedAt'], ['gatewayInvoiceId'], ['payment.period.months', 'payment.period.end']],
    schema: invoiceSchema,
    key: (seen) => {
      const gatewayInvoiceId = gatewayInvoiceOf(seen.event);
      return gatewayInvoiceId === undefined ? undefined : invoiceIdOf(ownerOf(seen).gateway, gatewayInvoiceId);
    },
    evolve: (before, seen) => withEvent(before ?? opened(seen, ownerOf(seen)), seen.event),
  };
}

function opened({ stream, event }: SeenEvent<InvoiceEvent>, { userId, appName, gateway, platformName }: InvoiceOwner): InvoiceDocument {
  const [sold, gatewayInvoiceId] = [soldBy(stream), gatewayInvoiceOf(event)];
  if (sold === undefined || gatewayInvoiceId === undefined) throw new Error(`${stream} has no invoice`);
  return emptyInvoice({ userId, appName, gateway, platformName, gatewayInvoiceId, sold });
}
