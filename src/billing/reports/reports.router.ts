import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { ChangeReports, GetReports } from './reports.commands.js';
import { removeReportInput, renameReportInput, savedReport, savedReports } from './reports.shared.js';

/** `reports.*`: finance pages with their filters under a name, shared by everybody who may read ledgers. */
export function createReportsRouter({
  commands,
  queries,
}: {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}) {
  const finance = procedures.needs('readLedgers');
  const change = async (command: ChangeReports): Promise<void> => unwrap(await commands.execute(command));
  return router({
    list: finance.output(savedReports).query(async () => [...(await queries.execute(new GetReports()))]),
    save: finance
      .input(savedReport)
      .mutation(({ input }) => change(new ChangeReports({ type: 'save', report: input }))),
    rename: finance
      .input(renameReportInput)
      .mutation(({ input }) => change(new ChangeReports({ type: 'rename', ...input }))),
    remove: finance
      .input(removeReportInput)
      .mutation(({ input }) => change(new ChangeReports({ type: 'remove', ...input }))),
  });
}
