import type { Millis } from '../kernel/clock.js';
import type { UserId } from '../kernel/ids.js';
import { REWARDS, REWARDS_LAST_DAYS } from './rewards.shared.js';

/** What Rewards asks of a user's account: a grant, by an id that makes asking twice the same as asking once. */
export interface WelcomeGrant {
  readonly account: { readonly userId: UserId; readonly appName: 'kinora'; readonly usageType: 'credits' };
  readonly change: {
    readonly type: 'grant';
    readonly grantId: string;
    readonly source: keyof typeof REWARDS;
    readonly amount: number;
    /** What is given away pays for what this installation makes itself, and never for an engine that bills the operator. */
    readonly eligibility: 'free-models';
    readonly expiresAt: Millis;
    readonly at: Millis;
  };
}

/** Who is welcomed, and since when: the grant's end follows from that, so that asking again requests the same. */
export interface Welcomed {
  readonly userId: UserId;
  /** Identity decides that. */
  readonly grantAllowed: boolean;
  /** Milliseconds since the epoch. Absent from messages of before it was told: then `now` counts. */
  readonly at?: Millis;
}

function grant({ userId, grantAllowed, at }: Welcomed, source: keyof typeof REWARDS, now: Millis): WelcomeGrant | undefined {
  if (!grantAllowed) return undefined;
  return {
    account: { userId, appName: 'kinora', usageType: 'credits' },
    change: {
      type: 'grant', grantId: `${source}.${userId}`, source, amount: REWARDS[source], eligibility: 'free-models',
      expiresAt: (at ?? now) + REWARDS_LAST_DAYS * 86_400_000, at: now,
    },
  };
}

/**
 * The welcome of a visitor who has just arrived.
 * @param now milliseconds since the epoch
 * @returns undefined when the address has had its share of today
 */
export const welcome = (event: Welcomed, now: Millis): WelcomeGrant | undefined => grant(event, 'anonymous', now);

/**
 * The welcome of a user who has just shown that their e-mail address is theirs; what they had as a visitor stays.
 * @param now milliseconds since the epoch
 * @returns undefined when the mailbox has had its grant, or today's are given
 */
export const signUpWelcome = (signedUp: Welcomed, now: Millis): WelcomeGrant | undefined => grant(signedUp, 'signup', now);
