import type { ReviewReason } from '../../kernel/review.shared.js';
import type { ProcedureName } from '../procedures/registry.shared.js';
import type { WorkView } from '../publishing/work.view.shared.js';

/** Reports of works and authors, and what moderators decide on them. Values for pages and calls. */

/** Reasons for reporting a work. */
export const WORK_REPORT_REASONS = [
  'sexual',
  'minors',
  'violence',
  'hate',
  'likeness',
  'rights',
  'misleading',
  'illegal',
  'spam',
  'other',
] as const;
/** Reasons for reporting an author. */
export const AUTHOR_REPORT_REASONS = ['works', 'name', 'impersonation', 'hate', 'illegal', 'spam', 'other'] as const;
export const REPORT_REASONS = [...new Set([...WORK_REPORT_REASONS, ...AUTHOR_REPORT_REASONS])] as const;
export type WorkReportReason = (typeof WORK_REPORT_REASONS)[number];
export type AuthorReportReason = (typeof AUTHOR_REPORT_REASONS)[number];
export type ReportReason = WorkReportReason | AuthorReportReason;

/** Maximum characters of a reporter's comment and of an appeal. */
export const REPORT_TEXT_MAX = 1_000;
/** Minimum characters of an appeal. */
export const APPEAL_TEXT_MIN = 10;

/** How long an author may be kept from publishing, in days. */
export const RESTRICTION_DAYS = [1, 7, 30, 90] as const;
export type RestrictionDays = (typeof RESTRICTION_DAYS)[number];

/** What is reported. */
export const SUBJECT_KINDS = ['work', 'author'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** Decisions: the first one changes nothing, the others can be appealed against. */
export const CASE_ACTIONS = ['dismiss', 'remove', 'restrict', 'ban'] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

/** A decision as moderators and its author see it. Times are milliseconds since the epoch. */
export interface DecisionView {
  /** 1 for the first decision of its case. */
  readonly number: number;
  readonly action: CaseAction;
  readonly at: number;
  /** Absent for a dismissal. */
  readonly reason?: ReviewReason;
  /** End of a restriction. */
  readonly until?: number;
  /** Whether it applies now. */
  readonly isInForce: boolean;
  readonly appeal?: {
    readonly text: string;
    readonly at: number;
    readonly answer?: { readonly isGranted: boolean; readonly at: number };
  };
}

/** A decision of a case as moderators see it. */
export interface CaseDecisionView extends DecisionView {
  /** Number of reports that it answered. */
  readonly reports: number;
  /** Whether the caller took part in it, and so may not answer its appeal. */
  readonly isOwn: boolean;
}

/** Everything about one work or author, for moderators. It never names a reporter. */
export interface CaseView {
  readonly id: string;
  /** A decision names it: an older one than the stored is refused. 0 before there is a case. */
  readonly revision: number;
  readonly kind: SubjectKind;
  /** The work with its texts, shared or not; absent if it was deleted or withdrawn, and for an author. */
  readonly shown?: {
    readonly work: WorkView;
    readonly words: string;
    /** How it was made, shared or not. */
    readonly recipe: { readonly procedure: ProcedureName; readonly model: string; readonly seed: number };
  };
  readonly author: {
    /** The author's page is `/u/<id>`. */
    readonly id: string;
    readonly name: string | null;
    /** The case of the author: sanctions belong to it. */
    readonly case: { readonly id: string; readonly revision: number };
    readonly isBanned: boolean;
    readonly restrictedUntil?: number;
    /** Decisions on the author's other works and, for a work, on the author. Newest first. */
    readonly earlier: readonly (Pick<DecisionView, 'action' | 'at' | 'reason' | 'isInForce'> & {
      readonly kind: SubjectKind;
    })[];
    /** Reports of the author and of their other works, handled or not. */
    readonly reports: number;
  };
  /** Reports that wait; reasons and comments of the first 200. */
  readonly reports: {
    readonly count: number;
    readonly reasons: readonly { readonly reason: ReportReason; readonly count: number }[];
    readonly comments: readonly { readonly text: string; readonly at: number }[];
  };
  /** A ban that waits for a second administrator. */
  readonly request?: { readonly reason: ReviewReason; readonly at: number; readonly isOwn: boolean };
  /** Newest first. */
  readonly decisions: readonly CaseDecisionView[];
  /** Whether it is the caller's own work or account. */
  readonly isOwn: boolean;
}

/** A page of cases, longest wait first. */
export interface CasePage {
  readonly cases: readonly CaseView[];
  /** Number of administrators; present if something waits for another one than the caller. */
  readonly administrators?: number;
  readonly next?: string;
}

/** A decision on the caller or on a work of theirs, with its appeal. */
export interface OwnDecision extends DecisionView {
  readonly caseId: string;
  readonly kind: SubjectKind;
  readonly mayAppeal: boolean;
  /** Absent for an author, and after its creation was deleted. */
  readonly work?: { readonly id: string; readonly title: string; readonly media: 'image' | 'video' };
}
