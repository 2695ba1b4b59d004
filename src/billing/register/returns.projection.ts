import { z } from 'zod';
import { APP_NAMES } from '../../credits/credits.shared.js';
import type { Projection } from '../../kernel/event-sourcing/projection.js';
import { invoiceCodec, soldBy, type InvoiceEvent } from '../invoices/invoice.events.js';
import {
  disputeOutcome,
  emptyInvoice,
  gatewayInvoiceOf,
  invoiceDispute,
  invoiceIdOf,
  invoiceRefund,
  withEvent,
} from '../invoices/invoice.js';
import type { OwnerOf } from '../invoices/invoices.projection.js';

const returned = z.object({
  /** The gateway's id of the refund or dispute. */
  returnId: z.string(),
  kind: z.enum(['refund', 'dispute']),
  gateway: z.string(),
  userId: z.string(),
  appName: z.enum(APP_NAMES),
  /** Kinora's id of the invoice. */
  invoiceId: z.string(),
  /** Milliseconds since the epoch, by the gateway's clock; null for a dispute of which only the outcome is known. */
  at: z.int().nullable(),
  closedAt: z.int().nullable(),
  refund: invoiceRefund.nullable(),
  dispute: invoiceDispute.nullable(),
  outcome: disputeOutcome.nullable(),
});
/** A refund, or a dispute with its outcome. */
export type ReturnDocument = z.infer<typeof returned>;

export const RETURNS = { name: 'billing_returns', version: 1 } as const;

/** The gateway's id of the refund or dispute that an event is about; undefined for other events. */
function returnOf({ type, data }: InvoiceEvent): Pick<ReturnDocument, 'returnId' | 'kind'> | undefined {
  switch (type) {
    case 'PaymentRefunded':
    case 'PurchaseRefunded':
      return { kind: 'refund', returnId: data.refundId };
    case 'PaymentDisputed':
    case 'PurchaseDisputed':
    case 'DisputeClosed':
    case 'PurchaseDisputeClosed':
      return { kind: 'dispute', returnId: data.disputeId };
    default:
      return undefined;
  }
}

/** Document id of a refund or dispute. */
export const returnKey = (gateway: string, { kind, returnId }: Pick<ReturnDocument, 'returnId' | 'kind'>): string =>
  `${gateway}/${kind}/${returnId}`;

/** One document per refund or dispute, of subscriptions and one-time purchases alike, by the rules of invoices. */
export function returnsProjection(ownerOf: OwnerOf): Projection<ReturnDocument, InvoiceEvent> {
  return {
    ...RETURNS,
    // The two kinds of streams have no common prefix; the follower skips all others.
    prefix: '',
    codec: invoiceCodec,
    handles: invoiceCodec.types,
    indexes: [['kind', 'at'], ['outcome.outcome', 'closedAt'], ['returnId']],
    schema: returned,
    key: (seen) => {
      const about = returnOf(seen.event);
      return about === undefined ? undefined : returnKey(ownerOf(seen).gateway, about);
    },
    evolve: (before, seen) => {
      const [about, sold, gatewayInvoiceId] = [returnOf(seen.event), soldBy(seen.stream), gatewayInvoiceOf(seen.event)];
      if (about === undefined || sold === undefined || gatewayInvoiceId === undefined)
        throw new Error(`${seen.event.type} is about no refund or dispute`);
      const { userId, appName, gateway, platformName } = ownerOf(seen);
      const known = {
        refunds: listed(before?.refund),
        disputes: listed(before?.dispute),
        outcomes: listed(before?.outcome),
      };
      const {
        refunds: [refund = null],
        disputes: [dispute = null],
        outcomes: [outcome = null],
      } = withEvent(
        { ...emptyInvoice({ userId, appName, gateway, platformName, gatewayInvoiceId, sold }), ...known },
        seen.event,
      );
      return {
        ...about,
        gateway,
        userId,
        appName,
        invoiceId: invoiceIdOf(gateway, gatewayInvoiceId),
        at: (refund ?? dispute)?.at ?? null,
        closedAt: outcome?.at ?? null,
        refund,
        dispute,
        outcome,
      };
    },
  };
}

const listed = <One>(one: One | null | undefined): One[] => (one === null || one === undefined ? [] : [one]);
