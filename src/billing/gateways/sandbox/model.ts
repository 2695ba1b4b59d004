import type { Millis } from '../../../kernel/clock.js';
import { addMonths } from '../../../kernel/months.js';
import { money, type Money } from '../../../kernel/money.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { discounted, priceShown } from '../../plans/price.shared.js';
import { DEFAULT_DURATION } from '../../plans/product.shared.js';
import { givenBack, givingBackIds, type GivingBack } from './giving-back.js';
import {
  HOUR,
  type SandboxSubscription,
  type Prices,
  type Acted,
  type SandboxRefusal,
  DAY,
  Course,
  type SandboxAction,
  isOver,
  isRunning,
} from './subscription.js';
import { changePlan, follow } from './plan-change.js';

/** Days between retries of a failed payment. After the last retry the sandbox gives up. */
const RETRY_DAYS: readonly number[] = [2, 5, 7, 7];
/** How long the sandbox waits for a first payment. */
export const FIRST_PAYMENT_MS = 23 * HOUR;

/** Choices made at the checkout. */
export interface SandboxStart extends Pick<
  SandboxSubscription,
  'externalId' | 'customerId' | 'currency' | 'discountRate' | 'priceId' | 'card'
> {
  readonly at: Millis;
  readonly trialDays: number;
  /** Amount agreed per period, in minor units; defaults to the catalogue's price less the discount. */
  readonly agreedMinor?: number;
}

/**
 * Starts a subscription at the checkout: paid, declined or on trial.
 * @returns unknown-price when the price is not a plan for sale
 */
export function startSubscription(
  { at, trialDays, agreedMinor, ...chosen }: SandboxStart,
  prices: Prices,
): Result<Acted, SandboxRefusal> {
  const product = prices(chosen.priceId);
  if (product === undefined || product.duration === null || product.price === 0) return err('unknown-price');
  const isTrial = trialDays > 0;
  const periodEnd = isTrial ? at + trialDays * DAY : addMonths(at, product.duration ?? DEFAULT_DURATION);
  const status = isTrial ? 'trialing' : chosen.card === 'pays' ? 'active' : 'incomplete';
  const course = new Course(
    {
      ...chosen,
      status,
      currency: priceShown(product, chosen.currency).currency,
      nextPriceId: null,
      cancelAtPeriodEnd: false,
      periodStart: at,
      periodEnd,
      agreed: {
        priceId: chosen.priceId,
        minor: agreedMinor ?? discounted(priceShown(product, chosen.currency), chosen.discountRate).minor,
      },
      paidUntil: isTrial ? periodEnd : at,
      owed: null,
      invoices: [],
      told: 0,
      now: at,
    },
    prices,
  );
  course.report((origin) => ({
    type: 'SubscriptionStarted',
    data: {
      ...origin,
      currency: course.subscription.currency,
      customSub: 0,
      customerId: chosen.customerId,
      discountRate: chosen.discountRate,
      periodEnd,
      periodStart: at,
      priceId: chosen.priceId,
      status,
    },
  }));
  if (isTrial) return ok(course.acted);
  bill(course, 'start', chosen.priceId, at, periodEnd);
  return ok(course.acted);
}

/** Creates an invoice for a period and charges it. */
function bill(
  course: Course,
  reason: 'start' | 'renewal',
  priceId: string,
  periodStart: Millis,
  periodEnd: Millis,
): void {
  const { externalId, invoices } = course.subscription;
  const invoiceId = `in_${externalId}_${invoices.length + 1}`;
  course.set({
    invoices: [
      ...invoices,
      {
        invoiceId,
        amount: course.priceOf(priceId).minor,
        priceId,
        reason,
        periodStart,
        periodEnd,
        isPaid: false,
        refunded: 0,
        dispute: 'none',
      },
    ],
  });
  charge(course, invoiceId, 1);
}

/** @param again retry time for a charge that a person retries by hand */
function charge(course: Course, invoiceId: string, attempts: number, again?: Millis): void {
  const {
    subscription: { card, currency, status, now },
  } = course;
  const invoice = course.subscription.invoices.find((one) => one.invoiceId === invoiceId);
  if (invoice === undefined) return;
  if (card === 'pays') {
    const { amount, priceId, reason, periodStart, periodEnd } = invoice;
    course.setInvoice(invoiceId, { isPaid: true });
    course.set({
      owed: null,
      status: status === 'paused' ? 'paused' : 'active',
      paidUntil: Math.max(course.subscription.paidUntil, periodEnd),
    });
    course.report((origin) => ({
      type: 'PaymentSucceeded',
      data: {
        ...origin,
        amountPaid: amount,
        anchor: periodStart,
        currency,
        invoiceId,
        periodEnd,
        periodStart,
        priceId,
        reason,
        tax: 0,
      },
    }));
    return;
  }
  const isFirst = status === 'incomplete';
  const wait = isFirst ? undefined : RETRY_DAYS[attempts - 1];
  const nextAttemptAt = again ?? (wait === undefined ? null : now + wait * DAY);
  course.report((origin) => ({
    type: 'PaymentFailed',
    data: { ...origin, amountDue: invoice.amount, attempts, currency, invoiceId, nextAttemptAt },
  }));
  if (isFirst) course.set({ owed: { invoiceId, attempts, nextAttemptAt: invoice.periodStart + FIRST_PAYMENT_MS } });
  else if (nextAttemptAt === null) finish(course, 'unpaid');
  else
    course.set({ status: status === 'paused' ? 'paused' : 'past_due', owed: { invoiceId, attempts, nextAttemptAt } });
}

function finish(course: Course, reason: 'canceled' | 'unpaid' | 'never-paid'): void {
  const { paidUntil, now } = course.subscription;
  course.set({
    status: reason === 'never-paid' ? 'incomplete_expired' : 'canceled',
    owed: null,
    nextPriceId: null,
    paidUntil: Math.min(paidUntil, now),
  });
  course.report((origin) => ({ type: 'SubscriptionEnded', data: { ...origin, reason } }));
}

/**
 * Result of an action.
 * @returns the refusal of an action that is not allowed now; it reports no facts
 */
export function act(
  subscription: SandboxSubscription,
  action: SandboxAction,
  prices: Prices,
): Result<Acted, SandboxRefusal> {
  const course = new Course(subscription, prices);
  const refusal = perform(course, action);
  return refusal === undefined ? ok(course.acted) : err(refusal);
}

function perform(course: Course, action: SandboxAction): SandboxRefusal | undefined {
  const { subscription } = course;
  switch (action.type) {
    case 'advance':
      return advance(course, action.to);
    case 'set-card':
      return isOver(subscription) ? 'not-now' : void course.set({ card: action.card });
    case 'charge': {
      const { owed, status } = subscription;
      if (owed === null) return 'not-now';
      course.set({ card: action.card });
      return void charge(
        course,
        owed.invoiceId,
        owed.attempts + (status === 'incomplete' || action.card === 'pays' ? 1 : 0),
        status === 'incomplete' ? undefined : owed.nextAttemptAt,
      );
    }
    case 'change-plan':
      return changePlan(course, action.priceId);
    case 'refund':
    case 'dispute':
    case 'close-dispute':
      return giveBack(course, action);
    case 'cancel':
    case 'reactivate':
    case 'pause':
    case 'resume':
    case 'end':
      return settle(course, action.type);
    default:
      return action satisfies never;
  }
}

function settle(
  course: Course,
  action: 'cancel' | 'reactivate' | 'pause' | 'resume' | 'end',
): SandboxRefusal | undefined {
  const { subscription } = course;
  const { cancelAtPeriodEnd, nextPriceId, status } = subscription;
  switch (action) {
    case 'cancel':
      if (!isRunning(subscription) || cancelAtPeriodEnd) return 'not-now';
      // A canceled plan drops its scheduled change. If reactivated, it continues as it was.
      if (nextPriceId !== null) follow(course, null);
      course.set({ cancelAtPeriodEnd: true });
      return void course.report((data) => ({ type: 'CancellationScheduled', data }));
    case 'reactivate':
      if (!isRunning(subscription) || !cancelAtPeriodEnd) return 'not-now';
      course.set({ cancelAtPeriodEnd: false });
      return void course.report((data) => ({ type: 'SubscriptionReactivated', data }));
    case 'pause':
      if (status !== 'active') return 'not-now';
      course.set({ status: 'paused' });
      return void course.report((data) => ({ type: 'SubscriptionPaused', data }));
    case 'resume':
      if (status !== 'paused') return 'not-now';
      course.set({ status: subscription.owed === null ? 'active' : 'past_due' });
      return void course.report((data) => ({ type: 'SubscriptionResumed', data }));
    case 'end':
      return isOver(subscription) ? 'not-now' : void finish(course, 'canceled');
    default:
      return action satisfies never;
  }
}

/** Advances time and applies due changes in order. A paused subscription creates no invoices. */
function advance(course: Course, to: Millis): SandboxRefusal | undefined {
  if (to < course.subscription.now) return 'not-now';
  for (let due = nextDue(course.subscription); due !== undefined && due.at <= to; due = nextDue(course.subscription)) {
    const { owed, status, cancelAtPeriodEnd } = course.subscription;
    course.set({ now: Math.max(course.subscription.now, due.at) });
    if (due.what === 'retry' && owed !== null) {
      if (status === 'incomplete') finish(course, 'never-paid');
      else charge(course, owed.invoiceId, owed.attempts + 1);
    } else if (cancelAtPeriodEnd) finish(course, 'canceled');
    else renew(course);
  }
  course.set({ now: to });
  return undefined;
}

/** Time of the next automatic change; undefined when there will be none. */
export const nextDueAt = (subscription: SandboxSubscription): Millis | undefined => nextDue(subscription)?.at;

/** Charge at the end of the current period; undefined when there will be none. */
export function nextChargeOf(
  subscription: SandboxSubscription,
  prices: Prices,
): { readonly at: Millis; readonly amount: Money } | undefined {
  const { status, cancelAtPeriodEnd, priceId, nextPriceId, periodEnd, owed, invoices, currency } = subscription;
  if (owed !== null && status !== 'incomplete') {
    const invoice = invoices.find(({ invoiceId }) => invoiceId === owed.invoiceId);
    return { at: owed.nextAttemptAt, amount: money(invoice?.amount ?? 0, currency) };
  }
  if (!isRunning(subscription) || cancelAtPeriodEnd) return undefined;
  return { at: periodEnd, amount: new Course(subscription, prices).priceOf(nextPriceId ?? priceId) };
}

function nextDue({
  owed,
  status,
  periodEnd,
  cancelAtPeriodEnd,
}: SandboxSubscription): { readonly at: Millis; readonly what: 'retry' | 'period' } | undefined {
  if (status === 'canceled' || status === 'incomplete_expired') return undefined;
  if (owed !== null) return { at: owed.nextAttemptAt, what: 'retry' };
  return status === 'paused' && !cancelAtPeriodEnd ? undefined : { at: periodEnd, what: 'period' };
}

function renew(course: Course): void {
  const { nextPriceId, status, periodEnd } = course.subscription;
  if (nextPriceId !== null) {
    course.set({ priceId: nextPriceId, nextPriceId: null });
    course.report((origin) => ({ type: 'PlanChanged', data: { ...origin, priceId: nextPriceId } }));
  }
  const { priceId } = course.subscription;
  const end = addMonths(periodEnd, course.months(priceId));
  course.set({ periodStart: periodEnd, periodEnd: end });
  bill(course, status === 'trialing' ? 'start' : 'renewal', priceId, periodEnd, end);
}

/** Returns money of a payment: a refund by the seller, or a dispute by the bank. */
function giveBack(course: Course, action: GivingBack & { readonly invoiceId: string }): SandboxRefusal | undefined {
  const { currency, invoices } = course.subscription;
  const { invoiceId } = action;
  const invoice = invoices.find((one) => one.invoiceId === invoiceId);
  if (invoice?.isPaid !== true) return 'unknown-invoice';
  const given = givenBack(invoice, action);
  if (given === undefined) return 'not-now';
  course.setInvoice(invoiceId, given);
  const ids = givingBackIds(invoiceId, given);
  switch (action.type) {
    case 'refund':
      return void course.report((origin) => ({
        type: 'PaymentRefunded',
        data: { ...origin, amount: action.amount, currency, invoiceId, refundId: ids.refundId },
      }));
    case 'dispute':
      return void course.report((origin) => ({
        type: 'PaymentDisputed',
        data: { ...origin, amount: invoice.amount, currency, disputeId: ids.disputeId, invoiceId },
      }));
    case 'close-dispute':
      return void course.report((origin) => ({
        type: 'DisputeClosed',
        data: { ...origin, disputeId: ids.disputeId, invoiceId, outcome: action.outcome },
      }));
    default:
      return action satisfies never;
  }
}
