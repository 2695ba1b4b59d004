import type { Millis } from '../kernel/clock.js';
import type { UserId } from '../kernel/ids.js';
import { REWARDS } from './rewards.shared.js';

/** What Rewards asks of a user's account: a grant, by an id that makes asking twice the same as asking once. */
export interface WelcomeGrant {
  readonly account: { readonly userId: UserId; readonly appName: 'kinora'; readonly usageType: 'credits' };
  readonly change: {
    readonly type: 'grant';
    readonly grantId: string;
    readonly source: keyof typeof REWARDS;
    readonly amount: number;
    readonly eligibility: 'any';
    readonly at: Millis;
  };
}

function grant(userId: UserId, source: keyof typeof REWARDS, at: Millis): WelcomeGrant {
  return {
    account: { userId, appName: 'kinora', usageType: 'credits' },
    change: { type: 'grant', grantId: `${source}.${userId}`, source, amount: REWARDS[source], eligibility: 'any', at },
  };
}

/**
 * The welcome of a visitor who has just arrived.
 * @param at milliseconds since the epoch
 * @returns undefined when the address has had its share of today (identity decides that)
 */
export function welcome(arrived: { readonly userId: UserId; readonly grantAllowed: boolean }, at: Millis): WelcomeGrant | undefined {
  return arrived.grantAllowed ? grant(arrived.userId, 'anonymous', at) : undefined;
}

/** The welcome of a user who has just shown that their e-mail address is theirs; what they had as a visitor stays. @param at milliseconds since the epoch */
export function signUpWelcome(signedUp: { readonly userId: UserId }, at: Millis): WelcomeGrant {
  return grant(signedUp.userId, 'signup', at);
}
