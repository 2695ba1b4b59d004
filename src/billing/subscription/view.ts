import type { Millis } from '../../kernel/clock.js';
import type { ExpirePayment, PlanStatus } from '../plans/plan.shared.js';
import type { DataOf, Fact } from './events.js';
import { factsOf, firstOfEach, paymentsOf } from './subscription.state.js';

/** State of a subscription computed from its facts. Times are milliseconds since the epoch. */
export interface SubscriptionView {
  readonly status: PlanStatus;
  readonly priceId: string;
  /** Price of the next period, if a change is scheduled. */
  readonly nextPriceId: string | null;
  /** Price of the last paid period; null when none was ever paid. */
  readonly paidPriceId: string | null;
  readonly customerId: string;
  readonly cancelAtPeriodEnd: boolean;
  /** End of the paid or trial period. */
  readonly currentPeriodEnd: Millis;
  readonly dateCreated: Millis;
  readonly currency: string;
  /** Per cent. */
  readonly discountRate: number;
  readonly customSub: number;
  /** The last failed payment that has not succeeded since. */
  readonly openPayment: ExpirePayment | null;
}

/** State while folding facts. */
interface Course {
  readonly base: 'active' | 'trialing' | 'incomplete' | 'unpaid';
  readonly priceId: string;
  readonly nextPriceId: string | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly periodEnd: Millis;
  readonly isPaused: boolean;
}

/**
 * Folds the facts in chronological order, so neither the order nor the number of reports matters.
 * @param facts in the order of `compareFacts`
 * @returns undefined while its start is not reported
 */
export function viewOf(facts: readonly Fact[]): SubscriptionView | undefined {
  const [start] = factsOf(facts, 'SubscriptionStarted');
  if (start === undefined) return undefined;
  const payments = new Map(paymentsOf(facts).map((payment) => [payment.factId, payment]));
  const { base, priceId, nextPriceId, cancelAtPeriodEnd, periodEnd, isPaused } = facts.reduce(
    (course, fact) => step(course, fact, payments),
    begun(start),
  );
  const [end] = factsOf(facts, 'SubscriptionEnded');
  const openPayment = openPaymentOf(facts);
  return {
    status: statusOf(base, isPaused, openPayment !== null, end),
    priceId,
    nextPriceId: end === undefined ? nextPriceId : null,
    paidPriceId: paidPriceIdOf(facts),
    customerId: start.customerId,
    cancelAtPeriodEnd,
    currentPeriodEnd: end === undefined ? periodEnd : Math.min(periodEnd, end.occurredAt),
    dateCreated: start.occurredAt,
    currency: start.currency,
    discountRate: start.discountRate,
    customSub: start.customSub,
    openPayment: end === undefined ? openPayment : null,
  };
}

// The period of a trial or first payment is known from the start, even if it is not paid yet.
function begun({ status, priceId, periodEnd, periodStart }: DataOf<'SubscriptionStarted'>): Course {
  return {
    base: status,
    priceId,
    nextPriceId: null,
    cancelAtPeriodEnd: false,
    periodEnd: status === 'incomplete' ? periodStart : periodEnd,
    isPaused: false,
  };
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
    // The start is already applied; outstanding and returned payments and the end are computed from the whole set.
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

/** A late payment of an invoice does not change plan or period if a later period is already paid. */
function paid(course: Course, { reason, priceId, periodEnd }: DataOf<'PaymentSucceeded'>): Course {
  const base = reason === 'trial' ? course.base : 'active';
  if (periodEnd < course.periodEnd) return { ...course, base };
  return {
    ...course,
    base,
    priceId,
    periodEnd,
    nextPriceId: priceId === course.nextPriceId ? null : course.nextPriceId,
  };
}

/** Of payments with the same period end, such as an upgrade, the last one counts. */
function paidPriceIdOf(facts: readonly Fact[]): string | null {
  const paidFor = paymentsOf(facts)
    .filter(({ reason }) => reason !== 'trial')
    .toSorted((a, b) => a.periodEnd - b.periodEnd);
  return paidFor.at(-1)?.priceId ?? null;
}

/**
 * A failure counts until its invoice is paid, whichever is reported first, or until a later period is paid: then the
 * gateway has given up that invoice.
 */
function openPaymentOf(facts: readonly Fact[]): ExpirePayment | null {
  const payments = paymentsOf(facts);
  const settled = new Set(payments.map(({ invoiceId }) => invoiceId));
  // An upgrade starts within a period that may still be unpaid.
  const periods = payments.filter(({ reason }) => reason === 'start' || reason === 'renewal');
  const last = factsOf(facts, 'PaymentFailed').findLast(
    (failed) =>
      !settled.has(failed.invoiceId) &&
      !periods.some(({ occurredAt, periodStart }) => Math.min(occurredAt, periodStart) > failed.occurredAt),
  );
  if (last === undefined) return null;
  const { invoiceId, amountDue, currency, occurredAt, attempts, nextAttemptAt } = last;
  return { invoiceId, amountDue, currency, failedAt: occurredAt, attempts, nextAttemptAt };
}

function statusOf(
  base: Course['base'],
  isPaused: boolean,
  isOutstanding: boolean,
  end: DataOf<'SubscriptionEnded'> | undefined,
): PlanStatus {
  if (end !== undefined) return end.reason === 'never-paid' ? 'incomplete_expired' : 'canceled';
  if (isPaused) return 'paused';
  if (base === 'incomplete' || base === 'unpaid') return base;
  return isOutstanding ? 'past_due' : base;
}

/** The money of an invoice was returned. */
export interface Withdrawal {
  /** Affects the months that begin at or after this time; 0 for all. */
  readonly from: Millis;
  /** When the money came back; `Infinity` when it never will. */
  readonly until: Millis;
  readonly reason: DataOf<'RevocationRequested'>['reason'];
  /** Absent for a refund. */
  readonly disputeId?: string;
  /** When the dispute was opened; absent for a refund. */
  readonly openedAt?: Millis;
}

/**
 * Full refund or dispute of an invoice. A partial refund is goodwill and withdraws nothing, unless the subscription
 * ended before the paid period did: then it covers the months that would have begun after the end.
 */
export function withdrawalsOf(
  facts: readonly Fact[],
  { invoiceId, amountPaid }: Pick<DataOf<'PaymentSucceeded'>, 'invoiceId' | 'amountPaid'>,
): readonly Withdrawal[] {
  const refunded = firstOfEach(factsOf(facts, 'PaymentRefunded'), ({ refundId }) => refundId)
    .filter((refund) => refund.invoiceId === invoiceId)
    .reduce((sum, { amount }) => sum + amount, 0);
  const disputed = firstOfEach(factsOf(facts, 'PaymentDisputed'), ({ disputeId }) => disputeId).filter(
    (dispute) => dispute.invoiceId === invoiceId,
  );
  const won = new Map(
    factsOf(facts, 'DisputeClosed')
      .filter(({ outcome }) => outcome === 'won')
      .map(({ disputeId, occurredAt }) => [disputeId, occurredAt]),
  );
  const [end] = factsOf(facts, 'SubscriptionEnded');
  const from = refunded >= amountPaid ? 0 : end?.occurredAt;
  return [
    ...(refunded > 0 && from !== undefined ? [{ from, until: Infinity, reason: 'refund' as const }] : []),
    ...disputed.map(({ disputeId, occurredAt }) => ({
      from: 0,
      until: won.get(disputeId) ?? Infinity,
      reason: 'chargeback' as const,
      disputeId,
      openedAt: occurredAt,
    })),
  ];
}
