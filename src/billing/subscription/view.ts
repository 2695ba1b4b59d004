import type { Millis } from '../../kernel/clock.js';
import type { ExpirePayment, PlanStatus } from '../plans/plan.shared.js';
import type { DataOf, Fact } from './events.js';
import { factsOf, firstOfEach, paymentsOf } from './subscription.state.js';

/** What the facts of a subscription come to. Times are milliseconds since the epoch. */
export interface SubscriptionView {
  readonly status: PlanStatus;
  readonly priceId: string;
  /** What it changes to with the next period, if that is so. */
  readonly nextPriceId: string | null;
  /** What the last paid period was paid for; null when none ever was. */
  readonly paidPriceId: string | null;
  readonly customerId: string;
  readonly cancelAtPeriodEnd: boolean;
  /** Paid for, or on trial, up to then. */
  readonly currentPeriodEnd: Millis;
  readonly dateCreated: Millis;
  readonly currency: string;
  /** Per cent. */
  readonly discountRate: number;
  readonly customSub: number;
  /** The payment that has failed last and was not made since. */
  readonly openPayment: ExpirePayment | null;
}

/** What is carried from fact to fact. */
interface Course {
  readonly base: 'active' | 'trialing' | 'incomplete' | 'unpaid';
  readonly priceId: string;
  readonly nextPriceId: string | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly periodEnd: Millis;
  readonly isPaused: boolean;
}

/**
 * Folds the facts in the order in which they happened; so neither the order nor the number of their tellings can matter.
 * @param facts in the order of `compareFacts`
 * @returns undefined as long as no one has told how it began
 */
export function viewOf(facts: readonly Fact[]): SubscriptionView | undefined {
  const [start] = factsOf(facts, 'SubscriptionStarted');
  if (start === undefined) return undefined;
  const payments = new Map(paymentsOf(facts).map((payment) => [payment.factId, payment]));
  const { base, priceId, nextPriceId, cancelAtPeriodEnd, periodEnd, isPaused } = facts.reduce((course, fact) => step(course, fact, payments), begun(start));
  const [end] = factsOf(facts, 'SubscriptionEnded');
  const openPayment = openPaymentOf(facts);
  return {
    status: statusOf(base, isPaused, openPayment !== null, end),
    priceId, nextPriceId: end === undefined ? nextPriceId : null, paidPriceId: paidPriceIdOf(facts), customerId: start.customerId, cancelAtPeriodEnd,
    currentPeriodEnd: end === undefined ? periodEnd : Math.min(periodEnd, end.occurredAt),
    dateCreated: start.occurredAt, currency: start.currency, discountRate: start.discountRate, customSub: start.customSub,
    openPayment: end === undefined ? openPayment : null,
  };
}

// What a trial's or a first payment's period is, is known from the start; it need not have been paid for yet.
function begun({ status, priceId, periodEnd, periodStart }: DataOf<'SubscriptionStarted'>): Course {
  return { base: status, priceId, nextPriceId: null, cancelAtPeriodEnd: false, periodEnd: status === 'incomplete' ? periodStart : periodEnd, isPaused: false };
}

function step(course: Course, fact: Fact, payments: ReadonlyMap<string, DataOf<'PaymentSucceeded'>>): Course {
  switch (fact.type) {
    case 'PaymentSucceeded':
      return payments.has(fact.data.factId) ? paid(course, fact.data) : course;
    case 'PlanChanged':
      return { ...course, priceId: fact.data.priceId, nextPriceId: null };
    case 'PlanChangeScheduled':
      return { ...course, nextPriceId: fact.data.priceId };
    case 'CancellationScheduled':
      return { ...course, cancelAtPeriodEnd: true };
    case 'SubscriptionReactivated':
      return { ...course, cancelAtPeriodEnd: false };
    case 'SubscriptionPaused':
      return { ...course, isPaused: true };
    case 'SubscriptionResumed':
      return { ...course, isPaused: false };
    case 'SubscriptionUnpaid':
      return { ...course, base: 'unpaid' };
    // The start has been taken; what is outstanding, given back or over is seen from the whole set.
    case 'SubscriptionStarted':
    case 'PaymentFailed':
    case 'PaymentRefunded':
    case 'PaymentDisputed':
    case 'DisputeClosed':
    case 'SubscriptionEnded':
      return course;
    default:
      return fact satisfies never;
  }
}

/** An invoice that is paid late, when a later period has been paid for, changes neither plan nor period. */
function paid(course: Course, { reason, priceId, periodEnd }: DataOf<'PaymentSucceeded'>): Course {
  const base = reason === 'trial' ? course.base : 'active';
  if (periodEnd < course.periodEnd) return { ...course, base };
  return { ...course, base, priceId, periodEnd, nextPriceId: priceId === course.nextPriceId ? null : course.nextPriceId };
}

/** Of payments up to the same end, as an upgrade is, the last counts. */
function paidPriceIdOf(facts: readonly Fact[]): string | null {
  const paidFor = paymentsOf(facts).filter(({ reason }) => reason !== 'trial').toSorted((a, b) => a.periodEnd - b.periodEnd);
  return paidFor.at(-1)?.priceId ?? null;
}

/**
 * A failure counts until its invoice is paid, whichever of the two was told first, or until a period is paid for that began after it:
 * then the gateway has gone on without that invoice.
 */
function openPaymentOf(facts: readonly Fact[]): ExpirePayment | null {
  const payments = paymentsOf(facts);
  const settled = new Set(payments.map(({ invoiceId }) => invoiceId));
  // An upgrade begins within a period, which may still be owed.
  const periods = payments.filter(({ reason }) => reason === 'start' || reason === 'renewal');
  const last = factsOf(facts, 'PaymentFailed').findLast((failed) => !settled.has(failed.invoiceId) && !periods.some(({ occurredAt, periodStart }) => Math.min(occurredAt, periodStart) > failed.occurredAt));
  if (last === undefined) return null;
  const { invoiceId, amountDue, currency, occurredAt, attempts, nextAttemptAt } = last;
  return { invoiceId, amountDue, currency, failedAt: occurredAt, attempts, nextAttemptAt };
}

function statusOf(base: Course['base'], isPaused: boolean, isOutstanding: boolean, end: DataOf<'SubscriptionEnded'> | undefined): PlanStatus {
  if (end !== undefined) return end.reason === 'never-paid' ? 'incomplete_expired' : 'canceled';
  if (isPaused) return 'paused';
  if (base === 'incomplete' || base === 'unpaid') return base;
  return isOutstanding ? 'past_due' : base;
}

/** That the money of an invoice was taken away again. */
export interface Withdrawal {
  /** Of which months: those that begin then or later; 0 for all. */
  readonly from: Millis;
  /** When it came back; `Infinity` when it is gone permanently. */
  readonly until: Millis;
  readonly reason: DataOf<'RevocationRequested'>['reason'];
}

/**
 * That an invoice was refunded as a whole, or disputed. A refund of a part is goodwill and withdraws nothing, but of a subscription that
 * ended before what was paid for: then it is for the months that would have begun after the end.
 */
export function withdrawalsOf(facts: readonly Fact[], { invoiceId, amountPaid }: Pick<DataOf<'PaymentSucceeded'>, 'invoiceId' | 'amountPaid'>): readonly Withdrawal[] {
  const refunded = firstOfEach(factsOf(facts, 'PaymentRefunded'), ({ refundId }) => refundId).filter((refund) => refund.invoiceId === invoiceId).reduce((sum, { amount }) => sum + amount, 0);
  const disputed = firstOfEach(factsOf(facts, 'PaymentDisputed'), ({ disputeId }) => disputeId).filter((dispute) => dispute.invoiceId === invoiceId);
  const won = new Map(factsOf(facts, 'DisputeClosed').filter(({ outcome }) => outcome === 'won').map(({ disputeId, occurredAt }) => [disputeId, occurredAt]));
  const [end] = factsOf(facts, 'SubscriptionEnded');
  const from = refunded >= amountPaid ? 0 : end?.occurredAt;
  return [
    ...(refunded > 0 && from !== undefined ? [{ from, until: Infinity, reason: 'refund' as const }] : []),
    ...disputed.map(({ disputeId }) => ({ from: 0, until: won.get(disputeId) ?? Infinity, reason: 'chargeback' as const })),
  ];
}
