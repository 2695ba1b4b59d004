import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { defined } from '../../kernel/defined.shared.js';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { GetTieOut, ReadTransactions } from './tie-out.queries.js';
import { readAnswer, tieOutInput, tieOutView } from './tie-out.shared.js';

/** `finance.*`: payments compared with the transactions of the gateways. Days are UTC; currencies are never added. */
export function financeSettlement({
  commands,
  queries,
}: {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}) {
  return router({
    tieOut: procedures
      .needs('readLedgers')
      .input(tieOutInput)
      .output(tieOutView)
      .query(async ({ input: { from, to, gateway } }) =>
        unwrap(await queries.execute(new GetTieOut({ from, to, ...defined({ gateway }) }))),
      ),
    /** Reads new transactions now. Duration grows with their number. */
    readTransactions: procedures
      .needs('reconcile')
      .output(readAnswer)
      .mutation(async () => ({ failed: [...(await commands.execute(new ReadTransactions()))] })),
  });
}
