import { Module, type OnModuleInit } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindMembership, USER_PURGED, userLeftData } from '../../identity/index.js';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import { CONFIG, DOCUMENTS, WALL_CLOCK } from '../../platform/tokens.js';
import { AdRewardsController } from './ad-rewards.controller.js';
import { AdRewards } from './ad-rewards.js';
import { VerifierKeys } from './verifier-keys.js';

interface AdConfig {
  readonly adRewardKeysUrl?: string;
}

/** Credits for ads that an ad network reports. Off unless the address of the network's keys is configured. */
@Module({
  controllers: [AdRewardsController],
  providers: [
    {
      provide: AdRewards,
      inject: [DOCUMENTS, QueryBus, CONFIG, WALL_CLOCK],
      useFactory: (documents: DocumentStore, queries: QueryBus, { adRewardKeysUrl: url }: AdConfig, clock: Clock) =>
        AdRewards.open({
          documents,
          keys: url === undefined ? undefined : new VerifierKeys(url, clock),
          isMember: async (userId) => (await queries.execute(new FindMembership(userId))) !== undefined,
          clock,
        }),
    },
  ],
})
export class AdRewardsModule implements OnModuleInit {
  constructor(
    private readonly rewards: AdRewards,
    private readonly relay: Relay,
  ) {}

  onModuleInit(): void {
    this.relay.register({
      name: 'rewards.ads',
      types: [USER_PURGED],
      handle: ({ data }) => this.rewards.forget(userLeftData.parse(data).userId),
    });
  }
}
