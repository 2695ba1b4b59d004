import { z } from 'zod';
import type { UserId } from '../../kernel/ids.js';
import type { Result } from '../../kernel/result.js';
import { REVIEW_REASONS } from '../../kernel/review.shared.js';
import { pages } from '../../platform/documents/pages.js';
import type { Collection, DocumentStore, OutboxMessage, Page, Versioned } from '../../platform/documents/port.js';
import { CONFLICT, retryConflicts } from '../../platform/documents/retry.js';
import { decide, deleteWhere, remove } from '../../platform/documents/update.js';
import { defined } from '../../kernel/defined.shared.js';
import { newCase, waitingSince, type Case, type CaseRefusal, type Subject } from './case.js';
import { CASE_ACTIONS, REPORT_REASONS } from './report.shared.js';

/** Published with a report. `data` is a `ReportNews`. */
export const REPORT_FILED = 'WorkOrAuthorReported';
/** Published with a decision on reports, and with the answer to an appeal. `data` is a `CaseNews`. */
export const CASE_DECIDED = 'ReportsDecided';
export const reportNews = z.object({ reportId: z.string() });
/** `number` of the decision. */
export const caseNews = z.object({ caseId: z.string(), number: z.int().min(1) });
export type CaseNews = z.infer<typeof caseNews>;

const userId = z.string().transform((id) => id as UserId); // our own writes only
const subject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('work'), workId: z.string() }),
  z.object({ kind: z.literal('author') }),
]);
const reason = z.enum(REVIEW_REASONS);
const appeal = z.object({
  text: z.string(),
  at: z.int(),
  answer: z.object({ isGranted: z.boolean(), by: userId, at: z.int() }).exactOptional(),
});
const decision = z.object({
  action: z.enum(CASE_ACTIONS),
  at: z.int(),
  by: z.array(userId),
  round: z.int(),
  reports: z.int(),
  reason: reason.exactOptional(),
  until: z.int().exactOptional(),
  appeal: appeal.exactOptional(),
});
/** `waitingSince` is stored for the index only. */
const storedCase = z.object({
  subject,
  owner: userId,
  round: z.int(),
  revision: z.int(),
  reports: z.int(),
  reportedAt: z.int().exactOptional(),
  request: z.object({ by: userId, reason, at: z.int() }).exactOptional(),
  decisions: z.array(decision),
  waitingSince: z.int().nullable(),
});
type StoredCase = z.infer<typeof storedCase>;

const report = z.object({
  subject,
  caseId: z.string(),
  owner: userId,
  reporter: userId,
  /** The case's round at that time. */
  round: z.int(),
  reason: z.enum(REPORT_REASONS),
  comment: z.string().exactOptional(),
  at: z.int(),
});
/** One user's report of a work or an author. */
export type Report = z.infer<typeof report>;

/** Id of a subject's case. An author's case is named by the user's id, because that never changes. */
export const caseIdOf = (of: Subject, owner: UserId): string =>
  of.kind === 'work' ? `work.${of.workId}` : `author.${owner}`;
const CASE_ID = /^(work|author)\.([0-9a-zA-Z-]{1,60})$/;
/** Parses a case's id; undefined if it is invalid. */
export function readCaseId(id: string): { readonly kind: 'work' | 'author'; readonly of: string } | undefined {
  const [, kind, of] = CASE_ID.exec(id) ?? [];
  return (kind === 'work' || kind === 'author') && of !== undefined ? { kind, of } : undefined;
}

const stored = (of: Case): StoredCase => ({
  ...of,
  // A copy: documents are mutable where the case is not.
  decisions: of.decisions.map((one) => ({ ...one, by: [...one.by] })),
  waitingSince: waitingSince(of) ?? null,
});

/** Messages for new decisions, and for answers to appeals. Their ids are the same in every attempt. */
const newsOf = (id: string, before: Case | undefined, after: Case): readonly OutboxMessage[] =>
  after.decisions.flatMap((now, index) => {
    const was = before?.decisions[index];
    const number = index + 1;
    if (was === undefined) return [{ id: `${id}.decided.${number}`, type: CASE_DECIDED, data: { caseId: id, number } }];
    if (was.appeal?.answer !== undefined || now.appeal?.answer === undefined) return [];
    return [{ id: `${id}.answered.${number}`, type: CASE_DECIDED, data: { caseId: id, number } }];
  });

/**
 * Cases and reports, one document each. What follows from a decision is a message of the same write.
 * @throws StoreUnavailable, DocumentContended from every call
 */
export class CaseStore {
  private constructor(
    private readonly cases: Collection<StoredCase>,
    private readonly reports: Collection<Report>,
  ) {}

  static async open(documents: DocumentStore): Promise<CaseStore> {
    return new CaseStore(
      await documents.collection({ name: 'report_cases_v1', indexes: [['waitingSince'], ['owner']] }, (value) =>
        storedCase.parse(value),
      ),
      await documents.collection({ name: 'reports_v1', indexes: [['caseId', 'round'], ['reporter']] }, (value) =>
        report.parse(value),
      ),
    );
  }

  async find(id: string): Promise<Case | undefined> {
    return (await this.cases.get(id))?.document;
  }

  /** Those of these cases that exist. */
  async findAll(ids: readonly string[]): Promise<readonly Case[]> {
    return (await this.cases.getMany(ids)).map(({ document }) => document);
  }

  /** Cases that wait for an administrator, longest wait first. @throws InvalidCursor */
  waiting(limit: number, after?: string): Promise<Page<Case>> {
    return this.cases.find({
      range: { field: 'waitingSince', above: 0 },
      order: { field: 'waitingSince', direction: 'ascending' },
      limit,
      ...defined({ after }),
    });
  }

  /** All cases of an author and of their works. */
  async of(owner: UserId): Promise<readonly Versioned<Case>[]> {
    const found = [];
    for await (const one of pages(this.cases, { where: { owner }, limit: 500 })) found.push(one);
    return found;
  }

  /**
   * Applies a decision to a case, which is created if there is none.
   * @returns the case afterwards, or the refusal of `change`
   */
  change(
    of: { readonly subject: Subject; readonly owner: UserId },
    change: (current: Case) => Result<Case, CaseRefusal>,
  ): Promise<Result<Case, CaseRefusal>> {
    const id = caseIdOf(of.subject, of.owner);
    return decide<StoredCase, Result<Case, CaseRefusal>>(this.cases, id, (known) => {
      const current = known?.document ?? newCase(of.subject, of.owner);
      const next = change(current);
      return next.ok && next.value !== current
        ? { answer: next, write: { document: stored(next.value), outbox: newsOf(id, known?.document, next.value) } }
        : { answer: next };
    });
  }

  /**
   * Keeps a report, once for each reporter and round; of a work once for ever, because the work stays the same.
   * @returns undefined if the reporter has reported it before
   */
  async file(given: Omit<Report, 'round' | 'caseId'>): Promise<Report | undefined> {
    const caseId = caseIdOf(given.subject, given.owner);
    const { round } = (await this.find(caseId)) ?? newCase(given.subject, given.owner);
    const filed: Report = { ...given, caseId, round };
    const id = `${caseId}.${given.reporter}`;
    return decide<Report, Report | undefined>(this.reports, id, (known) =>
      known !== undefined && (given.subject.kind === 'work' || known.document.round >= round)
        ? { answer: undefined }
        : {
            answer: filed,
            write: {
              document: filed,
              outbox: [{ id: `${id}.filed.${round}`, type: REPORT_FILED, data: { reportId: id } }],
            },
          },
    );
  }

  async report(id: string): Promise<Report | undefined> {
    return (await this.reports.get(id))?.document;
  }

  /** At most `limit` reports of a round. */
  async ofRound(caseId: string, round: number, limit: number): Promise<readonly Report[]> {
    return (await this.reports.find({ where: { caseId, round }, limit })).items.map(({ document }) => document);
  }

  /** All reports of a round. */
  async *allOfRound(caseId: string, round: number): AsyncGenerator<Report, void, undefined> {
    for await (const { document } of pages(this.reports, { where: { caseId, round }, limit: 500 })) yield document;
  }

  /** All reports made by a user. */
  async *by(reporter: UserId): AsyncGenerator<Report, void, undefined> {
    for await (const { document } of pages(this.reports, { where: { reporter }, limit: 500 })) yield document;
  }

  /**
   * Counts the reports that wait, after one was filed or deleted. Repeatable, in any order: they are counted after the
   * case's version was read, so an older count never replaces a newer one.
   */
  async recount({ subject: of, owner, at }: Pick<Report, 'subject' | 'owner' | 'at'>): Promise<void> {
    const id = caseIdOf(of, owner);
    await retryConflicts('a case', async () => {
      const known = await this.cases.get(id);
      const current = known?.document ?? newCase(of, owner);
      const reports = await this.reports.count({ caseId: id, round: current.round });
      if (reports === current.reports) return undefined;
      const { reportedAt, ...rest } = current;
      const next: Case = reports === 0 ? { ...rest, reports } : { ...rest, reports, reportedAt: reportedAt ?? at };
      const put = { id, document: stored(next), expectedVersion: known?.version ?? 0 };
      return (await this.cases.put(put)) === 'written' ? undefined : CONFLICT;
    });
  }

  /** Deletes the reports that a user made, and all that concerns them as an author. Idempotent. */
  async forget(user: UserId): Promise<void> {
    for await (const { id, document } of pages(this.reports, { where: { reporter: user }, limit: 500 })) {
      await remove(this.reports, id);
      if ((await this.find(document.caseId)) !== undefined) await this.recount(document);
    }
    for (const { id } of await this.of(user)) {
      await deleteWhere(this.reports, { where: { caseId: id } });
      await remove(this.cases, id);
    }
  }
}
