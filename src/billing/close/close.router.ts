import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { GetCloseMonth, GetCloseMonths, ReopenMonth, SignMonth, WithdrawMonthStep } from './close.queries.js';
import { closeMonth, closeMonths, monthInput, reopenInput, signInput, withdrawInput } from './close.shared.js';

/**
 * `close.*`: closing months. Reading needs permission to read ledgers; the caller is who signs, re-opens or withdraws.
 */
export function createCloseRouter({
  commands,
  queries,
}: {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
}) {
  const reads = procedures.needs('readLedgers');
  const closes = procedures.needs('closeMonths');
  const shown = async (month: string, reader: string) =>
    unwrap(await queries.execute(new GetCloseMonth(month, reader)));
  return router({
    months: reads
      .output(closeMonths)
      .query(async () => ({ months: [...(await queries.execute(new GetCloseMonths()))] })),
    month: reads
      .input(monthInput)
      .output(closeMonth)
      .query(({ input: { month }, ctx: { user } }) => shown(month, user.id)),
    sign: closes
      .input(signInput)
      .output(closeMonth)
      .mutation(async ({ input, ctx: { user } }) => {
        unwrap(await commands.execute(new SignMonth({ ...input, actor: user.id })));
        return shown(input.month, user.id);
      }),
    reopen: closes
      .input(reopenInput)
      .output(closeMonth)
      .mutation(async ({ input, ctx: { user } }) => {
        unwrap(await commands.execute(new ReopenMonth({ ...input, actor: user.id })));
        return shown(input.month, user.id);
      }),
    withdraw: closes
      .input(withdrawInput)
      .output(closeMonth)
      .mutation(async ({ input, ctx: { user } }) => {
        unwrap(await commands.execute(new WithdrawMonthStep({ ...input, actor: user.id })));
        return shown(input.month, user.id);
      }),
  });
}
