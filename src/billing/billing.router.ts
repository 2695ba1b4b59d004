import type { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { APP_NAMES } from '../credits/credits.shared.js';
import { procedures, router } from '../platform/http/trpc.js';
import { GetSubLog } from './queries.js';

/** Who the router asks. */
export interface BillingRouterDeps {
  readonly queries: Pick<QueryBus, 'execute'>;
}

/** `subLog.*` of specification section 7. */
export function createSubLogRouter({ queries }: BillingRouterDeps) {
  return router({
    getSubLog: procedures.needs('ownUsage').input(z.object({ appName: z.enum(APP_NAMES) })).query(({ ctx, input }) => queries.execute(new GetSubLog(ctx.user.id, input.appName))),
  });
}
