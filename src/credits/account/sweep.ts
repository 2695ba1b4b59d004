import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Clock, Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { Result } from '../../kernel/result.js';
import type { Logs } from '../../platform/http/logs.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import { CLOCK, LOGGER } from '../../platform/tokens.js';
import { ChangeCredits } from '../commands.js';
import { CreditsReads } from '../queries.js';
import { accountStream } from './account.key.js';
import type { BalanceDocument } from './balance.projection.js';
import { expiry, type Expiry } from './expire.policy.js';

const PAGE = 200;

/**
 * Runs one sweep: finds accounts with something due and records the expiries.
 * @param send executes a command; if it throws, the error is reported and the other accounts continue
 * @returns how many accounts were processed; unreachable accounts are retried at the next sweep
 * @throws StoreUnavailable when the balances cannot be read
 */
export async function sweepExpiries(
  balances: Pick<ProjectionReads<BalanceDocument>, 'find'>,
  now: Millis,
  send: (expiry: Expiry) => Promise<Result<unknown, ProductError>>,
  log: Pick<Logs, 'warn'>,
): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const page = await balances.find({
      range: { field: 'nextDue', below: now + 1 },
      order: { field: 'nextDue', direction: 'ascending' },
      limit: PAGE,
      ...defined({ after }),
    });
    const due = page.items.flatMap((balance) => expiry(balance, now) ?? []);
    const sent = await Promise.allSettled(due.map(send));
    for (const [index, outcome] of sent.entries()) {
      const failed = due[index];
      if (outcome.status === 'fulfilled' || failed === undefined) continue;
      const reason: unknown = outcome.reason;
      log.warn(
        { err: reason, stream: accountStream(failed.account) },
        'due expiries of an account could not be recorded; the next sweep retries',
      );
    }
    count += due.length;
    after = page.next;
  } while (after !== undefined);
  return count;
}

/** Cause of the expiries that a sweep records, as stored with them. */
export const EXPIRY_SWEEP = 'expiry-sweep';

/** Records every due expiry of every account now. Returns how many accounts had something due. */
export class RecordDueExpiries extends Command<number> {}

@CommandHandler(RecordDueExpiries)
export class RecordDueExpiriesHandler implements ICommandHandler<RecordDueExpiries> {
  constructor(
    private readonly reads: CreditsReads,
    private readonly commands: CommandBus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logs,
  ) {}

  /** @throws StoreUnavailable when the balances cannot be read */
  execute(): Promise<number> {
    return sweepExpiries(
      this.reads.balance,
      this.clock.now(),
      ({ account, change }) => this.commands.execute(new ChangeCredits(account, change, EXPIRY_SWEEP)),
      this.log,
    );
  }
}
