import type { SubLog } from '@src/billing/plans/plan.shared';

/** A failed payment, as shown in the bar above the pages. */
export interface OutstandingNotice {
  /** Id of the invoice: a dismissed notice is not shown again in this session. */
  readonly invoiceId: string;
  readonly subscriptionId: string;
  /** Minor units, and ISO 4217 in lower case. */
  readonly minor: number;
  readonly currency: string;
  /** When it is tried again by itself, milliseconds since the epoch; null when it is not. */
  readonly nextAttemptAt: number | null;
  /** Whether it can be paid from here. */
  readonly canPay: boolean;
}

/**
 * The outstanding payment to show in the bar; undefined where the page shows it itself, or if it was dismissed.
 * @param path without language prefix
 * @param putAway invoices that were put away in this session
 */
export function outstandingOf(subLog: SubLog | undefined, path: string, putAway: readonly string[]): OutstandingNotice | undefined {
  if (subLog === undefined || subLog.expirePayment === null || path === '/billing') return undefined;
  const { expirePayment: { invoiceId, amountDue, currency, nextAttemptAt }, currentPlan: { subscriptionId }, paymentPlatform } = subLog;
  if (subscriptionId === null || putAway.includes(invoiceId)) return undefined;
  return { invoiceId, subscriptionId, minor: amountDue, currency, nextAttemptAt, canPay: paymentPlatform.enable };
}
