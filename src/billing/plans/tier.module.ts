import { Global, Module } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { TierReader } from '../../platform/http/security/session-user.js';
import { TIER_READER } from '../../platform/tokens.js';
import { GetEntitlements } from '../queries.js';

/** The main app's plan decides what may be done; the other apps' plans are for those apps. */
const PLAN_APP = 'kinora';

/** Global for `TIER_READER`: every wire asks which plan a caller pays for. Nothing is kept between two questions, so that a purchase counts at once and an end too. */
@Global()
@Module({
  providers: [{
    provide: TIER_READER,
    inject: [QueryBus],
    useFactory: (queries: QueryBus): TierReader => ({
      tierOf: async (user) => {
        const { tier } = await queries.execute(new GetEntitlements(user, PLAN_APP));
        return tier === 'free' ? undefined : tier;
      },
    }),
  }],
  exports: [TIER_READER],
})
export class TierModule {}
