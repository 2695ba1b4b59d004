import { z } from 'zod';

/** Usage types, one account each by user and app (specification section 3). */
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

/** One line of the statement. A creation is one line that tells its whole story. */
export interface StatementLine {
  /** Hold id (= task id) for a creation, grant id for a grant, … */
  readonly id: string;
  readonly kind: 'creation' | 'grant' | 'expiry' | 'revocation' | 'adjustment' | 'usage';
  /** Milliseconds since the epoch, of the line's first event. */
  readonly at: number;
  /** In order: what happened and when. */
  readonly steps: readonly { readonly what: 'granted' | 'held' | 'extended' | 'captured' | 'released' | 'hold-expired' | 'expired' | 'revoked' | 'adjusted' | 'used'; readonly amount: number; readonly at: number; readonly reason?: string }[];
  /** Which grants paid or were given, by amount. */
  readonly paidBy: readonly { readonly grantId: string; readonly source: GrantSource; readonly amount: number; readonly expiresAt?: number }[];
  /** What the line changed in the end: negative for spending; 0 while only held. */
  readonly net: number;
  /** Available credits after the line's latest step. */
  readonly availableAfter: number;
}
