import type { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { procedures, router } from '../../../platform/http/trpc/trpc.js';
import { ListOperatorLog, VerifyOperatorLog } from './queries.js';

/** `operatorLog.*`: the log of administrators and finance. Reading it is recorded too. */
export function createOperatorLogRouter({ queries }: { readonly queries: Pick<QueryBus, 'execute'> }) {
  const reader = procedures.needs('readOperatorLog');
  return router({
    list: reader
      .input(z.object({ cursor: z.int().min(1).nullish(), limit: z.int().min(1).max(200).default(50) }))
      .query(({ input: { cursor, limit } }) => queries.execute(new ListOperatorLog(limit, cursor ?? undefined))),
    /** Verifies the whole chain. */
    verify: reader.query(() => queries.execute(new VerifyOperatorLog())),
  });
}
