import { addMonths } from '../../../kernel/months.js';
import { monthsOf, type Product } from '../../plans/product.shared.js';
import type { ReportedFact, ReportedPayment } from '../../subscription/facts.js';
import { fromStripe } from './amounts.js';
import type { StripeInvoice, StripeLine, StripeSubscription } from './objects.js';

type FactOrigin = Pick<ReportedPayment['data'], 'factId' | 'occurredAt'>;

/** How a line belongs to the subscription: through its item, or as a proration. */
const detailsOf = ({ parent }: StripeLine) => parent?.subscription_item_details ?? parent?.invoice_item_details ?? null;
const productOf = ({ pricing }: StripeLine): string | undefined => pricing?.price_details?.product;

/** Whether a line credits time that was paid for before a change. */
function isCredit(line: StripeLine): boolean {
  const details = detailsOf(line);
  return (
    details?.proration === true && (line.amount < 0 || (details.proration_details?.credited_items ?? null) !== null)
  );
}

/** The line that names the plan and the end of the paid period; undefined for an invoice of something else. */
export function paidLine(lines: readonly StripeLine[], subscription: string): StripeLine | undefined {
  return lines
    .filter(
      (line) => detailsOf(line)?.subscription === subscription && productOf(line) !== undefined && !isCredit(line),
    )
    .toSorted((a, b) => b.period.end - a.period.end || b.amount - a.amount)[0];
}

/**
 * Whether an invoice belongs to a trial: nothing to pay, for a period within the trial.
 * @param subscription only used when nothing is to be paid
 */
export const isOfTrial = (
  { period }: StripeLine,
  { trial_start, trial_end }: Pick<StripeSubscription, 'trial_start' | 'trial_end'>,
): boolean => trial_start !== null && trial_end !== null && period.start >= trial_start && period.end <= trial_end;

/**
 * A paid invoice, from its lines only.
 * @param prices the catalogue, for the length of a plan's period
 */
export function paymentOf(
  origin: FactOrigin,
  invoice: StripeInvoice,
  lines: readonly StripeLine[],
  paid: StripeLine,
  isTrial: boolean,
  prices: (priceId: string) => Product | undefined,
): ReportedFact {
  const { amount_paid, billing_reason, currency, id: invoiceId, total_taxes } = invoice;
  const priceId = productOf(paid) ?? '';
  const credit = lines.find((line) => isCredit(line) && productOf(line) !== undefined);
  const before = credit === undefined ? undefined : productOf(credit);
  const { start: periodStart, end: periodEnd } = paid.period;
  const product = prices(priceId);
  // A proration line states only the end of the period. Its start is that many whole months earlier (a leap day is
  // reported as the 28th).
  const anchor =
    detailsOf(paid)?.proration === true && product !== undefined
      ? Math.min(periodStart, addMonths(periodEnd, -monthsOf(product)))
      : periodStart;
  return {
    type: 'PaymentSucceeded',
    data: {
      ...origin,
      amountPaid: fromStripe(amount_paid, currency).minor,
      anchor,
      currency,
      invoiceId,
      periodStart,
      periodEnd,
      priceId,
      tax: fromStripe(
        (total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
        currency,
      ).minor,
      ...(isTrial
        ? { reason: 'trial' as const }
        : credit !== undefined && before !== undefined
          ? { reason: 'upgrade' as const, replaces: { priceId: before, until: credit.period.end } }
          : { reason: billing_reason === 'subscription_create' ? ('start' as const) : ('renewal' as const) }),
    },
  };
}

/** A failed payment; Stripe counts the attempts. */
export function failureOf(
  origin: FactOrigin,
  { amount_remaining, attempt_count, currency, id: invoiceId, next_payment_attempt }: StripeInvoice,
): ReportedFact {
  return {
    type: 'PaymentFailed',
    data: {
      ...origin,
      amountDue: fromStripe(amount_remaining, currency).minor,
      attempts: Math.max(1, attempt_count),
      currency,
      invoiceId,
      nextAttemptAt: next_payment_attempt,
    },
  };
}
