import type { Millis } from '../kernel/clock.js';
import { isLocalExpired, isPaidUser, type Plan, type SubLog } from '../billing/plans/plan.shared.js';
import type { UserStatus } from './names.shared.js';

type PlanLog = Pick<SubLog, 'isSub' | 'isActiveSub' | 'paymentPlatform'> & {
  readonly currentPlan: Pick<Plan, 'currentPeriodEnd'>;
  readonly otherPlan: readonly Pick<Plan, 'currentPeriodEnd'>[];
};

/**
 * The user-status property of analytics: `anon` without an account, `expired` with an ended plan, `free` without a
 * plan. A plan has ended once it is not in force and its paid time has passed.
 * @param log of a user with an account; undefined while unknown
 * @returns undefined for a user with a plan in force, and while the plan is unknown
 */
export function statusOf(isMember: boolean, log: PlanLog | undefined, now: Millis): UserStatus | undefined {
  if (!isMember) return 'anon';
  if (log === undefined) return undefined;
  if (!log.isSub) return 'free';
  if (isLocalExpired(log)) return 'expired';
  return log.isActiveSub || isPaidUser([log.currentPlan, ...log.otherPlan], now) ? undefined : 'expired';
}
