import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandLoop } from '../kernel/command-loop.js';
import type { ProductError } from '../kernel/errors.shared.js';
import type { ConsistencyToken } from '../kernel/event.js';
import { err, ok, type Result } from '../kernel/result.js';
import type { EventStore } from '../platform/event-store/port.js';
import { currentTraceparent } from '../platform/telemetry/tracing.js';
import { StoreUnavailable } from '../platform/unavailable.js';
import { checkAccount, checkCommand } from './account/account.check.js';
import { accountCheckpoints, accountDecider, type AccountCommand } from './account/account.js';
import { accountStream, type AccountKey } from './account/account.key.js';
import type { AccountState } from './account/account.state.js';
import { refusal } from './account/errors.js';
import { accountCodec, type AccountEvent } from './account/events.js';

/** Where the account stands after a change, and how many events it led to: none when it had been made before. */
export interface Changed {
  readonly token: ConsistencyToken;
  readonly events: number;
}

/** Changes an account; VALIDATION_ERROR {field} for what could not be stored. Sending it again is safe; `TRY_AGAIN` requests it. */
export class ChangeCredits extends Command<Result<Changed, ProductError>> {
  /** @param causedBy opaque id of the message or policy behind it, kept with its events */
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

/** The command loop over accounts. @param onUnavailable told why a caller was asked to try again */
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
    return answer.ok ? ok({ token: answer.value.token, events: answer.value.events.length }) : err(refusal(answer.error, account));
  }
}
