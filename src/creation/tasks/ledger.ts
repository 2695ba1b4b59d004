import { defined } from '../../kernel/defined.shared.js';
import type { Millis } from '../../kernel/clock.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { ConsistencyToken } from '../../kernel/event-sourcing/event.js';
import type { Result } from '../../kernel/result.js';
import type { UserId } from '../../kernel/ids.js';
import type { Payer } from '../../kernel/payers.shared.js';
import type { TaskId } from './task.js';
import type { Surcharge, Task } from './task.state.js';

/** What a creation requests from the account that pays. The hold's id is the task's id. Amounts are whole credits. */
export type HoldCommand =
  | {
      readonly type: 'hold';
      readonly amount: number;
      readonly eligibility: 'any' | 'free-models';
      readonly expiresAt: Millis;
      readonly deducted?: Deducted;
      readonly surcharge?: Surcharge;
    }
  | { readonly type: 'capture'; readonly amount: number }
  | { readonly type: 'release'; readonly reason: 'failed' | 'canceled' | 'expired' | 'refused' }
  | { readonly type: 'extend'; readonly expiresAt: Millis }
  /** The task was free: only the price that it would have had is recorded. */
  | { readonly type: 'usage'; readonly listPrice: number; readonly deducted?: Deducted };

/** What is deducted for a draft: whole credits, and the draft's hold. */
type Deducted = { readonly amount: number; readonly holdId: TaskId };

/** The account that pays for a task: of whom, and which. It is the same in every command about the task's hold. */
export interface PayingAccount {
  readonly userId: UserId;
  readonly usageType: Payer;
}

/** The account that pays for a task. */
export const payingAccount = ({ payer, paysWith }: Pick<Task, 'payer' | 'paysWith'>): PayingAccount => ({
  userId: payer,
  usageType: paysWith ?? 'credits',
});

/** Whether the same account pays for two tasks. */
export const haveSamePayer = (
  one: Pick<Task, 'payer' | 'paysWith'>,
  other: Pick<Task, 'payer' | 'paysWith'>,
): boolean => one.payer === other.payer && one.paysWith === other.paysWith;

/** The part of Credits that Creation uses. Commands are idempotent. */
export interface Ledger {
  /**
   * @returns the account's position afterwards, or why the command was refused (`CREDITS_NOT_ENOUGH` or
   * `API_CREDITS_NOT_ENOUGH`, {needed, available})
   * @throws if the store cannot be reached; the outcome is then unknown
   */
  change(
    account: PayingAccount,
    hold: TaskId,
    command: HoldCommand,
    at: Millis,
  ): Promise<Result<ConsistencyToken, ProductError>>;
}

/**
 * The command in the terms of Credits (src/credits). The same hold always yields the same command, whenever it is sent.
 * @param at milliseconds since the epoch
 */
export function accountCommand(hold: TaskId, command: HoldCommand, at: Millis) {
  switch (command.type) {
    case 'hold':
      return { ...command, holdId: hold, reference: `task:${hold}`, at };
    case 'capture':
    case 'release':
      return { ...command, holdId: hold, at };
    case 'usage':
      return {
        type: 'recordUsage',
        usageId: hold,
        listPrice: command.listPrice,
        ...defined({ deducted: command.deducted }),
        reference: `task:${hold}`,
        at,
      } as const;
    case 'extend':
      return { type: 'extendHold', holdId: hold, expiresAt: command.expiresAt, at } as const;
    default:
      return command satisfies never;
  }
}
