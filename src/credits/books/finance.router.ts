import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { APP_NAMES, GRANT_SOURCES, USAGE_TYPES } from '../credits.shared.js';
import {
  GetGrants,
  GetLiability,
  GetParked,
  GetReconciliation,
  GetReconciliationRuns,
  GetRollForward,
  GetTrialBalance,
} from './finance.queries.js';
import {
  accountHistory,
  accountOwner,
  basis,
  bookDay,
  booksOf,
  grantsPage,
  liability,
  momentOf,
  parkedEvents,
  reconciliation,
  reconciliationRuns,
  rollForward,
  trialBalance,
} from './finance.shared.js';
import { GetAccountHistory } from '../statement/history.queries.js';
import { listCursor, listLimit } from '../movements/lists.shared.js';
import { createAdjustmentProcedures } from '../adjustments/adjustments.procedures.js';
import { ofThisList } from '../movements/pages.js';
import { GetRoots } from '../proof/roots.queries.js';
import { rootsState } from '../proof/stamp/stamp.shared.js';
import { ReconcileLedger } from '../reconcile/reconcile.commands.js';

const historyInput = z.object({
  userId: accountOwner,
  appName: z.enum(APP_NAMES).default('kinora'),
  usageType: z.enum(USAGE_TYPES).default('credits'),
  at: momentOf.optional(),
  before: z.int().min(1).optional(),
  limit: listLimit,
  basis,
});
const grantsInput = z.object({ source: z.enum(GRANT_SOURCES), cursor: listCursor, limit: listLimit });
const dayInput = booksOf.extend({ day: bookDay.optional(), basis });

/** `finance.*`: queries over all accounts. Needs permission to read ledgers. Days are UTC. */
export function createFinanceRouter({
  commands,
  queries,
}: {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}) {
  const finance = procedures.needs('readLedgers');
  return router({
    trialBalance: finance
      .input(dayInput.extend({ from: bookDay.optional() }).prefault({}))
      .output(trialBalance)
      .query(async ({ input: { day, from, basis: by, ...of } }) =>
        unwrap(await queries.execute(new GetTrialBalance(day, from, of, by))),
      ),
    rollForward: finance
      .input(booksOf.extend({ from: bookDay, to: bookDay, basis }))
      .output(rollForward)
      .query(async ({ input: { from, to, basis: by, ...of } }) =>
        unwrap(await queries.execute(new GetRollForward(from, to, of, by))),
      ),
    history: finance
      .input(historyInput)
      .output(accountHistory)
      .query(async ({ input: { userId, appName, usageType, at, before, limit, basis: by } }) =>
        unwrap(
          await queries.execute(
            new GetAccountHistory(
              { userId: userId as UserId, appName, usageType },
              at,
              { limit, ...defined({ before }) },
              by,
            ),
          ),
        ),
      ), // only looked up
    grants: finance
      .input(grantsInput)
      .output(grantsPage)
      .query(({ input: { source, cursor, limit } }) =>
        ofThisList(queries.execute(new GetGrants(source, { limit, ...defined({ cursor }) }))),
      ),
    reconciliation: finance
      .output(reconciliation.nullable())
      .query(async () => (await queries.execute(new GetReconciliation())) ?? null),
    /** Earlier runs, newest first. */
    reconciliations: finance
      .input(z.object({ limit: z.int().min(1).max(400).default(30) }).prefault({}))
      .output(reconciliationRuns)
      .query(async ({ input }) => [...(await queries.execute(new GetReconciliationRuns(input.limit)))]),
    /**
     * Reconciles now; writes may continue. A call joins a reconciliation already running in this process. Duration
     * grows with the log.
     */
    reconcile: procedures
      .needs('reconcile')
      .output(reconciliation)
      .mutation(() => commands.execute(new ReconcileLedger())),
    parked: finance.output(parkedEvents).query(async () => [...(await queries.execute(new GetParked()))]),
    roots: finance.output(rootsState).query(() => queries.execute(new GetRoots())),
    ...createAdjustmentProcedures({ commands, queries }),
    liability: finance
      .input(dayInput.prefault({}))
      .output(liability)
      .query(async ({ input: { day, basis: by, ...of } }) =>
        unwrap(await queries.execute(new GetLiability(day, of, by))),
      ),
  });
}
