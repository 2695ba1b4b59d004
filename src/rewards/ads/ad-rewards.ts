import { z } from 'zod';
import type { Clock, Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Collection, CollectionDefinition, DocumentStore } from '../../platform/documents/port.js';
import { decide, deleteWhere } from '../../platform/documents/update.js';
import { rewardClaimed } from '../grant.policy.js';
import { CALLBACK_VALID_MS, isRecent, isSigned, readCallback } from './callback.js';

export const AD_REWARDS: CollectionDefinition = { name: 'ad_rewards_v1', indexes: [['userId']] };
const adRewardDocument = z.object({
  userId: z.string(),
  /** What was rewarded of late: times by transaction id, milliseconds since the epoch. */
  transactions: z.record(z.string(), z.int()),
});
type AdRewardDocument = z.infer<typeof adRewardDocument>;

/** Credits for an ad, whole, their end in days, and how many ads of a user are rewarded in 24 hours. */
export const AD_REWARD = { credits: 1, lastsDays: 7, aDay: 5 } as const;

/** Id of the grant of an ad. */
export const adGrant = (userId: string, transactionId: string): string => `ad-reward.${userId}.${transactionId}`;

const DAY_MS: Millis = 86_400_000;
const REFUSED = err(productError('AD_REWARD_VERIFICATION_FAILED'));

export interface AdRewardsDeps {
  readonly documents: DocumentStore;
  /** The ad network's keys; undefined where no network is configured. */
  readonly keys: { find(keyId: string): Promise<string | undefined> } | undefined;
  /** Whether a user has an account. */
  readonly isMember: (userId: UserId) => Promise<boolean>;
  readonly clock: Clock;
}

/** Rewards for watched ads, which the ad network reports with a signature. */
export class AdRewards {
  private constructor(
    private readonly rewards: Collection<AdRewardDocument>,
    private readonly deps: AdRewardsDeps,
  ) {}

  static async open(deps: AdRewardsDeps): Promise<AdRewards> {
    return new AdRewards(await deps.documents.collection(AD_REWARDS, (stored) => adRewardDocument.parse(stored)), deps);
  }

  /**
   * Takes a callback. The grant follows by a message.
   * @param query of the request, as it was sent
   * @returns AD_REWARD_VERIFICATION_FAILED if it is not signed by the network, too old, a repeat, for nobody with an
   *   account, beyond the day's number, or if no network is configured
   * @throws StoreUnavailable to be called again
   */
  async take(query: string): Promise<Result<void, ProductError>> {
    const { keys, isMember, clock } = this.deps;
    const callback = readCallback(query);
    const now = clock.now();
    if (keys === undefined || callback === undefined || !isRecent(callback, now)) return REFUSED;
    const pem = await keys.find(callback.keyId);
    if (pem === undefined || !isSigned(callback, pem)) return REFUSED;
    const { userId, transactionId } = callback;
    if (!(await isMember(userId))) return REFUSED;
    return decide<AdRewardDocument, Result<void, ProductError>>(this.rewards, userId, (stored) => {
      // An older transaction cannot come again, because its callback is too old.
      const late = Object.entries(stored?.document.transactions ?? {}).filter(
        ([, at]) => now - at <= DAY_MS + CALLBACK_VALID_MS,
      );
      const isKnown = late.some(([id]) => id === transactionId);
      if (isKnown || late.filter(([, at]) => now - at <= DAY_MS).length >= AD_REWARD.aDay) return { answer: REFUSED };
      const claim = {
        userId,
        grantId: adGrant(userId, transactionId),
        source: 'ad-reward',
        amount: AD_REWARD.credits,
        lastsDays: AD_REWARD.lastsDays,
        at: now,
      } as const;
      return {
        answer: ok(undefined),
        write: {
          document: { userId, transactions: { ...Object.fromEntries(late), [transactionId]: now } },
          outbox: [rewardClaimed(claim)],
        },
      };
    });
  }

  /** @throws StoreUnavailable */
  async forget(userId: UserId): Promise<void> {
    await deleteWhere(this.rewards, { where: { userId } });
  }
}
