import type { ExpiringSoon } from '../credits/index.js';
import type { NewNotice } from '../identity/index.js';
import type { Millis } from '../kernel/clock.js';
import type { UserId } from '../kernel/ids.js';
import { REWARDS } from './rewards.shared.js';

/** How long before credits expire their owner is told. */
export const TOLD_BEFORE_MS: Millis = 3 * 86_400_000;

/** What someone with a new account is told of their welcome. @param at milliseconds since the epoch */
export function welcomeNotice(userId: UserId, at: Millis): NewNotice {
  return { userId, cause: 'sign-up', at, content: { kind: 'credits-given', source: 'signup', amount: REWARDS.signup } };
}

/** What someone is told whose credits expire soon: once for each time at which some do, dated when they came so near to it. */
export function expiryNotice({ account: { userId, appName, usageType }, at, amount }: ExpiringSoon): NewNotice {
  return { userId, cause: `expiring.${appName}.${usageType}.${at}`, at: at - TOLD_BEFORE_MS, content: { kind: 'credits-expiring', amount, at } };
}
