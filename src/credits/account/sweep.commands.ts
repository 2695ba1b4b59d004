import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import type { Logs } from '../../platform/http/logs.js';
import { CLOCK, LOGGER } from '../../platform/tokens.js';
import { ChangeCredits } from '../commands.js';
import { CreditsReads } from '../queries.js';
import { sweepExpiries } from './sweep.js';

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
    return sweepExpiries(this.reads.balance, this.clock.now(), ({ account, change }) => this.commands.execute(new ChangeCredits(account, change, EXPIRY_SWEEP)), this.log);
  }
}
