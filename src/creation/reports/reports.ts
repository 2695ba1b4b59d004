import type { NewNotice } from '../../identity/index.js';
import type { Clock } from '../../kernel/clock.js';
import { productError, type ErrorIdentifier, type ProductError } from '../../kernel/errors.shared.js';
import { derivedId, type UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { allowed } from '../../platform/rate-limit/allowed.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import { HOUSE, type Authors } from '../publishing/authors.js';
import { readWorkId, workIdOf } from '../publishing/work.shared.js';
import type { Works } from '../publishing/works.js';
import {
  appeal,
  decideCase,
  inForce,
  isInForce,
  viewDecision,
  type Case,
  type Decision,
  type Ruling,
  type Subject,
} from './case.js';
import { caseIdOf, readCaseId, type CaseNews, type CaseStore, type Report } from './case.store.js';
import type { OwnDecision, ReportReason } from './report.shared.js';

export interface ReportsDeps {
  readonly cases: CaseStore;
  readonly works: Pick<Works, 'find' | 'judge'>;
  readonly authors: Pick<Authors, 'find'>;
  /** The user of an author with listed works. */
  readonly ownerOf: (authorId: string) => Promise<UserId | undefined>;
  /** Whether there is a user with an id. */
  readonly isUser: (id: UserId) => Promise<boolean>;
  readonly rateLimit: Pick<RateLimit, 'take'>;
  readonly clock: Clock;
  readonly notify: (notice: NewNotice) => Promise<unknown>;
}

/** What a reporter says. */
export interface Complaint {
  readonly reason: ReportReason;
  readonly comment?: string;
}

/** Reports of one user. */
const REPORTS = { limit: 20, windowMs: 3_600_000 } as const;
/** Appeals of one user. */
const APPEALS = { limit: 10, windowMs: 3_600_000 } as const;

/**
 * Reports of works and authors, decisions on them, and appeals. The decision is one write; what follows from it is done
 * at once, and again by the write's message.
 * @throws StoreUnavailable from every call
 */
export class Reports {
  constructor(private readonly deps: ReportsDeps) {}

  /**
   * Reports a published work.
   * @returns TASK_NOT_FOUND, REPORT_OWN_SUBJECT, REPORT_ALREADY_EXISTS, TOO_MANY_ATTEMPTS {seconds}
   */
  async reportWork(reporter: UserId, workId: string, complaint: Complaint): Promise<Result<void, ProductError>> {
    const rate = await allowed(this.deps.rateLimit, `report:${reporter}`, REPORTS);
    if (!rate.ok) return rate;
    const found = await this.deps.works.find(workId, { id: reporter, moderator: false });
    if (found?.by.owner === true) return refused('REPORT_OWN_SUBJECT');
    if (found === undefined || (await this.deps.authors.find(found.task.owner)) === undefined)
      return refused('TASK_NOT_FOUND');
    const subject: Subject = { kind: 'work', workId: workIdOf(found.task.id, found.index) };
    return this.file(reporter, subject, found.task.owner, complaint);
  }

  /**
   * Reports an author with listed works.
   * @param authorId public id
   * @returns USER_NOT_FOUND, else as `reportWork`
   */
  async reportAuthor(reporter: UserId, authorId: string, complaint: Complaint): Promise<Result<void, ProductError>> {
    const rate = await allowed(this.deps.rateLimit, `report:${reporter}`, REPORTS);
    if (!rate.ok) return rate;
    const owner = await this.deps.ownerOf(authorId);
    if (owner === undefined) return refused('USER_NOT_FOUND');
    if (owner === reporter) return refused('REPORT_OWN_SUBJECT');
    return this.file(reporter, { kind: 'author' }, owner, complaint);
  }

  /**
   * Applies an administrator's decision, also to a work or author that nobody has reported.
   * @param revision see `decideCase`
   * @returns TASK_NOT_FOUND or USER_NOT_FOUND for what is not there, PUBLISH_STATUS_ERROR for the removal of a work
   * that is not published, and the refusals of `decideCase`
   */
  async decide(
    moderator: UserId,
    caseId: string,
    ruling: Ruling,
    revision?: number,
  ): Promise<Result<void, ProductError>> {
    const { cases, clock } = this.deps;
    const of = await this.subjectOf(moderator, caseId);
    if (of === undefined) return refused(caseId.startsWith('author.') ? 'USER_NOT_FOUND' : 'TASK_NOT_FOUND');
    if (of.owner === HOUSE && isSanction(ruling)) return refused('USER_NOT_FOUND');
    if (ruling.kind === 'remove' && !(await this.isRemovable(moderator, of.subject)))
      return refused('PUBLISH_STATUS_ERROR');
    const now = clock.now();
    const changed = await cases.change(of, (current) => decideCase(current, ruling, moderator, now, revision));
    if (!changed.ok) return refused(changed.error);
    // The work at once; notices, of which a case may have thousands, with the message of this write.
    await this.applyToWork(changed.value);
    return ok(undefined);
  }

  /**
   * Appeals against a decision on the caller or on a work of theirs.
   * @returns REPORT_NOT_FOUND, APPEAL_NOT_POSSIBLE, APPEAL_ALREADY_EXISTS, TOO_MANY_ATTEMPTS {seconds}
   */
  async appeal(author: UserId, { caseId, number }: CaseNews, text: string): Promise<Result<void, ProductError>> {
    const { cases, clock } = this.deps;
    const rate = await allowed(this.deps.rateLimit, `appeal:${author}`, APPEALS);
    if (!rate.ok) return rate;
    const known = await cases.find(caseId);
    if (known?.owner !== author) return refused('REPORT_NOT_FOUND');
    const now = clock.now();
    const changed = await cases.change(known, (current) => appeal(current, number, text, now));
    return changed.ok ? ok(undefined) : refused(changed.error);
  }

  /** Decisions on the caller and on their works, newest first. Dismissals are not among them. */
  async ownDecisions(author: UserId): Promise<readonly OwnDecision[]> {
    const { cases, works, clock } = this.deps;
    const now = clock.now();
    const found = (await cases.of(author)).flatMap(({ id, document }) =>
      document.decisions.flatMap((decision, index) =>
        decision.action === 'dismiss' ? [] : [{ id, subject: document.subject, decision, number: index + 1 }],
      ),
    );
    const seen = await Promise.all(
      found.map(async ({ id, subject, decision, number }): Promise<OwnDecision> => {
        const work =
          subject.kind === 'work' ? await works.find(subject.workId, { id: author, moderator: false }) : undefined;
        return {
          ...viewDecision(decision, number, now),
          caseId: id,
          kind: subject.kind,
          mayAppeal: decision.appeal === undefined && isInForce(decision, now),
          ...(work === undefined || subject.kind !== 'work'
            ? {}
            : { work: { id: subject.workId, title: work.publication.title, media: work.task.media } }),
        };
      }),
    );
    return seen.sort((a, b) => b.at - a.at);
  }

  /** Counts a new report; tells its reporter if its round was decided meanwhile. Repeatable. */
  async register(reportId: string): Promise<void> {
    const { cases } = this.deps;
    const report = await cases.report(reportId);
    if (report === undefined) return;
    const known = await cases.find(report.caseId);
    const decision = known?.decisions.find(({ round }) => round === report.round);
    if (decision === undefined) return cases.recount(report);
    await this.notifyReporter(report, decision);
  }

  /**
   * Does what follows from a decision or from the answer to an appeal: the work by what applies now, and notices to
   * author and reporters. Repeatable, at any time and in any order.
   */
  async follow({ caseId, number }: CaseNews): Promise<void> {
    const { cases, notify } = this.deps;
    const known = await cases.find(caseId);
    const decision = known?.decisions[number - 1];
    if (known === undefined || decision === undefined) return;
    await this.applyToWork(known);
    const { action, at, reason, until, round } = decision;
    for await (const report of cases.allOfRound(caseId, round)) await this.notifyReporter(report, decision);
    const notice = { userId: known.owner, cause: `${caseId}.${number}`, at };
    if (action === 'restrict' && reason !== undefined && until !== undefined)
      await notify({ ...notice, content: { kind: 'publishing-restricted', until, reason } });
    if (action === 'ban' && reason !== undefined)
      await notify({ ...notice, content: { kind: 'publishing-banned', reason } });
    const answer = decision.appeal?.answer;
    if (answer !== undefined && action !== 'dismiss')
      await notify({
        userId: known.owner,
        cause: `${caseId}.${number}.appeal`,
        at: answer.at,
        content: { kind: 'appeal-answered', about: action, granted: answer.isGranted },
      });
  }

  /** The subject of a case that may not exist yet; undefined if there is no such work or author. */
  private async subjectOf(
    moderator: UserId,
    caseId: string,
  ): Promise<{ readonly subject: Subject; readonly owner: UserId } | undefined> {
    const known = await this.deps.cases.find(caseId);
    if (known !== undefined) return known;
    const read = readCaseId(caseId);
    if (read === undefined) return undefined;
    if (read.kind === 'work') {
      const found = readWorkId(read.of) && (await this.deps.works.find(read.of, { id: moderator, moderator: true }));
      return found && { subject: { kind: 'work', workId: read.of }, owner: found.task.owner };
    }
    // An id from outside; it is only looked up.
    const owner = read.of as UserId;
    return (await this.deps.isUser(owner)) ? { subject: { kind: 'author' }, owner } : undefined;
  }

  private async isRemovable(moderator: UserId, subject: Subject): Promise<boolean> {
    if (subject.kind !== 'work') return true;
    const found = await this.deps.works.find(subject.workId, { id: moderator, moderator: true });
    return found?.publication.status === 'published' || found?.publication.status === 'removed';
  }

  /** Removes or restores the work. What is no longer there, or is under review again, stays as it is. */
  private async applyToWork(known: Case): Promise<void> {
    if (known.subject.kind !== 'work') return;
    const { workId } = known.subject;
    const removal = inForce(known, 'remove', this.deps.clock.now());
    const latest = known.decisions.findLast(({ action }) => action === 'remove');
    if (removal?.reason !== undefined)
      await this.deps.works.judge(removal.by[0] ?? known.owner, workId, { kind: 'remove', reason: removal.reason });
    else if (latest?.appeal?.answer !== undefined)
      await this.deps.works.judge(latest.appeal.answer.by, workId, { kind: 'restore' });
  }

  private async file(
    reporter: UserId,
    subject: Subject,
    owner: UserId,
    complaint: Complaint,
  ): Promise<Result<void, ProductError>> {
    const { cases, clock } = this.deps;
    const filed = await cases.file({ subject, owner, reporter, at: clock.now(), ...complaint });
    if (filed === undefined) return refused('REPORT_ALREADY_EXISTS');
    await this.register(`${caseIdOf(subject, owner)}.${reporter}`);
    return ok(undefined);
  }

  private notifyReporter({ reporter, caseId, round, subject }: Report, { action, at }: Decision): Promise<unknown> {
    return this.deps.notify({
      userId: reporter,
      // An author's case has their user id, and the cause is shown to the reporter.
      cause: derivedId('report-handled', caseId, String(round)),
      at,
      content: { kind: 'report-handled', about: subject.kind, acted: action !== 'dismiss' },
    });
  }
}

/** Whether a ruling is on an author; the house itself is not subject to them. */
const isSanction = ({ kind }: Ruling): boolean =>
  kind === 'restrict' || kind === 'request-ban' || kind === 'confirm-ban';

const refused = (identifier: ErrorIdentifier): Result<never, ProductError> => err(productError(identifier));
