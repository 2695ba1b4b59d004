import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { GrantCaps } from '../identity/index.js';
import type { Clock, Millis } from '../kernel/clock.js';
import { defined } from '../kernel/defined.shared.js';
import { productError, type ProductError } from '../kernel/errors.shared.js';
import type { ConsistencyToken } from '../kernel/event-sourcing/event.js';
import type { UserId } from '../kernel/ids.js';
import { err, ok, type Result } from '../kernel/result.js';
import type { RateLimit, RateRule } from '../platform/rate-limit/port.js';
import { WALL_CLOCK } from '../platform/tokens.js';
import { StoreUnavailable } from '../platform/unavailable.js';
import { checkInOn, localDate } from './check-in/streak.shared.js';
import { grantOf, rewardClaimed, type ClaimedReward } from './grant.policy.js';
import { MISSIONS } from './missions/missions.shared.js';
import { RewardGrants, RewardRefused } from './reward-grants.js';
import { refusalOfMission, RewardStore, type RewardDocument } from './reward.store.js';
import type { ClaimedView, RewardsView } from './rewards.view.shared.js';

/** A caller who claims: the address of the request counts against the day's caps. */
interface Claimant {
  readonly userId: UserId;
  readonly ip: string;
}

/**
 * Checks in on today's date of a time zone. MISSION_CREDIT_ALREADY_CLAIMED if that was done, REWARDS_LIMIT {seconds} if
 * the claims of the address, its network or the installation are used up for the day (UTC), TOO_MANY_ATTEMPTS {seconds}
 * for a flood of requests, UNLOCKING_REWARD_FAILED if the ledger refuses the credits.
 */
export class CheckIn extends Command<Result<ClaimedView, ProductError>> {
  /** @param timeZone IANA name that this runtime knows */
  constructor(
    readonly claimant: Claimant,
    readonly timeZone: string,
  ) {
    super();
  }
}

/**
 * Claims the credits of a mission. MISSION_NOT_FOUND, MISSION_NOT_COMPLETED, MISSION_CREDIT_ALREADY_CLAIMED,
 * REWARDS_LIMIT, TOO_MANY_ATTEMPTS or UNLOCKING_REWARD_FAILED as `CheckIn`.
 */
export class ClaimMission extends Command<Result<ClaimedView, ProductError>> {
  constructor(
    readonly claimant: Claimant,
    readonly missionId: string,
  ) {
    super();
  }
}

/** Today's check-in and the missions of a user. */
export class GetRewards extends Query<RewardsView> {
  /** @param timeZone IANA name that this runtime knows */
  constructor(
    readonly userId: UserId,
    readonly timeZone: string,
  ) {
    super();
  }
}

const DAY_MS = 86_400_000;
/** Claims that a user may try in a minute. */
const RATE: RateRule = { limit: 20, windowMs: 60_000 };

/** How a claim is decided, for `Claims`. */
interface Attempt {
  /** Refuses what is not claimable, without writing. */
  readonly check: (at: Millis) => Promise<ProductError | undefined>;
  readonly claim: (at: Millis) => Promise<Result<ClaimedReward, ProductError>>;
}

export interface ClaimsDeps {
  readonly caps: Pick<GrantCaps, 'take' | 'giveBack'>;
  readonly grants: RewardGrants;
  readonly rateLimit: Pick<RateLimit, 'take'>;
  readonly clock: Clock;
}

/** Counts claims against the day's caps, and grants what was claimed. */
export class Claims {
  constructor(private readonly deps: ClaimsDeps) {}

  /** Runs a claim within the caps. Only what is claimable counts against them. */
  async within({ userId, ip }: Claimant, { check, claim }: Attempt): Promise<Result<ClaimedView, ProductError>> {
    const { caps, clock, rateLimit } = this.deps;
    const rate = await rateLimit.take(`reward:${userId}`, RATE);
    if (!rate.allowed) return err(productError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(rate.retryAfterMs / 1_000) }));
    const at = clock.now();
    const refused = await check(at);
    if (refused !== undefined) return err(refused);
    if (!(await caps.take('reward', ip, at)))
      return err(productError('REWARDS_LIMIT', { seconds: Math.ceil((DAY_MS - (at % DAY_MS)) / 1_000) }));
    let isClaimed = false;
    try {
      const claimed = await claim(at);
      if (!claimed.ok) return claimed;
      isClaimed = true;
      const given = await this.give(claimed.value);
      return given.ok ? ok({ credits: claimed.value.amount, ...defined({ balance: given.value }) }) : given;
    } finally {
      if (!isClaimed) await caps.giveBack('reward', ip, at);
    }
  }

  /** The claim's message repeats the grant if it fails here. */
  private async give(claimed: ClaimedReward): Promise<Result<ConsistencyToken | undefined, ProductError>> {
    try {
      return ok(await this.deps.grants.give(grantOf(claimed, this.deps.clock.now()), rewardClaimed(claimed).id));
    } catch (error) {
      if (error instanceof StoreUnavailable) return ok(undefined);
      if (error instanceof RewardRefused) return err(productError('UNLOCKING_REWARD_FAILED'));
      throw error;
    }
  }
}

const DONE = productError('MISSION_CREDIT_ALREADY_CLAIMED');

@CommandHandler(CheckIn)
export class CheckInHandler implements ICommandHandler<CheckIn> {
  constructor(
    private readonly rewards: RewardStore,
    private readonly claims: Claims,
  ) {}

  execute({ claimant, timeZone }: CheckIn): Promise<Result<ClaimedView, ProductError>> {
    const { userId } = claimant;
    return this.claims.within(claimant, {
      check: async (at) => {
        const { checkIn } = await this.rewards.find(userId);
        return checkInOn(checkIn, localDate(at, timeZone)).state === 'done' ? DONE : undefined;
      },
      claim: async (at) => {
        const answer = await this.rewards.checkIn(userId, localDate(at, timeZone), at);
        return 'claimed' in answer ? ok(answer.claimed) : err(DONE);
      },
    });
  }
}

const REFUSALS = {
  unknown: 'MISSION_NOT_FOUND',
  incomplete: 'MISSION_NOT_COMPLETED',
  claimed: 'MISSION_CREDIT_ALREADY_CLAIMED',
} as const;

@CommandHandler(ClaimMission)
export class ClaimMissionHandler implements ICommandHandler<ClaimMission> {
  constructor(
    private readonly rewards: RewardStore,
    private readonly claims: Claims,
  ) {}

  execute({ claimant, missionId }: ClaimMission): Promise<Result<ClaimedView, ProductError>> {
    const { userId } = claimant;
    return this.claims.within(claimant, {
      check: async () => {
        const refused = refusalOfMission(await this.rewards.find(userId), missionId);
        return refused && productError(REFUSALS[refused]);
      },
      claim: async (at) => {
        const answer = await this.rewards.claim(userId, missionId, at);
        return 'claimed' in answer ? ok(answer.claimed) : err(productError(REFUSALS[answer.refused]));
      },
    });
  }
}

@QueryHandler(GetRewards)
export class GetRewardsHandler implements IQueryHandler<GetRewards> {
  constructor(
    private readonly rewards: RewardStore,
    @Inject(WALL_CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ userId, timeZone }: GetRewards): Promise<RewardsView> {
    const stored = await this.rewards.find(userId);
    return {
      today: checkInOn(stored.checkIn, localDate(this.clock.now(), timeZone)),
      missions: MISSIONS.map(({ id, credits, page, completedBy }) => ({
        id,
        credits,
        page,
        state: stateOf(stored, id, completedBy),
      })),
    };
  }
}

const stateOf = (
  { claimed, facts }: RewardDocument,
  id: string,
  fact: string,
): RewardsView['missions'][number]['state'] => (id in claimed ? 'claimed' : fact in facts ? 'completed' : 'open');
