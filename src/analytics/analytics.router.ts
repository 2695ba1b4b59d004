import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { defined } from '../kernel/defined.shared.js';
import { procedures, router, unwrap } from '../platform/http/trpc/trpc.js';
import { RecordEvents } from './commands.js';
import { eventBatch } from './events.shared.js';
import { GetAnalyticsReport } from './queries.js';
import { analyticsReport, reportInput } from './report.shared.js';

/** `analytics.*`: events from browsers, and reports for operators. */
export function createAnalyticsRouter({
  commands,
  queries,
}: {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}) {
  return router({
    /**
     * Records one batch. A refused batch was not counted. After TRY_AGAIN the batch may be noted but not counted; a
     * retry is then accepted and adds nothing.
     */
    record: procedures
      .needs('tellAnalytics')
      .input(eventBatch)
      .mutation(async ({ ctx, input }) => {
        unwrap(await commands.execute(new RecordEvents(input, ctx.user, ctx.request.ip)));
        return { taken: input.events.length };
      }),
    report: procedures
      .needs('readAnalytics')
      .input(reportInput)
      .output(analyticsReport)
      .query(({ input: { status, ...of } }) =>
        queries.execute(new GetAnalyticsReport({ ...of, ...defined({ status }) })),
      ),
  });
}
