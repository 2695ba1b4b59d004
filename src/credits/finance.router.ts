import type { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { procedures, router, unwrap } from '../platform/http/trpc.js';
import { GetLiability, GetRollForward, GetTrialBalance } from './finance.queries.js';
import { bookDay, liability, rollForward, trialBalance } from './finance.shared.js';

const dayInput = z.object({ day: bookDay.optional() }).prefault({});

/** `finance.*`: over all accounts, for the role `finance` alone. Days are UTC. */
export function createFinanceRouter({ queries }: { readonly queries: Pick<QueryBus, 'execute'> }) {
  const finance = procedures.role('finance');
  return router({
    trialBalance: finance.input(dayInput).output(trialBalance).query(async ({ input }) => unwrap(await queries.execute(new GetTrialBalance(input.day)))),
    rollForward: finance.input(z.object({ from: bookDay, to: bookDay })).output(rollForward).query(async ({ input }) => unwrap(await queries.execute(new GetRollForward(input.from, input.to)))),
    liability: finance.input(dayInput).output(liability).query(async ({ input }) => unwrap(await queries.execute(new GetLiability(input.day)))),
  });
}
