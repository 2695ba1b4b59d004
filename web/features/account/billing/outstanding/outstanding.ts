import type { SubLog } from '@src/billing/plans/plan.shared';

/** A failed payment, as shown in the bar above the pages. */
export interface OutstandingNotice {
  /** Id of the invoice: a dismissed notice is not shown again in this session. */
  readonly invoiceId: string;
  readonly subscriptionId: string;
  /** Minor units, and ISO 4217 in lower case. */
  readonly minor: number;
  readonly currency: string;
  /** Time of the next automatic attempt in milliseconds since the epoch; null if there is none. */
  readonly nextAttemptAt: number | null;
  /** Whether the user can pay it here. */
  readonly canPay: boolean;
}

/**
 * The outstanding payment to show in the bar; undefined where the page shows it itself, or if it was dismissed.
 * @param path without language prefix
 * @param putAway ids of invoices dismissed in this session
 */
export function outstandingOf(
  subLog: SubLog | undefined,
  path: string,
  putAway: readonly string[],
): OutstandingNotice | undefined {
  if (subLog === undefined || subLog.expirePayment === null || path === '/billing') return undefined;
  const {
    expirePayment: { invoiceId, amountDue, currency, nextAttemptAt },
    currentPlan: { subscriptionId },
    paymentPlatform,
  } = subLog;
  if (subscriptionId === null || putAway.includes(invoiceId)) return undefined;
  return { invoiceId, subscriptionId, minor: amountDue, currency, nextAttemptAt, canPay: paymentPlatform.enable };
}
