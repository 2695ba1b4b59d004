import { Global, Module } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { TierReader } from '../../platform/http/security/session-user.js';
import { TIER_READER } from '../../platform/tokens.js';
import { GetEntitlements } from '../queries.js';

/** The main app's plan determines the entitlements; other apps' plans apply to those apps. */
const PLAN_APP = 'kinora';

/**
 * Global for `TIER_READER`, because every router checks the caller's plan. Nothing is cached, so purchases and
 * cancellations take effect at once.
 */
@Global()
@Module({
  providers: [
    {
      provide: TIER_READER,
      inject: [QueryBus],
      useFactory: (queries: QueryBus): TierReader => ({
        tierOf: async (user) => {
          const { tier } = await queries.execute(new GetEntitlements(user, PLAN_APP));
          return tier === 'free' ? undefined : tier;
        },
      }),
    },
  ],
  exports: [TIER_READER],
})
export class TierModule {}
