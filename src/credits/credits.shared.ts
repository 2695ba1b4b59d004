import { z } from 'zod';

/** Usage types. Each user has one account per app and usage type. */
export const USAGE_TYPES = ['credits', 'GPT_3_5', 'api_credits'] as const;
export type UsageType = (typeof USAGE_TYPES)[number];
export const APP_NAMES = ['kinora', 'kinora-writer'] as const;
export type AppName = (typeof APP_NAMES)[number];

export const GRANT_SOURCES = [
  'anonymous',
  'signup',
  'plan',
  'check-in',
  'invite',
  'mission',
  'ad-reward',
  'author-share',
  'purchase',
  'adjustment',
  'refund',
] as const;
export type GrantSource = (typeof GRANT_SOURCES)[number];

/** Sources of grants that were sold. Only the part of a surcharge that they pay earns a share (adr/0114). */
export const PAID_SOURCES: ReadonlySet<GrantSource> = new Set(['plan', 'purchase']);

/**
 * Reasons of adjustments, as stored in events. `reversal` belongs to the counterpart of another adjustment, and
 * `dispute-won` to what a won dispute gives back. Adjustments of earlier versions may have other reasons.
 */
export const ADJUSTMENT_REASONS = [
  'goodwill',
  'correction',
  'technical-failure',
  'late-payment',
  'fraud',
  'dispute-won',
  'reversal',
] as const;
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

/** Consistency token: identifies a write to an account. A query that receives it waits until that write is visible. */
export const consistencyToken = z.object({ stream: z.string().max(200), revision: z.int().min(0) });

/** Answer of `credits.balance` and `credits.onChange`; whole credits. */
export interface BalanceView {
  readonly appName: AppName;
  readonly usageType: UsageType;
  readonly available: number;
  /** Of `available`, the credits that pay for every model. The others pay for models of the local engine only. */
  readonly anyModel: number;
  readonly held: number;
  /** Open grants in burn order. */
  readonly grants: readonly { readonly source: GrantSource; readonly available: number; readonly expiresAt?: number }[];
  /** Revision of the account's stream it was folded to; −1 when nothing has happened yet. */
  readonly revision: number;
}

/** One entry of `credits.accounts`: an account of the caller with at least one event. */
export type OwnAccount = Pick<BalanceView, 'appName' | 'usageType' | 'available' | 'held'>;

/** Kinds of statement lines. */
export const STATEMENT_KINDS = ['creation', 'grant', 'expiry', 'revocation', 'adjustment', 'usage'] as const;

/** The part of a line that belongs to one grant. */
export interface GrantPart {
  readonly grantId: string;
  readonly source: GrantSource;
  readonly amount: number;
  readonly expiresAt?: number;
}

/** One line of the statement. All steps of a creation share one line. */
export interface StatementLine {
  /** Hold id (= task id) for a creation, grant id for a grant, … */
  readonly id: string;
  readonly kind: (typeof STATEMENT_KINDS)[number];
  /** Time of the line's first event, milliseconds since the epoch. */
  readonly at: number;
  /** Steps in order, each with its time and grants. */
  readonly steps: readonly StatementStep[];
  /** The grants that paid or were given, with amounts. */
  readonly paidBy: readonly GrantPart[];
  /** Final change of the account: negative for spending; 0 while credits are only held. */
  readonly net: number;
  /** Current effect on the available credits: like `net`, but negative while credits are held. */
  readonly change: number;
  /**
   * Running balance: the available credits after this line and every line opened before it. Adjacent lines differ by
   * `change`. Absent for a single line and when a filter by kind or text may skip lines.
   */
  readonly availableAfter?: number;
  /**
   * The creation, until its owner deletes it; `taskId` if it is not the line's id. `title` is '' when there was no
   * prompt; `picture` is where it can be seen.
   */
  readonly work?: {
    readonly title: string;
    readonly media: 'image' | 'video';
    readonly picture?: string;
    readonly taskId?: string;
    /** Reason of the failure: an identifier of the error catalogue and its parameters. */
    readonly error?: { readonly identifier: string; readonly params: Readonly<Record<string, string | number>> };
  };
}

export interface StatementStep {
  readonly what:
    | 'granted'
    | 'deducted'
    | 'surcharge'
    | 'held'
    | 'extended'
    | 'captured'
    | 'released'
    | 'hold-expired'
    | 'expired'
    | 'revoked'
    | 'adjusted'
    | 'used';
  readonly amount: number;
  readonly at: number;
  readonly reason?: string;
  readonly grants?: readonly GrantPart[];
  /** For a revoked grant: the part that had been spent before, which is now owed. */
  readonly spent?: number;
}

/**
 * Selects statement lines by kind, by start time (`from` inclusive, `to` exclusive; milliseconds since the epoch) and
 * by `text` in the id or in the title of the creation. Titles are looked up at query time, so a deleted creation is
 * found by id only.
 */
export const statementFilter = z.object({
  kinds: z.array(z.enum(STATEMENT_KINDS)).min(1).max(STATEMENT_KINDS.length).optional(),
  from: z.int().min(0).optional(),
  to: z.int().min(0).optional(),
  text: z.string().trim().min(1).max(200).optional(),
});
export type StatementFilter = z.infer<typeof statementFilter>;

/** Credits from one source that expire at the same time. */
export interface Expiring {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly source: GrantSource;
  /** Credits that are lost at `at` unless they are spent first. */
  readonly available: number;
  /** Credits on hold for running creations. Any part released after `at` is lost too. */
  readonly held: number;
}

/** Answer of `credits.expiries`; whole credits. */
export interface ExpiriesView {
  readonly appName: AppName;
  readonly usageType: UsageType;
  readonly asOf: number;
  /** End of the period covered; milliseconds since the epoch. */
  readonly until: number;
  /** Credits that expire by `until`, soonest first: the order they are spent in. */
  readonly expiring: readonly Expiring[];
  /** Credits that expire after `until`. */
  readonly later: Pick<Expiring, 'available' | 'held'>;
  /** Credits that never expire; they are spent last. */
  readonly never: Pick<Expiring, 'available' | 'held'>;
}
