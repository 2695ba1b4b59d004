import { z } from 'zod';
import type { Millis } from '../kernel/clock.js';
import type { UserId } from '../kernel/ids.js';
import type { OutboxMessage } from '../platform/documents/port.js';
import type { WelcomeGrant } from './welcome/welcome.policy.js';

/** Stored in the same write as the claim. Its data is a `ClaimedReward`. */
export const REWARD_CLAIMED = 'RewardClaimed';

export const claimedReward = z.object({
  userId: z.string().transform((text) => text as UserId), // the brand is applied when the message is read
  grantId: z.string(),
  source: z.enum(['check-in', 'mission', 'invite', 'ad-reward', 'author-share']),
  /** Whole credits. */
  amount: z.int().positive(),
  lastsDays: z.int().positive(),
  /** Milliseconds since the epoch. */
  at: z.int(),
});
export type ClaimedReward = z.infer<typeof claimedReward>;

/** Message of a claim. Its id is that of the grant, so that one claim has one message. */
export const rewardClaimed = ({ userId, ...claim }: ClaimedReward): OutboxMessage => ({
  id: `reward-claimed.${claim.grantId}`,
  type: REWARD_CLAIMED,
  data: { userId, ...claim },
});

/** Stored in the same write as the decision to take credits back. Its data is a `TakenBackReward`. */
export const REWARD_TAKEN_BACK = 'RewardTakenBack';

/** A reward that is taken back: its own terms, because it may not be granted yet. */
export const takenBackReward = z.object({ reward: claimedReward, reason: z.enum(['refund', 'chargeback']) });
export type TakenBackReward = z.infer<typeof takenBackReward>;

export const rewardTakenBack = ({ reward, reason }: TakenBackReward): OutboxMessage => ({
  id: `reward-taken-back.${reward.grantId}`,
  type: REWARD_TAKEN_BACK,
  data: { reward: { ...reward }, reason },
});

/** Reference of the revocation of a reward. It names no payment, because the payment may be another user's. */
export const takenBackReference = (source: ClaimedReward['source'] | 'anonymous' | 'signup'): string =>
  `${source}:payment-returned`;

/** A grant that Rewards requests, of any source. */
export type RewardGrant = {
  readonly account: WelcomeGrant['account'];
  readonly change: Omit<WelcomeGrant['change'], 'source'> & {
    readonly source: WelcomeGrant['change']['source'] | ClaimedReward['source'];
  };
};

/**
 * The grant of a claim. It expires counted from the claim, so a repeat requests the same grant.
 * @param now milliseconds since the epoch
 */
export function grantOf({ userId, grantId, source, amount, lastsDays, at }: ClaimedReward, now: Millis): RewardGrant {
  return {
    account: { userId, appName: 'kinora', usageType: 'credits' },
    change: {
      type: 'grant',
      grantId,
      source,
      amount,
      eligibility: 'free-models',
      expiresAt: at + lastsDays * 86_400_000,
      at: now,
    },
  };
}
