import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandLoop } from '../kernel/event-sourcing/command-loop.js';
import type { ProductError } from '../kernel/errors.shared.js';
import type { ConsistencyToken } from '../kernel/event-sourcing/event.js';
import { err, ok, type Result } from '../kernel/result.js';
import type { EventStore } from '../platform/event-store/port.js';
import { currentTraceparent } from '../platform/telemetry/tracing.js';
import { StoreUnavailable } from '../platform/unavailable.js';
import { checkAccount, checkCommand } from './account/account.check.js';
import { accountCheckpoints, accountDecider } from './account/account.js';
import type { AccountCommand } from './account/account.commands.js';
import { accountStream, type AccountKey } from './account/account.key.js';
import type { AccountState } from './account/account.state.js';
import { refusal } from './account/errors.js';
import { accountCodec, type AccountEvent } from './account/events.js';

/**
 * Revision of the account after a change, and the number of events appended: none if the change had already been
 * applied.
 */
export interface Changed {
  readonly token: ConsistencyToken;
  readonly events: number;
}

/**
 * Changes an account. Returns VALIDATION_ERROR {field} for input that cannot be stored. Safe to retry; `TRY_AGAIN` asks
 * for a retry.
 */
export class ChangeCredits extends Command<Result<Changed, ProductError>> {
  /** @param causedBy opaque id of the message or policy that caused the change, stored with its events */
  constructor(
    readonly account: AccountKey,
    readonly change: AccountCommand,
    readonly causedBy?: string,
  ) {
    super();
  }
}

export type AccountLoop = CommandLoop<AccountCommand, AccountState, AccountEvent>;
/** The `AccountLoop` of this process. */
export const ACCOUNT_LOOP = Symbol('ACCOUNT_LOOP');

/**
 * The command loop over accounts.
 * @param onUnavailable receives the error behind each "try again" answer
 */
export function createAccountLoop(log: EventStore, onUnavailable: (error: unknown) => void): AccountLoop {
  return new CommandLoop(
    { decider: accountDecider, codec: accountCodec, checkpoints: accountCheckpoints },
    { log, isUnavailable: (error) => error instanceof StoreUnavailable, onUnavailable },
  );
}

@CommandHandler(ChangeCredits)
export class ChangeCreditsHandler implements ICommandHandler<ChangeCredits> {
  constructor(@Inject(ACCOUNT_LOOP) private readonly loop: AccountLoop) {}

  async execute({ account, change, causedBy }: ChangeCredits): Promise<Result<Changed, ProductError>> {
    const whose = checkAccount(account);
    if (!whose.ok) return whose;
    const checked = checkCommand(change);
    if (!checked.ok) return checked;
    const answer = await this.loop.execute(accountStream(account), checked.value, causedBy, currentTraceparent());
    return answer.ok
      ? ok({ token: answer.value.token, events: answer.value.events.length })
      : err(refusal(answer.error, account));
  }
}
