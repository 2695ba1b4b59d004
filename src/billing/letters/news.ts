import { z } from 'zod';
import { derivedId } from '../../kernel/ids.js';
import type { InvoiceEvent } from '../invoices/invoice.events.js';

const id = z.string();
const moment = z.int();

/** A reason to notify a user. The content is determined when it is sent. Invoice ids are the gateway's. */
const about = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paid'), invoiceId: id }),
  z.object({ kind: z.literal('failed'), invoiceId: id, attempts: z.int() }),
  z.object({ kind: z.literal('refunded'), invoiceId: id, refundId: id }),
  z.object({ kind: z.literal('ended') }),
  /** The gateway has stopped retrying the payment and keeps the plan, which allows nothing. */
  z.object({ kind: z.literal('unpaid'), occurredAt: moment }),
  z.object({ kind: z.literal('canceled'), occurredAt: moment }),
  z.object({ kind: z.literal('resumed'), occurredAt: moment }),
  z.object({ kind: z.literal('changes'), priceId: id, occurredAt: moment }),
  /** A paid year ends soon and will be renewed. */
  z.object({ kind: z.literal('renewal'), periodEnd: moment }),
]);
export type About = z.infer<typeof about>;

/** A piece of news of one subscription or purchase. */
export const newsSchema = z.object({
  stream: z.string(),
  /** When the event arrived. */
  at: moment,
  about,
});
export type News = z.infer<typeof newsSchema>;

/** Type of the message for each piece of news; its data is the news itself. */
export const BILLING_NEWS = 'BillingNews';

/** Older news is not sent, for example when this feature first runs on an existing log. */
export const OLD_NEWS_MS = 4 * 86_400_000;

/** How long before a yearly renewal the user is notified. */
export const RENEWAL_NOTICE_MS = 7 * 86_400_000;

/** Id of a piece of news: the same for every report of the fact behind it, whatever id the gateway gave the report. */
export function newsIdOf(stream: string, news: About): string {
  switch (news.kind) {
    case 'paid':
      return derivedId('news', stream, news.kind, news.invoiceId);
    case 'failed':
      return derivedId('news', stream, news.kind, news.invoiceId, news.attempts);
    case 'refunded':
      return derivedId('news', stream, news.kind, news.refundId);
    case 'ended':
      return derivedId('news', stream, news.kind);
    case 'unpaid':
    case 'canceled':
    case 'resumed':
    case 'changes':
      return derivedId('news', stream, news.kind, news.occurredAt);
    case 'renewal':
      return derivedId('news', stream, news.kind, news.periodEnd);
    default:
      return news satisfies never;
  }
}

/** The reason to notify that an event gives; undefined when it gives none. */
export function aboutOf(event: InvoiceEvent): About | undefined {
  switch (event.type) {
    case 'PaymentSucceeded':
      return event.data.reason === 'trial' || event.data.amountPaid === 0
        ? undefined
        : { kind: 'paid', invoiceId: event.data.invoiceId };
    case 'PurchasePaid':
      return { kind: 'paid', invoiceId: event.data.invoiceId };
    case 'PaymentFailed':
      return { kind: 'failed', invoiceId: event.data.invoiceId, attempts: event.data.attempts };
    case 'PaymentRefunded':
    case 'PurchaseRefunded':
      return { kind: 'refunded', invoiceId: event.data.invoiceId, refundId: event.data.refundId };
    case 'SubscriptionEnded':
      return event.data.reason === 'never-paid' ? undefined : { kind: 'ended' };
    case 'SubscriptionUnpaid':
      return { kind: 'unpaid', occurredAt: event.data.occurredAt };
    case 'CancellationScheduled':
      return { kind: 'canceled', occurredAt: event.data.occurredAt };
    case 'SubscriptionReactivated':
      return { kind: 'resumed', occurredAt: event.data.occurredAt };
    case 'PlanChangeScheduled':
      return event.data.priceId === null
        ? undefined
        : { kind: 'changes', priceId: event.data.priceId, occurredAt: event.data.occurredAt };
    default:
      return undefined;
  }
}
