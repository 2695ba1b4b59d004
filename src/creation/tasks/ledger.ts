import type { Millis } from '../../kernel/clock.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { ConsistencyToken } from '../../kernel/event.js';
import type { Result } from '../../kernel/result.js';
import type { UserId } from '../../kernel/ids.js';
import type { TaskId } from './task.js';

/** What a creation asks of its owner's account; the hold's id is the task's. Amounts are whole credits. */
export type HoldCommand =
  | { readonly type: 'hold'; readonly amount: number; readonly eligibility: 'any' | 'free-models'; readonly expiresAt: Millis }
  | { readonly type: 'capture'; readonly amount: number }
  | { readonly type: 'release'; readonly reason: 'failed' | 'canceled' | 'expired' | 'refused' }
  | { readonly type: 'extend'; readonly expiresAt: Millis }
  /** It cost nothing: what it would have cost is written down. */
  | { readonly type: 'usage'; readonly listPrice: number };

/** The part of Credits that Creation speaks to. Each command may be sent again: what was done is not done twice. */
export interface Ledger {
  /**
   * @returns where the account stands after it, or why it was refused (`CREDITS_NOT_ENOUGH {needed, available}`)
   * @throws when the store is out of reach; nothing is then known
   */
  change(owner: UserId, hold: TaskId, command: HoldCommand, at: Millis): Promise<Result<ConsistencyToken, ProductError>>;
}

/**
 * The command that Credits understands (src/credits). The same hold always gives the same command, whenever it is sent.
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
      return { type: 'recordUsage', usageId: hold, listPrice: command.listPrice, reference: `task:${hold}`, at } as const;
    case 'extend':
      return { type: 'extendHold', holdId: hold, expiresAt: command.expiresAt, at } as const;
    default:
      return command satisfies never;
  }
}
