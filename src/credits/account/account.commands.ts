import type { Millis } from '../../kernel/clock.js';
import type { GrantSource, AdjustmentReason } from '../credits.shared.js';
import type { Eligibility, Deducted } from './events.js';

/**
 * Commands of an account. `at` is the time of the command; amounts are whole credits from 1 to 1,000,000,000 (`adjust`
 * also accepts negative ones). The caller creates the ids: a repeat with the same input changes nothing, the same id
 * with different input is refused.
 */
export type AccountCommand = { readonly at: Millis } & (
  | {
      readonly type: 'grant';
      readonly grantId: string;
      readonly source: GrantSource;
      readonly amount: number;
      readonly expiresAt?: Millis;
      readonly eligibility: Eligibility;
    }
  /**
   * Sets credits aside. `eligibility` says what kind of work it is. Any grant may pay for a free model, only grants for
   * `any` may pay for other work. `surcharge` is the part of `amount` that the author of a published work asks.
   */
  | {
      readonly type: 'hold';
      readonly holdId: string;
      readonly amount: number;
      readonly eligibility: Eligibility;
      readonly expiresAt: Millis;
      readonly reference: string;
      readonly deducted?: Deducted;
      readonly surcharge?: { readonly amount: number; readonly work: string };
    }
  /** Spends this amount of the hold and releases the rest. */
  | { readonly type: 'capture'; readonly holdId: string; readonly amount: number }
  | { readonly type: 'release'; readonly holdId: string; readonly reason: string }
  /** Moves the end of a hold later, never earlier. */
  | { readonly type: 'extendHold'; readonly holdId: string; readonly expiresAt: Millis }
  /** Ends everything due at `at`, each at its own due time. Every other command does so first. */
  | { readonly type: 'expire' }
  /** Revokes the unspent part of a grant; the spent part becomes a receivable. */
  | { readonly type: 'revoke'; readonly grantId: string; readonly reason: string; readonly reference: string }
  /**
   * A correction. A negative amount is taken in burn order and never overdraws the account. `reverses` makes it the
   * counterpart of an earlier adjustment: its id is `reversalIdOf` of the other, its amount the opposite. `settles`
   * reduces the receivable, or raises it if negative; only with it may the amount be 0. `validAt` is an earlier time,
   * for books as of then.
   */
  | {
      readonly type: 'adjust';
      readonly adjustmentId: string;
      readonly amount: number;
      readonly reasonCode: AdjustmentReason;
      readonly reference: string;
      readonly actor: string;
      readonly approver?: string;
      readonly reverses?: string;
      readonly settles?: number;
      readonly validAt?: Millis;
    }
  /**
   * Free work, recorded at its list price. It moves no credits, so a repeat is only recognized for `REMEMBER_ENDED_MS`;
   * a later repeat is recorded again.
   */
  | {
      readonly type: 'recordUsage';
      readonly usageId: string;
      readonly listPrice: number;
      readonly reference: string;
      readonly deducted?: Deducted;
    }
);
export type CommandOf<Type extends AccountCommand['type']> = Extract<AccountCommand, { readonly type: Type }>;
