import type { Category } from '../../moderation/category.shared.js';

/** Refused texts and appeals against the refusals. Values for pages and calls. */

/** Maximum characters of what somebody says in an appeal. */
export const APPEAL_COMMENT_MAX = 1_000;

/** How long refused texts and their exceptions are kept, in days. */
export const REFUSAL_DAYS = {
  /** A refusal without an appeal. */
  plain: 14,
  /** A refusal with a denied appeal, from the answer. */
  denied: 30,
  /** An exception, from the answer. The text is deleted with the answer. */
  granted: 365,
} as const;

/**
 * Whether a refusal can be appealed against, or how its appeal is.
 * - `possible`: not appealed against yet.
 * - `never`: its category allows no appeal.
 */
export const APPEAL_STATES = ['possible', 'never', 'waiting', 'granted', 'denied'] as const;
export type AppealState = (typeof APPEAL_STATES)[number];

/** A refused text as its author sees it. Times are milliseconds since the epoch. */
export interface RefusalView {
  /** Shown and quoted, `R-` and 12 letters and digits. */
  readonly id: string;
  /** The form field. */
  readonly input: string;
  readonly category: Category;
  /** The words that led to it. */
  readonly words: string;
  readonly at: number;
  readonly appeal: AppealState;
  /** When the appeal was answered. */
  readonly answeredAt?: number;
  /** End of the exception, if one was granted. */
  readonly until?: number;
}

/** A page of a user's refused texts, newest first. It may have fewer than the limit, or none. */
export interface RefusalPage {
  readonly refusals: readonly RefusalView[];
  readonly next?: string;
}

/** An appeal as administrators see it, without its author. */
export interface RefusalAppealView {
  readonly id: string;
  readonly input: string;
  readonly category: Category;
  readonly words: string;
  /** The refused text. */
  readonly text: string;
  /** What its author says. */
  readonly comment: string;
  readonly appealedAt: number;
  /** Whether it is the caller's own, which somebody else has to answer. */
  readonly isOwn: boolean;
}

/** A page of appeals, longest wait first. */
export interface RefusalAppealPage {
  readonly appeals: readonly RefusalAppealView[];
  readonly next?: string;
}
