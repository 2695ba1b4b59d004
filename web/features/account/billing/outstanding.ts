import type { SubLog } from '@src/billing/plans/plan.shared';

/** A payment that has failed, as the bar over the pages tells of it. */
export interface OutstandingNotice {
  /** Of the invoice: what was put away is not shown again in this session. */
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
 * What the bar says of a payment that is outstanding; nothing where the page says it itself, or where it was put away.
 * @param path without language prefix
 * @param putAway invoices that were put away in this session
 */
export function outstandingOf(subLog: SubLog | undefined, path: string, putAway: readonly string[]): OutstandingNotice | undefined {
  if (subLog === undefined || subLog.expirePayment === null || path === '/billing') return undefined;
  const { expirePayment: { invoiceId, amountDue, currency, nextAttemptAt }, currentPlan: { subscriptionId }, paymentPlatform } = subLog;
  if (subscriptionId === null || putAway.includes(invoiceId)) return undefined;
  return { invoiceId, subscriptionId, minor: amountDue, currency, nextAttemptAt, canPay: paymentPlatform.enable };
}
