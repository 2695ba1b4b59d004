import type { Millis } from '../kernel/clock.js';
import { isLocalExpired, isPaidUser, type Plan, type SubLog } from '../billing/plans/plan.shared.js';
import type { UserStatus } from './names.shared.js';

type PlanLog = Pick<SubLog, 'isSub' | 'isActiveSub' | 'paymentPlatform'> & { readonly currentPlan: Pick<Plan, 'currentPeriodEnd'>; readonly otherPlan: readonly Pick<Plan, 'currentPeriodEnd'>[] };

/**
 * The user-status property of analytics: without an account `anon`, with a plan that is over `expired`, without
 * one `free`. A plan is over once it is not in force and the time that was paid for has passed.
 * @param log of someone with an account; undefined as long as it is not known
 * @returns undefined for someone whose plan is in force, and as long as the plan is not known
 */
export function statusOf(isMember: boolean, log: PlanLog | undefined, now: Millis): UserStatus | undefined {
  if (!isMember) return 'anon';
  if (log === undefined) return undefined;
  if (!log.isSub) return 'free';
  if (isLocalExpired(log)) return 'expired';
  return log.isActiveSub || isPaidUser([log.currentPlan, ...log.otherPlan], now) ? undefined : 'expired';
}
