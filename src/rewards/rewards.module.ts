import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { finishedTask, FindTaskOutcome, TASK_FINISHED, WORK_PUBLISHED, workNews } from '../creation/index.js';
import { GrantCaps, USER_PURGED, userLeftData, VISITOR_MERGED, visitorMergedData } from '../identity/index.js';
import type { Clock } from '../kernel/clock.js';
import type { DocumentStore } from '../platform/documents/port.js';
import { Relay } from '../platform/documents/relay.js';
import { ExportParts } from '../platform/export-parts.js';
import type { RateLimit } from '../platform/rate-limit/port.js';
import { CLOCK, DOCUMENTS, RATE_LIMIT, WALL_CLOCK } from '../platform/tokens.js';
import { claimedReward, grantOf, REWARD_CLAIMED } from './grant.policy.js';
import { AdRewardsModule } from './ads/ad-rewards.module.js';
import { InviteStore } from './invites/invite.store.js';
import { InvitesModule } from './invites/invites.module.js';
import { RewardNoticesModule } from './notices.module.js';
import { RewardGrants } from './reward-grants.js';
import { RewardStore } from './reward.store.js';
import { CheckInHandler, ClaimMissionHandler, Claims, GetRewardsHandler } from './rewards.commands.js';
import { rewardsPart } from './rewards.data-export.js';
import { SharesModule } from './shares/shares.module.js';
import { Shares } from './shares/shares.js';
import { WelcomeModule } from './welcome/welcome.module.js';

/** Credits for new users, daily check-ins, missions and invites, and notices about them. */
@Module({
  imports: [WelcomeModule, AdRewardsModule, InvitesModule, SharesModule, RewardNoticesModule],
  providers: [
    {
      provide: RewardStore,
      inject: [DOCUMENTS],
      useFactory: (documents: DocumentStore) => RewardStore.open(documents),
    },
    {
      provide: Claims,
      inject: [GrantCaps, RewardGrants, RATE_LIMIT, WALL_CLOCK],
      useFactory: (caps: GrantCaps, grants: RewardGrants, rateLimit: RateLimit, clock: Clock) =>
        new Claims({ caps, grants, rateLimit, clock }),
    },
    CheckInHandler,
    ClaimMissionHandler,
    GetRewardsHandler,
  ],
  exports: [SharesModule],
})
export class RewardsModule implements OnModuleInit {
  constructor(
    private readonly relay: Relay,
    private readonly queries: QueryBus,
    private readonly grants: RewardGrants,
    private readonly rewards: RewardStore,
    private readonly invites: InviteStore,
    private readonly shares: Shares,
    private readonly parts: ExportParts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.parts.register(rewardsPart(this.rewards, this.invites, this.shares));
    this.registerGrants();
    this.registerFacts();
    this.relay.register({
      name: 'rewards.accounts',
      types: [VISITOR_MERGED, USER_PURGED],
      handle: async ({ type, data }) => {
        if (type === USER_PURGED) return this.rewards.forget(userLeftData.parse(data).userId);
        const { from, to } = visitorMergedData.parse(data);
        return this.rewards.merge(from, to);
      },
    });
  }

  private registerGrants(): void {
    this.relay.register({
      name: 'rewards.claims',
      types: [REWARD_CLAIMED],
      handle: async ({ id, data }) => {
        await this.grants.give(grantOf(claimedReward.parse(data), this.clock.now()), id);
      },
    });
  }

  /** Facts that complete missions. */
  private registerFacts(): void {
    this.relay.register({
      name: 'rewards.tasks',
      types: [TASK_FINISHED],
      handle: async ({ data }) => {
        const task = await this.queries.execute(new FindTaskOutcome(finishedTask(data)));
        if (task?.hasResult !== true) return;
        await this.rewards.record(task.owner, task.media === 'video' ? 'video-made' : 'image-made', this.clock.now());
      },
    });
    this.relay.register({
      name: 'rewards.works',
      types: [WORK_PUBLISHED],
      handle: async ({ data }) => {
        const task = await this.queries.execute(new FindTaskOutcome(finishedTask(workNews.parse(data))));
        if (task !== undefined) await this.rewards.record(task.owner, 'work-published', this.clock.now());
      },
    });
  }
}
