import type { Millis } from '../kernel/clock.js';
import type { UserId } from '../kernel/ids.js';
import { REWARDS } from './settings.js';

/** What Rewards asks of a user's account: a grant, by an id that makes asking twice the same as asking once. */
export interface WelcomeGrant {
  readonly account: { readonly userId: UserId; readonly appName: 'kinora'; readonly usageType: 'credits' };
  readonly change: {
    readonly type: 'grant';
    readonly grantId: string;
    readonly source: 'anonymous';
    readonly amount: number;
    readonly eligibility: 'any';
    readonly at: Millis;
  };
}

/**
 * The welcome of a visitor who has just arrived.
 * @param at milliseconds since the epoch
 * @returns undefined when the address has had its share of today (identity decides that)
 */
export function welcome(arrived: { readonly userId: UserId; readonly grantAllowed: boolean }, at: Millis): WelcomeGrant | undefined {
  if (!arrived.grantAllowed) return undefined;
  return {
    account: { userId: arrived.userId, appName: 'kinora', usageType: 'credits' },
    change: { type: 'grant', grantId: `anonymous.${arrived.userId}`, source: 'anonymous', amount: REWARDS.anonymous, eligibility: 'any', at },
  };
}
