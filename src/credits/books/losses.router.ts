import type { QueryBus } from '@nestjs/cqrs';
import { defined } from '../../kernel/defined.shared.js';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { ofThisList } from '../movements/pages.js';
import { GetMovements } from '../movements/movements.queries.js';
import { GetOwed } from '../movements/owed.queries.js';
import { movementsInput, movementsPage, owedInput, owedPage } from '../movements/movements.shared.js';
import { booksOf } from './finance.shared.js';
import { GetFailedWork, GetReceivableAges, GetReceivables } from './losses.queries.js';
import { failedWork, failedWorkInput, receivableAges, receivablesInput, receivablesPage } from './losses.shared.js';

/** `finance.*`: lists of statement lines over all accounts. Needs permission to read ledgers. */
export function financeLosses({ queries }: { readonly queries: Pick<QueryBus, 'execute'> }) {
  const finance = procedures.needs('readLedgers');
  return router({
    receivables: finance
      .input(receivablesInput.prefault({}))
      .output(receivablesPage)
      .query(({ input: { appName, usageType, age, cursor, limit } }) =>
        ofThisList(
          queries.execute(new GetReceivables(defined({ appName, usageType, age }), { limit, ...defined({ cursor }) })),
        ),
      ),
    receivableAges: finance
      .input(booksOf.pick({ appName: true }).prefault({}))
      .output(receivableAges)
      .query(({ input: { appName } }) => queries.execute(new GetReceivableAges(defined({ appName })))),
    movements: finance
      .input(movementsInput)
      .output(movementsPage)
      .query(async ({ input: { column, from, to, appName, usageType, source, cursor, limit } }) =>
        unwrap(
          await ofThisList(
            queries.execute(
              new GetMovements(column, from, to, defined({ appName, usageType }), source, {
                limit,
                ...defined({ cursor }),
              }),
            ),
          ),
        ),
      ),
    owed: finance
      .input(owedInput)
      .output(owedPage)
      .query(async ({ input: { day, month, appName, usageType, cursor } }) =>
        unwrap(await ofThisList(queries.execute(new GetOwed(day, month, defined({ appName, usageType }), cursor)))),
      ),
    failedWork: finance
      .input(failedWorkInput)
      .output(failedWork)
      .query(async ({ input: { from, to, appName, usageType, reason, cursor, limit } }) =>
        unwrap(
          await ofThisList(
            queries.execute(
              new GetFailedWork(from, to, defined({ appName, usageType }), reason, { limit, ...defined({ cursor }) }),
            ),
          ),
        ),
      ),
  });
}
