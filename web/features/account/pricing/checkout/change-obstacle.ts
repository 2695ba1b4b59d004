import { isActiveStatus, isPaid, type SubLog } from '@src/billing/plans/plan.shared';

/** Why the plan cannot be changed on this page; undefined if any plan can be chosen. */
export function changeObstacleOf(
  log: SubLog | undefined,
): 'outstanding' | 'paused' | 'trial' | 'cancelled' | 'smaller' | undefined {
  if (log === undefined || !isPaid(log.currentPlan)) return undefined;
  const { status, cancelAtPeriodEnd } = log.currentPlan;
  if (status === 'past_due' || status === 'unpaid') return 'outstanding';
  if (status === 'paused') return 'paused';
  if (!isActiveStatus(status)) return undefined;
  if (status === 'trialing') return 'trial';
  return cancelAtPeriodEnd ? 'cancelled' : 'smaller';
}

/** Whether no change of plan is possible at all. */
export function isBlocked(log: SubLog | undefined): boolean {
  const hindrance = changeObstacleOf(log);
  return hindrance !== undefined && (hindrance !== 'smaller' || log?.paymentPlatform.enable === false);
}
