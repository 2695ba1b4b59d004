import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { defined } from '../kernel/defined.shared.js';
import { procedures, router, unwrap } from '../platform/http/trpc/trpc.js';
import { RecordEvents } from './commands.js';
import { eventBatch } from './events.shared.js';
import { GetAnalyticsReport } from './queries.js';
import { analyticsReport, reportInput } from './report.shared.js';

/** `analytics.*`: what browsers tell, and what came of it for who runs the installation. */
export function createAnalyticsRouter({ commands, queries }: { readonly commands: Pick<CommandBus, 'execute'>; readonly queries: Pick<QueryBus, 'execute'> }) {
  return router({
    /**
     * One batch. What is refused was not counted. What is answered with TRY_AGAIN may have been noted and not be counted: sent again, it is
     * then answered as taken and counts for nothing.
     */
    record: procedures.needs('tellAnalytics').input(eventBatch).mutation(async ({ ctx, input }) => {
      unwrap(await commands.execute(new RecordEvents(input, ctx.user, ctx.request.ip)));
      return { taken: input.events.length };
    }),
    report: procedures.needs('readAnalytics').input(reportInput).output(analyticsReport).query(({ input: { status, ...of } }) => queries.execute(new GetAnalyticsReport({ ...of, ...defined({ status }) }))),
  });
}
