import type { Millis } from '../../../kernel/clock.js';
import { money, scaleDown, addMoney } from '../../../kernel/money.shared.js';
import { addMonths } from '../../../kernel/months.js';
import { type Result, err, ok } from '../../../kernel/result.js';
import { isUpgrade } from '../../plans/product.shared.js';
import { type SandboxSubscription, type Prices, type SandboxRefusal, Course, HOUR } from './subscription.js';

/** Cost of a plan change. Amounts are minor units of the subscription's currency. */
export interface ChangeQuote {
  readonly takesEffect: 'now' | 'period-end';
  readonly dueNow: number;
  /** Amount credited for time that is already paid. */
  readonly credited: number;
  /** The resulting period. For a change at the end of the period, this is the current period. */
  readonly periodStart: Millis;
  readonly periodEnd: Millis;
  /** Charge of each period after the change. */
  readonly nextCharge: number;
}

/**
 * Cost of a plan change now.
 * @returns not-now, or unknown-price when the price is not a plan for sale
 */
export function quoteChange(
  subscription: SandboxSubscription,
  priceId: string,
  prices: Prices,
): Result<ChangeQuote, SandboxRefusal> {
  return quote(new Course(subscription, prices), priceId);
}

function quote(course: Course, priceId: string): Result<ChangeQuote, SandboxRefusal> {
  const {
    subscription: { priceId: from, nextPriceId, status, cancelAtPeriodEnd, currency, now, periodStart, periodEnd },
    prices,
  } = course;
  const product = prices(priceId);
  const before = prices(from);
  if (product === undefined || before === undefined || product.duration === null || product.price === 0)
    return err('unknown-price');
  if (status !== 'active' || cancelAtPeriodEnd || (priceId === from && nextPriceId === null)) return err('not-now');
  const whole = course.priceOf(priceId);
  if (priceId === from || !isUpgrade(product, [before]))
    return ok({ takesEffect: 'period-end', dueNow: 0, credited: 0, periodStart, periodEnd, nextCharge: whole.minor });
  const isSamePeriod = course.months(priceId) === course.months(from);
  // Rounds down to the hour, so that the amount shown is still valid when it is confirmed a minute later.
  const left = {
    numerator: BigInt(periodEnd - Math.max(periodStart, now - (now % HOUR))),
    denominator: BigInt(periodEnd - periodStart),
  };
  const charged = isSamePeriod ? money(scaleDown(whole.minor, left), currency) : whole;
  const dueNow = Math.max(0, addMoney(charged, money(-scaleDown(course.priceOf(from).minor, left), currency)).minor);
  return ok({
    takesEffect: 'now',
    dueNow,
    credited: charged.minor - dueNow,
    nextCharge: whole.minor,
    ...(isSamePeriod
      ? { periodStart, periodEnd }
      : { periodStart: now, periodEnd: addMonths(now, course.months(priceId)) }),
  });
}

/**
 * Changes the plan: a larger one now, if the card pays the difference; a smaller one with the next period. The current
 * plan cancels a scheduled change.
 */
export function changePlan(course: Course, priceId: string): SandboxRefusal | undefined {
  const {
    subscription: { priceId: from, card, currency, now, periodEnd: until, externalId, invoices, paidUntil },
  } = course;
  const quoted = quote(course, priceId);
  if (!quoted.ok) return quoted.error;
  const { takesEffect, dueNow: amount, periodStart, periodEnd } = quoted.value;
  if (takesEffect === 'period-end') {
    return follow(course, priceId === from ? null : priceId);
  }
  if (card === 'declines') return 'declined';
  const invoiceId = `in_${externalId}_${invoices.length + 1}`;
  course.set({
    priceId,
    nextPriceId: null,
    paidUntil: Math.max(paidUntil, periodEnd),
    periodStart,
    periodEnd,
    invoices: [
      ...invoices,
      {
        invoiceId,
        amount,
        priceId,
        reason: 'upgrade',
        periodStart: now,
        periodEnd,
        isPaid: true,
        refunded: 0,
        dispute: 'none',
      },
    ],
  });
  course.report((origin) => ({ type: 'PlanChanged', data: { ...origin, priceId } }));
  return void course.report((origin) => ({
    type: 'PaymentSucceeded',
    data: {
      ...origin,
      amountPaid: amount,
      anchor: periodStart,
      currency,
      invoiceId,
      periodEnd,
      periodStart: now,
      priceId,
      reason: 'upgrade',
      replaces: { priceId: from, until },
      tax: 0,
    },
  }));
}

/** Sets the plan of the next period; null keeps the current one. */
export function follow(course: Course, nextPriceId: string | null): undefined {
  course.set({ nextPriceId });
  course.report((origin) => ({ type: 'PlanChangeScheduled', data: { ...origin, priceId: nextPriceId } }));
}
