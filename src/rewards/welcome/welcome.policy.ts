import type { Millis } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';
import { REWARDS, REWARDS_LAST_DAYS } from '../rewards.shared.js';

/** A grant that Rewards requests. Its id makes a repeat harmless. */
export interface WelcomeGrant {
  readonly account: { readonly userId: UserId; readonly appName: 'kinora'; readonly usageType: 'credits' };
  readonly change: {
    readonly type: 'grant';
    readonly grantId: string;
    readonly source: keyof typeof REWARDS;
    readonly amount: number;
    /**
     * Gifted credits pay only for models that this installation runs itself, never for a provider that bills the
     * operator.
     */
    readonly eligibility: 'free-models';
    readonly expiresAt: Millis;
    readonly at: Millis;
  };
}

/**
 * The new user and their start time. The grant's end is computed from that time, so a repeat requests the same grant.
 */
export interface Welcomed {
  readonly userId: UserId;
  /** Decided by Identity. */
  readonly grantAllowed: boolean;
  /** Milliseconds since the epoch. Absent from older messages; then `now` is used. */
  readonly at?: Millis;
}

function grant(
  { userId, grantAllowed, at }: Welcomed,
  source: keyof typeof REWARDS,
  now: Millis,
): WelcomeGrant | undefined {
  if (!grantAllowed) return undefined;
  return {
    account: { userId, appName: 'kinora', usageType: 'credits' },
    change: {
      type: 'grant',
      grantId: `${source}.${userId}`,
      source,
      amount: REWARDS[source],
      eligibility: 'free-models',
      expiresAt: (at ?? now) + REWARDS_LAST_DAYS * 86_400_000,
      at: now,
    },
  };
}

/**
 * Welcome grant of a new visitor.
 * @param now milliseconds since the epoch
 * @returns undefined when the address has used up its daily share
 */
export const welcome = (event: Welcomed, now: Millis): WelcomeGrant | undefined => grant(event, 'anonymous', now);

/**
 * Welcome grant of a user who has just verified their email address; their visitor credits stay.
 * @param now milliseconds since the epoch
 * @returns undefined when the mailbox has already had its grant, or the day's grants are used up
 */
export const signUpWelcome = (signedUp: Welcomed, now: Millis): WelcomeGrant | undefined =>
  grant(signedUp, 'signup', now);
