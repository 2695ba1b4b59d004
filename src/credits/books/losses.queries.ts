import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { CLOCK } from '../../platform/tokens.js';
import { USAGE_TYPES } from '../credits.shared.js';
import { isOf, readPage, type PageOf } from '../movements/pages.js';
import { CreditsReads } from '../queries.js';
import type { LineDocument } from '../statement/statement.projection.js';
import { withFailed, type BooksPage } from './books.projection.js';
import { dayAfter } from './books.sums.js';
import { Books } from './finance.queries.js';
import type { BooksOf } from './finance.shared.js';
import {
  ageOf,
  AGES,
  timesOf,
  type Age,
  type FailedWork,
  type ReceivableAges,
  type ReceivablesPage,
} from './losses.shared.js';

/** Receivables read at once where all are needed. */
const BATCH = 1_000;

/** Newest first. */
const BY_TIME = { field: 'owed.at', direction: 'descending' } as const;

/** Receivables of the selected accounts, newest first. */
export class GetReceivables extends Query<ReceivablesPage> {
  constructor(
    readonly of: BooksOf & { readonly age?: Age },
    readonly page: PageOf,
  ) {
    super();
  }
}

@QueryHandler(GetReceivables)
export class GetReceivablesHandler implements IQueryHandler<GetReceivables> {
  constructor(
    private readonly reads: CreditsReads,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws InvalidCursor, StoreUnavailable */
  async execute({ of: { age, ...of }, page }: GetReceivables): Promise<ReceivablesPage> {
    const { from, below } = age === undefined ? { from: 0, below: undefined } : timesOf(age, this.clock.now());
    return readPage(
      this.reads.statement,
      { range: { field: 'owed.at', above: from - 1, ...defined({ below }) }, order: BY_TIME },
      page,
      async (lines) => lines.map((line) => (isOf(line, of) ? receivableOf(line) : undefined)),
    );
  }
}

/** Receivables by age and usage type; usage types without one are left out. */
export class GetReceivableAges extends Query<ReceivableAges> {
  constructor(readonly of: Pick<BooksOf, 'appName'>) {
    super();
  }
}

@QueryHandler(GetReceivableAges)
export class GetReceivableAgesHandler implements IQueryHandler<GetReceivableAges> {
  constructor(
    private readonly reads: CreditsReads,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws StoreUnavailable */
  async execute({ of }: GetReceivableAges): Promise<ReceivableAges> {
    const now = this.clock.now();
    const answer: ReceivableAges = [];
    // One usage type at a time, because different units cannot be added.
    for (const usageType of USAGE_TYPES) {
      const sums = new Map(AGES.map((age) => [age, { age, amount: 0, entries: 0 }]));
      let cursor: string | undefined;
      do {
        const { items, next }: ReceivablesPage = await readPage(
          this.reads.statement,
          { range: { field: 'owed.at', above: -1 }, order: BY_TIME },
          { limit: BATCH, ...defined({ cursor }) },
          async (lines) => lines.map((line) => (isOf(line, { ...of, usageType }) ? receivableOf(line) : undefined)),
        );
        for (const { at, amount } of items) {
          const sum = sums.get(ageOf(at, now));
          if (sum === undefined) continue;
          sum.amount += amount;
          sum.entries += 1;
        }
        cursor = next;
      } while (cursor !== undefined);
      const ages = [...sums.values()];
      if (ages.some(({ entries }) => entries > 0))
        answer.push({ usageType, ages, total: ages.reduce((sum, { amount }) => sum + amount, 0) });
    }
    return answer;
  }
}

function receivableOf({ account, kind, id, owed, steps }: LineDocument): ReceivablesPage['items'][number] | undefined {
  if (owed === undefined) return undefined;
  if (kind === 'creation') return { account, kind, id, cause: 'after-revocation', ...owed };
  return { account, kind: kind === 'adjustment' ? kind : 'grant', id, cause: steps.at(-1)?.reason ?? '', ...owed };
}

/** Holds released as a whole in a range of days. AS_OF_IN_FUTURE, or VALIDATION_ERROR {field: from} for no range. */
export class GetFailedWork extends Query<Result<FailedWork, ProductError>> {
  /**
   * @param from first day, `YYYY-MM-DD`, UTC
   * @param to last day, `YYYY-MM-DD`, UTC
   * @param reason lists the holds of this reason
   */
  constructor(
    readonly from: string,
    readonly to: string,
    readonly of: BooksOf,
    readonly reason: string | undefined,
    readonly page: PageOf,
  ) {
    super();
  }
}

@QueryHandler(GetFailedWork)
export class GetFailedWorkHandler implements IQueryHandler<GetFailedWork> {
  constructor(
    private readonly books: Books,
    private readonly reads: CreditsReads,
  ) {}

  /** @throws InvalidCursor, StoreUnavailable */
  async execute({ from, to, of, reason, page }: GetFailedWork): Promise<Result<FailedWork, ProductError>> {
    const day = this.books.day(to);
    if (!day.ok) return day;
    if (from > to) return err(productError('VALIDATION_ERROR', { field: 'from' }));
    const pages = (await this.books.upTo(to, of)).filter((one) => one.day >= from);
    const reasons = pages.flatMap(({ failed }) => failed).reduce<BooksPage['failed']>(withFailed, []);
    const { items, next } =
      reason === undefined ? { items: [], next: undefined } : await this.holds(reason, { from, to, of }, page);
    return ok({ from, to, reasons, items: [...items], ...defined({ next }) });
  }

  private async holds(
    reason: string,
    { from, to, of }: { readonly from: string; readonly to: string; readonly of: BooksOf },
    page: PageOf,
  ): Promise<{ readonly items: FailedWork['items']; readonly next?: string }> {
    const range = { field: 'failed.at', above: Date.parse(from) - 1, below: Date.parse(dayAfter(to)) };
    return readPage(
      this.reads.statement,
      { where: { 'failed.reason': reason }, range, order: { field: 'failed.at', direction: 'descending' } },
      page,
      async (lines) =>
        lines.map((line) =>
          isOf(line, of) && line.failed !== undefined
            ? { account: line.account, holdId: line.id, amount: line.failed.amount, at: line.failed.at }
            : undefined,
        ),
    );
  }
}
