import { isLocalExpired, type SubLog } from '../billing/plan.shared.js';
import type { UserStatus } from './names.shared.js';

/**
 * The user-status property of analytics (specification section 3): without an account `anon`, with a plan that is over `expired`, without
 * one `free`.
 * @param log of somebody with an account; undefined as long as it is not known
 * @returns undefined for somebody whose plan is in force, and as long as the plan is not known
 */
export function statusOf(isMember: boolean, log: Pick<SubLog, 'isSub' | 'isActiveSub' | 'paymentPlatform'> | undefined): UserStatus | undefined {
  if (!isMember) return 'anon';
  if (log === undefined) return undefined;
  if (!log.isSub) return 'free';
  if (isLocalExpired(log) || !log.isActiveSub) return 'expired';
  return undefined;
}
