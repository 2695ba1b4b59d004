import type { UserId } from '../../kernel/ids.js';
import { defined } from '../../kernel/defined.shared.js';
import type { Clock, Millis } from '../../kernel/clock.js';
import type { Page, Versioned } from '../../platform/documents/port.js';
import type { Authors } from '../publishing/authors.js';
import { viewWork, wordsOf } from '../publishing/work.view.js';
import type { Works } from '../publishing/works.js';
import { isInForce, newCase, viewDecision, type Case } from './case.js';
import { caseIdOf, type CaseStore } from './case.store.js';
import type { CasePage, CaseView } from './report.shared.js';
import { sanctionsOf } from './sanctions.js';

export interface CaseViewsDeps {
  readonly cases: CaseStore;
  readonly works: Pick<Works, 'find'>;
  readonly authors: Pick<Authors, 'find' | 'idOf'>;
  readonly clock: Clock;
  readonly administrators: () => Promise<readonly UserId[]>;
}

/** Reports of one case that are read for their reasons and comments. */
const READ = 200;
const MODERATOR = { owner: false, moderator: true } as const;

/**
 * Cases as moderators see them, with their context.
 * @throws StoreUnavailable from every call
 */
export class CaseViews {
  constructor(private readonly deps: CaseViewsDeps) {}

  /** Cases that wait, longest wait first. @throws InvalidCursor */
  async waiting(moderator: UserId, limit: number, after?: string): Promise<CasePage> {
    const { items, next }: Page<Case> = await this.deps.cases.waiting(limit, after);
    // An author with many reported works has their cases read once for the page.
    const byOwner = new Map<UserId, ReturnType<CaseStore['of']>>();
    for (const { owner } of items.map(({ document }) => document))
      if (!byOwner.has(owner)) byOwner.set(owner, this.deps.cases.of(owner));
    const cases = await Promise.all(
      items.map(async ({ document }) => this.view(document, moderator, (await byOwner.get(document.owner)) ?? [])),
    );
    // Counting reads every user, so it is done only where somebody wants to know.
    const administrators = cases.some(isForAnother) ? (await this.deps.administrators()).length : undefined;
    return { cases, ...defined({ administrators, next }) };
  }

  private async view(of: Case, moderator: UserId, all: readonly Versioned<Case>[]): Promise<CaseView> {
    const { subject, owner, revision, request, decisions } = of;
    const now = this.deps.clock.now();
    const id = caseIdOf(subject, owner);
    const [author, reports, shown] = await Promise.all([
      this.author(of, all, now),
      this.reports(id, of),
      this.shown(of, moderator),
    ]);
    return {
      id,
      revision,
      kind: subject.kind,
      ...defined({ shown }),
      author,
      reports,
      ...(request === undefined
        ? {}
        : { request: { reason: request.reason, at: request.at, isOwn: request.by === moderator } }),
      decisions: decisions
        .map((decision, index) => ({
          ...viewDecision(decision, index + 1, now),
          reports: decision.reports,
          isOwn: decision.by.includes(moderator),
        }))
        .reverse(),
      isOwn: owner === moderator,
    };
  }

  private async shown({ subject, owner }: Case, moderator: UserId): Promise<CaseView['shown']> {
    if (subject.kind !== 'work') return undefined;
    const [work, author] = await Promise.all([
      this.deps.works.find(subject.workId, { id: moderator, moderator: true }),
      this.deps.authors.find(owner, MODERATOR),
    ]);
    if (work === undefined || author === undefined) return undefined;
    const { input, params } = work.task;
    const recipe = { procedure: params.procedure, model: input.model, seed: work.made.seed };
    return { work: viewWork(work, author), words: wordsOf(work.task), recipe };
  }

  /** @param all the author's cases */
  private async author(
    { subject, owner }: Case,
    all: readonly Versioned<Case>[],
    now: Millis,
  ): Promise<CaseView['author']> {
    const { authors } = this.deps;
    const known = await authors.find(owner, MODERATOR);
    const id = caseIdOf({ kind: 'author' }, owner);
    const own = all.find((one) => one.id === id)?.document ?? newCase({ kind: 'author' }, owner);
    const others = all.filter((one) => one.id !== caseIdOf(subject, owner)).map(({ document }) => document);
    return {
      id: authors.idOf(owner),
      name: known?.name ?? null,
      case: { id, revision: own.revision },
      ...sanctionsOf(own, now),
      earlier: others
        .flatMap((other) =>
          other.decisions.map((decision) => ({
            kind: other.subject.kind,
            action: decision.action,
            at: decision.at,
            ...defined({ reason: decision.reason }),
            isInForce: isInForce(decision, now),
          })),
        )
        .sort((a, b) => b.at - a.at),
      reports: others.reduce(
        (sum, { reports, decisions }) => decisions.reduce((total, decision) => total + decision.reports, sum + reports),
        0,
      ),
    };
  }

  private async reports(id: string, { round, reports: count }: Case): Promise<CaseView['reports']> {
    const read = count === 0 ? [] : await this.deps.cases.ofRound(id, round, READ);
    const counts = new Map<(typeof read)[number]['reason'], number>();
    for (const { reason } of read) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    return {
      count,
      reasons: [...counts].map(([reason, of]) => ({ reason, count: of })).sort((a, b) => b.count - a.count),
      comments: read
        .flatMap(({ comment, at }) => (comment === undefined ? [] : [{ text: comment, at }]))
        .sort((a, b) => a.at - b.at),
    };
  }
}

/** Whether a case has something that its caller may not decide, because they took part in it. */
const isForAnother = ({ request, decisions }: CaseView): boolean =>
  request?.isOwn === true ||
  decisions.some(({ isOwn, appeal }) => isOwn && appeal !== undefined && appeal.answer === undefined);
