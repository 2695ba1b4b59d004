import type { NoticeContent } from '../../identity/index.js';
import type { Millis } from '../../kernel/clock.js';
import type { Money } from '../../kernel/money.shared.js';
import { GRACE_MS } from '../plans/entitlements.shared.js';
import { ownerIn, type InvoiceEvent } from '../invoices/invoice.events.js';
import { emptyInvoice, gatewayInvoiceOf, withEvent, type InvoiceDocument } from '../invoices/invoice.js';
import { pdfPath, statusOf } from '../invoices/invoice.view.js';
import { isActiveStatus } from '../plans/plan.shared.js';
import { periodOf, type Product } from '../plans/product.shared.js';
import type { DataOf, SubscriptionEvent } from '../subscription/events.js';
import { subscriptionCodec } from '../subscription/events.js';
import { evolve, factsOf, unknownSubscription, type KnownSubscription } from '../subscription/subscription.state.js';
import { viewOf, type SubscriptionView } from '../subscription/view.js';
import { aboutOf, type About } from './news.js';
import type { LetterKind } from './words.js';

/** Value of a placeholder in a letter. */
export type LetterValue = { readonly money: Money } | { readonly day: Millis } | { readonly text: string };

/** Content and recipient of a letter. */
export interface LetterDraft {
  readonly userId: string;
  readonly notice: NoticeContent;
  readonly letter: {
    readonly kind: LetterKind;
    /** Values by placeholder; a paragraph with a missing value is left out. */
    readonly values: Readonly<Record<string, LetterValue>>;
    /** Path of the page that the button opens. */
    readonly path: string;
    readonly invoice?: { readonly number: string; readonly path: string };
  } | null;
}

/** Everything known about a subscription or purchase from all of its events. */
interface Known {
  readonly userId: string;
  readonly gateway: string;
  readonly invoiceOf: (gatewayInvoiceId: string) => InvoiceDocument;
  readonly productOf: (priceId: string | undefined | null) => Product | undefined;
  readonly subscription: KnownSubscription | undefined;
  readonly view: SubscriptionView | undefined;
}

/**
 * Number of the last failure that is still retried, for gateways where it is known: the sandbox retries after 2, 5, 7
 * and 7 days.
 */
const LAST_WARNINGS: ReadonlyMap<string, number> = new Map([['sandbox', 4]]);

/**
 * The letter for a piece of news, based on everything known when it is written.
 * @param events of its stream, from the first
 * @returns undefined when the news no longer holds: a failed invoice that was paid, a cancellation that was reversed
 */
export function letterDraftOf(
  news: About,
  events: readonly InvoiceEvent[],
  findProduct: (priceId: string) => Product | undefined,
): LetterDraft | undefined {
  const known = knownOf(events, findProduct);
  if (known === undefined) return undefined;
  switch (news.kind) {
    case 'paid':
      return paid(known, news.invoiceId);
    case 'failed':
      return failed(known, news);
    case 'refunded':
      return refunded(known, news);
    case 'ended':
      return ended(known);
    case 'unpaid':
      return unpaid(known, news.occurredAt);
    case 'canceled':
    case 'resumed':
      return canceledOrResumed(known, news);
    case 'changes':
      return changes(known, news);
    case 'renewal':
      return renewal(known, news.periodEnd);
    default:
      return news satisfies never;
  }
}

/**
 * Further news to send with this one: refunds of an invoice that could not be announced before its payment was known.
 * Each has its own id, which prevents a second letter.
 */
export function reportedTogether(news: About, events: readonly InvoiceEvent[]): readonly About[] {
  if (news.kind !== 'paid') return [];
  const refunds = events
    .map(aboutOf)
    .filter((about) => about?.kind === 'refunded' && about.invoiceId === news.invoiceId);
  return refunds.filter((about) => about !== undefined);
}

const subscriptionTypes = new Set<string>(subscriptionCodec.types);
const isOfSubscription = (event: InvoiceEvent): event is SubscriptionEvent => subscriptionTypes.has(event.type);

function knownOf(
  events: readonly InvoiceEvent[],
  findProduct: (priceId: string) => Product | undefined,
): Known | undefined {
  const owner = events.map(ownerIn).find((one) => one !== undefined);
  if (owner === undefined) return undefined;
  const state = events.filter(isOfSubscription).reduce(evolve, unknownSubscription);
  const subscription = state.kind === 'known' ? state : undefined;
  const { userId, appName, gateway, platformName } = owner;
  return {
    userId,
    gateway,
    subscription,
    view: subscription === undefined ? undefined : viewOf(subscription.facts),
    invoiceOf: (gatewayInvoiceId) =>
      events
        .filter((event) => gatewayInvoiceOf(event) === gatewayInvoiceId)
        .reduce(
          withEvent,
          emptyInvoice({
            userId,
            appName,
            gateway,
            platformName,
            gatewayInvoiceId,
            sold: { kind: subscription === undefined ? 'purchase' : 'subscription', id: '' },
          }),
        ),
    productOf: (priceId) => (priceId == null ? undefined : findProduct(priceId)),
  };
}

const pdfOf = ({ invoiceId, number }: InvoiceDocument): { readonly number: string; readonly path: string } => ({
  number,
  path: pdfPath(invoiceId),
});

function paid({ userId, invoiceOf, productOf }: Known, invoiceId: string): LetterDraft | undefined {
  const invoice = invoiceOf(invoiceId);
  const { payment } = invoice;
  const product = productOf(payment?.priceId);
  if (payment === null || product === undefined || statusOf(invoice) === 'refunded') return undefined;
  const amount = { minor: payment.amount, currency: payment.currency };
  return {
    userId,
    notice: { kind: 'payment-received', productName: product.productName, ...amount },
    letter: {
      kind: payment.reason === 'upgrade' ? 'upgraded' : 'receipt',
      path: '/billing',
      invoice: pdfOf(invoice),
      values: {
        amount: { money: amount },
        product: { text: product.productName },
        ...(payment.period === null ? {} : { until: { day: payment.period.end } }),
      },
    },
  };
}

/**
 * For the last failure of an unpaid invoice of a plan that was in force. A failed first payment is shown on the
 * checkout page instead.
 */
function failed(
  { userId, gateway, productOf, view }: Known,
  { invoiceId, attempts }: Extract<About, { readonly kind: 'failed' }>,
): LetterDraft | undefined {
  const open = view?.openPayment;
  const product = productOf(view?.priceId);
  if (
    view?.status !== 'past_due' ||
    open?.invoiceId !== invoiceId ||
    open.attempts !== attempts ||
    product === undefined
  )
    return undefined;
  const amount = { minor: open.amountDue, currency: open.currency };
  const grace =
    view.cancelAtPeriodEnd || view.paidPriceId === null ? view.currentPeriodEnd : view.currentPeriodEnd + GRACE_MS;
  return {
    userId,
    notice: { kind: 'payment-failed', productName: product.productName, ...amount, nextAttemptAt: open.nextAttemptAt },
    letter: {
      kind: failureKind(attempts, open.nextAttemptAt, LAST_WARNINGS.get(gateway)),
      path: '/billing',
      values: {
        amount: { money: amount },
        product: { text: product.productName },
        ...(open.nextAttemptAt === null ? {} : { next: { day: open.nextAttemptAt } }),
        // Compared by the gateway's clock, like the failure, so the result does not depend on when the letter is
        // written.
        ...(open.failedAt < grace ? { grace: { day: grace } } : { rests: { text: product.productName } }),
      },
    },
  };
}

function failureKind(attempts: number, nextAttemptAt: Millis | null, lastWarning = Infinity): LetterKind {
  if (nextAttemptAt === null) return 'failedForGood';
  return attempts >= lastWarning ? 'failedLast' : 'failed';
}

function refunded(
  { userId, invoiceOf, productOf }: Known,
  { invoiceId, refundId }: Extract<About, { readonly kind: 'refunded' }>,
): LetterDraft | undefined {
  const invoice = invoiceOf(invoiceId);
  const refund = invoice.refunds.find((one) => one.refundId === refundId);
  const product = productOf(invoice.payment?.priceId);
  if (refund === undefined || product === undefined) return undefined;
  const amount = { minor: refund.amount, currency: refund.currency };
  const isWhole = statusOf(invoice) === 'refunded';
  return {
    userId,
    notice: { kind: 'payment-refunded', ...amount },
    letter: {
      kind: 'refunded',
      path: '/billing',
      invoice: pdfOf(invoice),
      values: {
        amount: { money: amount },
        product: { text: product.productName },
        ...(isWhole ? { whole: { text: product.productName } } : {}),
      },
    },
  };
}

/**
 * If the gateway had already stopped retrying, the plan ended for its owner at that time and the owner was notified
 * then.
 */
function ended({ userId, subscription, view, productOf }: Known): LetterDraft | undefined {
  const [end] = factsOf(subscription?.facts ?? [], 'SubscriptionEnded');
  const product = productOf(view?.priceId);
  if (end === undefined || product === undefined || isUnpaid(subscription)) return undefined;
  const { productName } = product;
  return {
    userId,
    notice: { kind: 'plan-ended', productName },
    letter:
      end.reason === 'unpaid'
        ? { kind: 'endedUnpaid', path: '/pricing', values: { product: { text: productName } } }
        : null,
  };
}

function unpaid({ userId, subscription, view, productOf }: Known, occurredAt: Millis): LetterDraft | undefined {
  const product = productOf(view?.priceId);
  const last = factsOf(subscription?.facts ?? [], 'SubscriptionUnpaid').at(-1);
  if (!isUnpaid(subscription) || last?.occurredAt !== occurredAt || product === undefined) return undefined;
  const { productName } = product;
  return {
    userId,
    notice: { kind: 'plan-ended', productName },
    letter: { kind: 'endedUnpaid', path: '/pricing', values: { product: { text: productName } } },
  };
}

/** Whether the gateway has stopped retrying an unpaid invoice, apart from ending the plan. */
function isUnpaid(subscription: KnownSubscription | undefined): boolean {
  return viewOf((subscription?.facts ?? []).filter(({ type }) => type !== 'SubscriptionEnded'))?.status === 'unpaid';
}

/** For the last event of its kind, if it still holds. */
function canceledOrResumed(
  { userId, subscription, view, productOf }: Known,
  { kind, occurredAt }: Extract<About, { readonly kind: 'canceled' | 'resumed' }>,
): LetterDraft | undefined {
  const facts: readonly DataOf<'CancellationScheduled'>[] = factsOf(
    subscription?.facts ?? [],
    kind === 'canceled' ? 'CancellationScheduled' : 'SubscriptionReactivated',
  );
  const product = productOf(view?.priceId);
  if (
    view === undefined ||
    product === undefined ||
    !isActiveStatus(view.status) ||
    view.cancelAtPeriodEnd !== (kind === 'canceled') ||
    facts.at(-1)?.occurredAt !== occurredAt
  )
    return undefined;
  const { productName } = product;
  const values = { product: { text: productName }, until: { day: view.currentPeriodEnd } };
  return kind === 'canceled'
    ? {
        userId,
        notice: { kind: 'plan-canceled', productName, at: view.currentPeriodEnd },
        letter: { kind: 'canceled', path: '/billing', values },
      }
    : {
        userId,
        notice: { kind: 'plan-resumed', productName, at: view.currentPeriodEnd },
        letter: { kind: 'resumed', path: '/billing', values },
      };
}

/** For the change that still holds, once. A repeat of a scheduled change is not news. */
function changes(
  { userId, subscription, view, productOf }: Known,
  { priceId, occurredAt }: Extract<About, { readonly kind: 'changes' }>,
): LetterDraft | undefined {
  const [before, after] = [productOf(view?.priceId), productOf(priceId)];
  if (
    view === undefined ||
    before === undefined ||
    after === undefined ||
    view.nextPriceId !== priceId ||
    !isActiveStatus(view.status)
  )
    return undefined;
  const facts = subscription?.facts ?? [];
  const scheduled = facts.findLast(
    (fact, index) =>
      fact.type === 'PlanChangeScheduled' &&
      fact.data.priceId === priceId &&
      viewOf(facts.slice(0, index))?.nextPriceId !== priceId,
  );
  if (scheduled?.data.occurredAt !== occurredAt) return undefined;
  return {
    userId,
    notice: { kind: 'plan-changes', productName: after.productName, at: view.currentPeriodEnd },
    letter: {
      kind: 'changes',
      path: '/billing',
      values: {
        product: { text: after.productName },
        before: { text: before.productName },
        until: { day: view.currentPeriodEnd },
      },
    },
  };
}

function renewal({ userId, subscription, view, productOf }: Known, periodEnd: Millis): LetterDraft | undefined {
  const product = productOf(view?.nextPriceId ?? view?.priceId);
  if (
    view === undefined ||
    product === undefined ||
    view.status !== 'active' ||
    view.cancelAtPeriodEnd ||
    view.currentPeriodEnd !== periodEnd ||
    periodOf(product) !== 'yearly'
  )
    return undefined;
  // The expected price is what the last year cost, if it was paid as a whole.
  const last = factsOf(subscription?.facts ?? [], 'PaymentSucceeded').findLast(
    (payment) => payment.periodEnd === periodEnd,
  );
  const isSame = last?.priceId === product.priceId && last.reason !== 'upgrade' && last.reason !== 'trial';
  return {
    userId,
    notice: { kind: 'renewal-soon', productName: product.productName, at: periodEnd },
    letter: {
      kind: 'renewal',
      path: '/billing',
      values: {
        product: { text: product.productName },
        until: { day: periodEnd },
        ...(isSame ? { amount: { money: { minor: last.amountPaid, currency: last.currency } } } : {}),
      },
    },
  };
}
