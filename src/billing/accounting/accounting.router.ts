import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { ChangeAccounting, GetAccounting } from './accounting.commands.js';
import { accountingView, changeAccountingInput } from './changes.shared.js';

/** `accounting.*`: settings of bookkeeping. Finance reads and changes them. */
export function createAccountingRouter({
  commands,
  queries,
}: {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}) {
  return router({
    settings: procedures
      .needs('readLedgers')
      .output(accountingView)
      .query(() => queries.execute(new GetAccounting())),
    change: procedures
      .needs('editAccounting')
      .input(changeAccountingInput)
      .output(accountingView)
      .mutation(async ({ input: { change, version } }) =>
        unwrap(await commands.execute(new ChangeAccounting(change, version))),
      ),
  });
}
