import { z } from 'zod';

/** Usage types, one account each by user and app. */
export const USAGE_TYPES = ['credits', 'GPT_3_5', 'api_credits'] as const;
export type UsageType = (typeof USAGE_TYPES)[number];
export const APP_NAMES = ['kinora', 'kinora-writer'] as const;
export type AppName = (typeof APP_NAMES)[number];

export const GRANT_SOURCES = ['anonymous', 'signup', 'plan', 'check-in', 'invite', 'mission', 'ad-reward', 'purchase', 'adjustment', 'refund'] as const;
export type GrantSource = (typeof GRANT_SOURCES)[number];

/** Names an account from outside; answers "wait until this write is seen" when given back. */
export const consistencyToken = z.object({ stream: z.string().max(200), revision: z.int().min(0) });

/** Answer of `credits.balance` and `credits.onChange`; whole credits. */
export interface BalanceView {
  readonly appName: AppName;
  readonly usageType: UsageType;
  readonly available: number;
  readonly held: number;
  /** Open grants in burn order. */
  readonly grants: readonly { readonly source: GrantSource; readonly available: number; readonly expiresAt?: number }[];
  /** Revision of the account's stream it was folded to; −1 when nothing has happened yet. */
  readonly revision: number;
}

/** One of `credits.accounts`: an account of the caller's in which something has happened. */
export type OwnAccount = Pick<BalanceView, 'appName' | 'usageType' | 'available' | 'held'>;

/** What a line of the statement can be of. */
export const STATEMENT_KINDS = ['creation', 'grant', 'expiry', 'revocation', 'adjustment', 'usage'] as const;

/** A part of a line, by the grant it is of. */
export interface GrantPart {
  readonly grantId: string;
  readonly source: GrantSource;
  readonly amount: number;
  readonly expiresAt?: number;
}

/** One line of the statement. A creation is one line that tells its whole story. */
export interface StatementLine {
  /** Hold id (= task id) for a creation, grant id for a grant, … */
  readonly id: string;
  readonly kind: (typeof STATEMENT_KINDS)[number];
  /** Milliseconds since the epoch, of the line's first event. */
  readonly at: number;
  /** In order: what happened, when, and to which grants. */
  readonly steps: readonly StatementStep[];
  /** Which grants paid or were given, by amount. */
  readonly paidBy: readonly GrantPart[];
  /** What the line changed in the end: negative for spending; 0 while only held. */
  readonly net: number;
  /** What the line changes of the available credits as it is now: as `net`, and negative while credits are held. */
  readonly change: number;
  /**
   * The running balance: available credits as this line and all that opened before it leave them. It differs from that of the
   * line before by `change`. Absent where lines in between may be left out: of a line by itself, and filtered by kind or text.
   */
  readonly availableAfter?: number;
  /** What was made, as long as its owner has it; `title` is '' when it was made without words, `image` where it can be seen. */
  readonly work?: {
    readonly title: string;
    readonly media: 'image' | 'video';
    readonly picture?: string;
    /** Why it failed: an identifier of the error catalogue, with what its words need. */
    readonly error?: { readonly identifier: string; readonly params: Readonly<Record<string, string | number>> };
  };
}

export interface StatementStep {
  readonly what: 'granted' | 'held' | 'extended' | 'captured' | 'released' | 'hold-expired' | 'expired' | 'revoked' | 'adjusted' | 'used';
  readonly amount: number;
  readonly at: number;
  readonly reason?: string;
  readonly grants?: readonly GrantPart[];
  /** Of a grant that was taken back: what of it had been spent by then, and is owed. */
  readonly spent?: number;
}

/**
 * Which lines of a statement: of these kinds, begun from `from` on and before `to` (milliseconds since the epoch), and with `text` in
 * their id or in the title of their work. Titles are looked up when it is asked: what is deleted is found by its id alone.
 */
export const statementFilter = z.object({
  kinds: z.array(z.enum(STATEMENT_KINDS)).min(1).max(STATEMENT_KINDS.length).optional(),
  from: z.int().min(0).optional(),
  to: z.int().min(0).optional(),
  text: z.string().trim().min(1).max(200).optional(),
});
export type StatementFilter = z.infer<typeof statementFilter>;

/** What expires together: of one source, at one moment. */
export interface Expiring {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly source: GrantSource;
  /** Lost then if no one spends them. */
  readonly available: number;
  /** Set aside for creations that are being made; what comes back of them after that is lost as well. */
  readonly held: number;
}

/** Answer of `credits.expiries`; whole credits. */
export interface ExpiriesView {
  readonly appName: AppName;
  readonly usageType: UsageType;
  readonly asOf: number;
  /** Up to when it was looked; milliseconds since the epoch. */
  readonly until: number;
  /** What expires up to then, the soonest first: the order it is spent in. */
  readonly expiring: readonly Expiring[];
  /** What expires after that. */
  readonly later: Pick<Expiring, 'available' | 'held'>;
  /** What never does: spent last. */
  readonly never: Pick<Expiring, 'available' | 'held'>;
}
