import type { Millis } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { ReviewReason } from '../../kernel/review.shared.js';
import type { CaseAction, DecisionView, RestrictionDays } from './report.shared.js';

/** What is reported. */
export type Subject = { readonly kind: 'work'; readonly workId: string } | { readonly kind: 'author' };

/** An author's objection to a decision, with its answer. */
export interface Appeal {
  readonly text: string;
  readonly at: Millis;
  readonly answer?: { readonly isGranted: boolean; readonly by: UserId; readonly at: Millis };
}

export interface Decision {
  readonly action: CaseAction;
  readonly at: Millis;
  /** Who took part: one administrator, for a ban two. */
  readonly by: readonly UserId[];
  /** The reports that it answers: those of this round, and how many they were. */
  readonly round: number;
  readonly reports: number;
  /** Absent for a dismissal. */
  readonly reason?: ReviewReason;
  /** End of a restriction. */
  readonly until?: Millis;
  readonly appeal?: Appeal;
}

/** A ban that waits for a second administrator. */
export interface BanRequest {
  readonly by: UserId;
  readonly reason: ReviewReason;
  readonly at: Millis;
}

/** Reports of one work or author, with what was decided on them. Its number is a decision's index plus one. */
export interface Case {
  readonly subject: Subject;
  /** The reported author, or the owner of the reported work. */
  readonly owner: UserId;
  /** Number of the round of reports that waits, 1 for the first. A decision ends a round. */
  readonly round: number;
  /** Number of changes by administrators and the author. Reports do not change it. */
  readonly revision: number;
  /** Reports of this round, and when the first of them was made. */
  readonly reports: number;
  readonly reportedAt?: Millis;
  readonly request?: BanRequest;
  readonly decisions: readonly Decision[];
}

export type Ruling =
  | { readonly kind: 'dismiss' }
  | { readonly kind: 'remove'; readonly reason: ReviewReason }
  | { readonly kind: 'restrict'; readonly reason: ReviewReason; readonly days: RestrictionDays }
  | { readonly kind: 'request-ban'; readonly reason: ReviewReason }
  | { readonly kind: 'confirm-ban' }
  | { readonly kind: 'decline-ban' }
  | { readonly kind: 'answer'; readonly number: number; readonly isGranted: boolean };

/** Identifiers of the error catalogue. */
export type CaseRefusal =
  | 'REPORT_NOT_FOUND'
  | 'REPORT_ALREADY_HANDLED'
  | 'REPORT_OWN_SUBJECT'
  | 'SECOND_PERSON'
  | 'APPEAL_NOT_POSSIBLE'
  | 'APPEAL_ALREADY_EXISTS';

const DAY_MS = 86_400_000;

/** A case without reports and decisions. */
export const newCase = (subject: Subject, owner: UserId): Case => ({
  subject,
  owner,
  round: 1,
  revision: 0,
  reports: 0,
  decisions: [],
});

/** Whether a decision applies at a time: it was not overturned by an appeal, and a restriction has not ended. */
export const isInForce = ({ action, until, appeal }: Decision, at: Millis): boolean =>
  action !== 'dismiss' && appeal?.answer?.isGranted !== true && (until === undefined || until > at);

/** The latest decision of this kind that applies at a time. */
export const inForce = ({ decisions }: Case, action: CaseAction, at: Millis): Decision | undefined =>
  decisions.findLast((decision) => decision.action === action && isInForce(decision, at));

/** Since when a case waits for an administrator; undefined if it does not. */
export function waitingSince({ reports, reportedAt, request, decisions }: Case): Millis | undefined {
  const since = [
    ...(reports > 0 && reportedAt !== undefined ? [reportedAt] : []),
    ...(request === undefined ? [] : [request.at]),
    ...decisions.flatMap(({ appeal }) => (appeal === undefined || appeal.answer !== undefined ? [] : [appeal.at])),
  ];
  return since.length === 0 ? undefined : Math.min(...since);
}

/**
 * Decides on a case. Four-eyes principle: a ban needs a second administrator, and an appeal is answered by somebody who
 * took no part in the decision. Nobody decides on what is their own, though they may remove their work. A repeat by the
 * same administrator changes nothing.
 * @param revision the one that the administrator has seen; undefined if they have seen the work only
 * @returns REPORT_ALREADY_HANDLED if the case has changed since, or has nothing to decide, REPORT_OWN_SUBJECT,
 * SECOND_PERSON, REPORT_NOT_FOUND for a ruling that does not fit the subject, or without an appeal
 */
export function decideCase(
  current: Case,
  ruling: Ruling,
  by: UserId,
  at: Millis,
  revision?: number,
): Result<Case, CaseRefusal> {
  if (by === current.owner && ruling.kind !== 'remove') return err('REPORT_OWN_SUBJECT');
  if (isRepeated(current, ruling, by, at, revision)) return ok(current);
  if (revision !== undefined && revision !== current.revision) return err('REPORT_ALREADY_HANDLED');
  const isAuthor = current.subject.kind === 'author';
  switch (ruling.kind) {
    case 'dismiss':
      return current.reports === 0
        ? err('REPORT_ALREADY_HANDLED')
        : ok(decided(current, { action: 'dismiss', at, by: [by] }));
    case 'remove':
      if (isAuthor) return err('REPORT_NOT_FOUND');
      if (inForce(current, 'remove', at) !== undefined) return err('REPORT_ALREADY_HANDLED');
      return ok(decided(current, { action: 'remove', at, by: [by], reason: ruling.reason }));
    case 'restrict': {
      if (!isAuthor) return err('REPORT_NOT_FOUND');
      if (inForce(current, 'ban', at) !== undefined) return err('REPORT_ALREADY_HANDLED');
      const until = at + ruling.days * DAY_MS;
      const restricted = decided(current, { action: 'restrict', at, by: [by], reason: ruling.reason, until });
      // A ban that somebody else has requested goes on waiting.
      return ok(current.request === undefined ? restricted : { ...restricted, request: current.request });
    }
    case 'request-ban':
      if (!isAuthor) return err('REPORT_NOT_FOUND');
      if (current.request !== undefined || inForce(current, 'ban', at) !== undefined)
        return err('REPORT_ALREADY_HANDLED');
      return ok(changed(current, { request: { by, reason: ruling.reason, at } }));
    case 'confirm-ban':
    case 'decline-ban':
      return second(current, ruling.kind, by, at);
    case 'answer':
      return answer(current, ruling, by, at);
    default:
      return ruling satisfies never;
  }
}

/**
 * An author's appeal against a decision, once for each. A repeat of the same text changes nothing.
 * @param number of the decision
 * @returns APPEAL_NOT_POSSIBLE for a decision that does not apply (any more), APPEAL_ALREADY_EXISTS
 */
export function appeal(current: Case, number: number, text: string, at: Millis): Result<Case, CaseRefusal> {
  const decision = current.decisions[number - 1];
  if (decision?.appeal !== undefined) return decision.appeal.text === text ? ok(current) : err('APPEAL_ALREADY_EXISTS');
  if (decision === undefined || !isInForce(decision, at)) return err('APPEAL_NOT_POSSIBLE');
  return ok(changed(current, { decisions: replaced(current, number, { ...decision, appeal: { text, at } }) }));
}

/** A decision as its readers see it. */
export function viewDecision(decision: Decision, number: number, now: Millis): DecisionView {
  const { action, at, reason, until, appeal: objection } = decision;
  return {
    number,
    action,
    at,
    ...(reason === undefined ? {} : { reason }),
    ...(until === undefined ? {} : { until }),
    isInForce: isInForce(decision, now),
    ...(objection === undefined
      ? {}
      : {
          appeal: {
            text: objection.text,
            at: objection.at,
            ...(objection.answer === undefined
              ? {}
              : { answer: { isGranted: objection.answer.isGranted, at: objection.answer.at } }),
          },
        }),
  };
}

function second(current: Case, kind: 'confirm-ban' | 'decline-ban', by: UserId, at: Millis): Result<Case, CaseRefusal> {
  const { request, ...rest } = current;
  if (request === undefined) return err('REPORT_ALREADY_HANDLED');
  if (kind === 'decline-ban') return ok(changed(rest, {}));
  if (request.by === by) return err('SECOND_PERSON');
  return ok(decided(current, { action: 'ban', at, by: [request.by, by], reason: request.reason }));
}

function answer(
  current: Case,
  { number, isGranted }: Extract<Ruling, { readonly kind: 'answer' }>,
  by: UserId,
  at: Millis,
): Result<Case, CaseRefusal> {
  const decision = current.decisions[number - 1];
  if (decision?.appeal === undefined) return err('REPORT_NOT_FOUND');
  if (decision.appeal.answer !== undefined) return err('REPORT_ALREADY_HANDLED');
  if (decision.by.includes(by)) return err('SECOND_PERSON');
  const answered: Decision = { ...decision, appeal: { ...decision.appeal, answer: { isGranted, by, at } } };
  return ok(changed(current, { decisions: replaced(current, number, answered) }));
}

/** Whether the last change was this one, by the same administrator. */
function isRepeated(current: Case, ruling: Ruling, by: UserId, at: Millis, revision: number | undefined): boolean {
  const last = current.decisions.at(-1);
  const isLast = (action: CaseAction): boolean => last?.action === action && last.by.at(-1) === by;
  switch (ruling.kind) {
    case 'dismiss':
      return current.reports === 0 && isLast('dismiss');
    case 'remove':
      return isLast('remove') && last?.reason === ruling.reason && inForce(current, 'remove', at) === last;
    case 'restrict':
      return (
        isLast('restrict') &&
        revision === current.revision - 1 &&
        last?.reason === ruling.reason &&
        last.until === last.at + ruling.days * DAY_MS
      );
    case 'request-ban':
      return current.request?.by === by && current.request.reason === ruling.reason;
    case 'confirm-ban':
      return current.request === undefined && isLast('ban');
    case 'decline-ban':
      return false;
    case 'answer': {
      const known = current.decisions[ruling.number - 1]?.appeal?.answer;
      return known?.by === by && known.isGranted === ruling.isGranted;
    }
    default:
      return ruling satisfies never;
  }
}

/** Ends the round of reports. A request that waited is dropped: somebody has decided otherwise. */
function decided(current: Case, decision: Omit<Decision, 'round' | 'reports'>): Case {
  const { request: _request, reportedAt: _reportedAt, ...rest } = current;
  const { round, reports, decisions } = current;
  return changed(rest, { round: round + 1, reports: 0, decisions: [...decisions, { ...decision, round, reports }] });
}

const changed = (current: Case, to: Partial<Case>): Case => ({ ...current, ...to, revision: current.revision + 1 });

const replaced = ({ decisions }: Case, number: number, decision: Decision): readonly Decision[] =>
  decisions.map((one, index) => (index === number - 1 ? decision : one));
