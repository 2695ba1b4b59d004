import { z } from 'zod';
import type { Millis } from '../kernel/clock.js';
import type { UserId } from '../kernel/ids.js';
import type { Collection, CollectionDefinition, DocumentStore } from '../platform/documents/port.js';
import { decide, deleteWhere, upsert } from '../platform/documents/update.js';
import { checkInOn, CHECK_IN_LASTS_DAYS, type TodaysCheckIn } from './check-in/streak.shared.js';
import { rewardClaimed, type ClaimedReward } from './grant.policy.js';
import { MISSION_LASTS_DAYS, MISSIONS, missionOf, type MissionFact } from './missions/missions.shared.js';

export const REWARDS_OF_USERS: CollectionDefinition = { name: 'rewards_v1', indexes: [['userId']] };

const times = z.record(z.string(), z.int());
const rewardDocument = z.object({
  userId: z.string(),
  checkIn: z.object({ date: z.string(), day: z.int() }).exactOptional(),
  /** When each fact was first true, and when each mission was claimed: milliseconds since the epoch. */
  facts: times,
  claimed: times,
});
/** A user's progress and claims, by user id. */
export type RewardDocument = z.infer<typeof rewardDocument>;

const empty = (userId: UserId): RewardDocument => ({ userId, facts: {}, claimed: {} });

/** The result of a claim: what was claimed, or why it was not. */
export type Claim<Refusal extends string> = { readonly claimed: ClaimedReward } | { readonly refused: Refusal };

export type MissionRefusal = 'unknown' | 'incomplete' | 'claimed';

/** Why a mission's credits cannot be claimed; undefined when they can. */
export function refusalOfMission(
  { facts, claimed }: Pick<RewardDocument, 'facts' | 'claimed'>,
  missionId: string,
): MissionRefusal | undefined {
  const mission = missionOf(missionId);
  if (mission === undefined) return 'unknown';
  if (mission.id in claimed) return 'claimed';
  return mission.completedBy in facts ? undefined : 'incomplete';
}

/** Progress and claims of users. A claim and its message are one write, so that each claim is granted exactly once. */
export class RewardStore {
  private constructor(private readonly rewards: Collection<RewardDocument>) {}

  static async open(documents: DocumentStore): Promise<RewardStore> {
    return new RewardStore(await documents.collection(REWARDS_OF_USERS, (stored) => rewardDocument.parse(stored)));
  }

  /** @throws StoreUnavailable */
  async find(userId: UserId): Promise<RewardDocument> {
    return (await this.rewards.get(userId))?.document ?? empty(userId);
  }

  /**
   * Checks in on a date.
   * @param date on the user's calendar, `YYYY-MM-DD`
   * @param at milliseconds since the epoch
   * @throws StoreUnavailable
   */
  checkIn(userId: UserId, date: string, at: Millis): Promise<Claim<'done'> & { readonly today: TodaysCheckIn }> {
    return decide<RewardDocument, Claim<'done'> & { readonly today: TodaysCheckIn }>(this.rewards, userId, (stored) => {
      const before = stored?.document ?? empty(userId);
      const today = checkInOn(before.checkIn, date);
      if (today.state === 'done') return { answer: { refused: 'done', today } };
      const claimed: ClaimedReward = {
        userId,
        grantId: `check-in.${userId}.${date}`,
        source: 'check-in',
        amount: today.credits,
        lastsDays: CHECK_IN_LASTS_DAYS,
        at,
      };
      return {
        answer: { claimed, today },
        write: { document: { ...before, checkIn: { date, day: today.day } }, outbox: [rewardClaimed(claimed)] },
      };
    });
  }

  /**
   * Claims the credits of a mission.
   * @param at milliseconds since the epoch
   * @throws StoreUnavailable
   */
  claim(userId: UserId, missionId: string, at: Millis): Promise<Claim<MissionRefusal>> {
    return decide<RewardDocument, Claim<MissionRefusal>>(this.rewards, userId, (stored) => {
      const before = stored?.document ?? empty(userId);
      const mission = missionOf(missionId);
      const refused = refusalOfMission(before, missionId);
      if (mission === undefined || refused !== undefined) return { answer: { refused: refused ?? 'unknown' } };
      const claimed: ClaimedReward = {
        userId,
        grantId: `mission.${userId}.${mission.id}`,
        source: 'mission',
        amount: mission.credits,
        lastsDays: MISSION_LASTS_DAYS,
        at,
      };
      return {
        answer: { claimed },
        write: {
          document: { ...before, claimed: { ...before.claimed, [mission.id]: at } },
          outbox: [rewardClaimed(claimed)],
        },
      };
    });
  }

  /**
   * Records that a fact is true of a user. Only the first time counts.
   * @param at milliseconds since the epoch
   * @throws StoreUnavailable
   */
  async record(userId: UserId, fact: MissionFact, at: Millis): Promise<void> {
    await upsert(this.rewards, userId, (stored) => {
      const before = stored ?? empty(userId);
      return fact in before.facts ? 'unchanged' : { document: { ...before, facts: { ...before.facts, [fact]: at } } };
    });
  }

  /**
   * Moves a visitor's facts to the account that the visitor signed in to. Claims stay with who made them.
   * @throws StoreUnavailable
   */
  async merge(from: UserId, to: UserId): Promise<void> {
    const { facts } = await this.find(from);
    for (const { completedBy } of MISSIONS) {
      const at = facts[completedBy];
      if (at !== undefined) await this.record(to, completedBy, at);
    }
    await this.forget(from);
  }

  /** @throws StoreUnavailable */
  async forget(userId: UserId): Promise<void> {
    await deleteWhere(this.rewards, { where: { userId } });
  }
}
