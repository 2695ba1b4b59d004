import { isActiveStatus, isPaid, type SubLog } from '@src/billing/plan.shared';

/** Why a plan cannot be changed from here, or what is changed elsewhere; undefined for somebody who may begin with any. */
export function changeObstacleOf(log: SubLog | undefined): 'outstanding' | 'paused' | 'trial' | 'cancelled' | 'smaller' | undefined {
  if (log === undefined || !isPaid(log.currentPlan)) return undefined;
  const { status, cancelAtPeriodEnd } = log.currentPlan;
  if (status === 'past_due' || status === 'unpaid') return 'outstanding';
  if (status === 'paused') return 'paused';
  if (!isActiveStatus(status)) return undefined;
  if (status === 'trialing') return 'trial';
  return cancelAtPeriodEnd ? 'cancelled' : 'smaller';
}

/** Whether nothing at all can be changed now. */
export function isBlocked(log: SubLog | undefined): boolean {
  const hindrance = changeObstacleOf(log);
  return hindrance !== undefined && (hindrance !== 'smaller' || log?.paymentPlatform.enable === false);
}
