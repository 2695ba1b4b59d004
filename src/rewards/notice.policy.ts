import type { ExpiringSoon } from '../credits/index.js';
import type { NewNotice } from '../identity/index.js';
import type { Millis } from '../kernel/clock.js';
import type { UserId } from '../kernel/ids.js';
import type { ClaimedReward } from './grant.policy.js';
import { REWARDS } from './rewards.shared.js';

/** How long before an expiry the owner is notified. */
export const NOTICE_BEFORE_MS: Millis = 3 * 86_400_000;

/**
 * Notice of the welcome credits of a new account.
 * @param at milliseconds since the epoch
 */
export function welcomeNotice(userId: UserId, at: Millis): NewNotice {
  return { userId, cause: 'sign-up', at, content: { kind: 'credits-given', source: 'signup', amount: REWARDS.signup } };
}

/** Notice of the credits of an invite, to the friend or the inviter. It does not say who the other is. */
export function inviteNotice({ userId, grantId, amount, at }: ClaimedReward): NewNotice {
  return { userId, cause: grantId, at, content: { kind: 'credits-given', source: 'invite', amount } };
}

/** Notice of credits that expire soon: one for each expiry time, dated when the warning period began. */
export function expiryNotice({ account: { userId, appName, usageType }, at, amount }: ExpiringSoon): NewNotice {
  return {
    userId,
    cause: `expiring.${appName}.${usageType}.${at}`,
    at: at - NOTICE_BEFORE_MS,
    content: { kind: 'credits-expiring', amount, at },
  };
}
