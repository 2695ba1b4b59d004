import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { FindQuery } from '../../platform/documents/port.js';
import { CLOCK } from '../../platform/tokens.js';
import { accountOf } from '../account/account.key.js';
import { USAGE_TYPES } from '../credits.shared.js';
import { CreditsReads } from '../queries.js';
import type { LineDocument } from '../statement/statement.projection.js';
import { withFailed, type BooksPage } from './books.projection.js';
import { dayAfter } from './books.sums.js';
import { Books } from './finance.queries.js';
import type { BooksOf } from './finance.shared.js';
import { ageOf, AGES, timesOf, type Age, type FailedWork, type ReceivableAges, type ReceivablesPage } from './losses.shared.js';

interface PageOf {
  /** 1 to 1,000. */
  readonly limit: number;
  readonly cursor?: string;
}

/** Whether a line belongs to the selected accounts. */
function isOf({ account }: LineDocument, { appName, usageType }: BooksOf): boolean {
  const key = accountOf(account);
  return key !== undefined && (appName ?? key.appName) === key.appName && (usageType ?? key.usageType) === key.usageType;
}

/** Lines read at once after the first page. */
const BATCH = 200;
/** Lines of a page where all are needed. */
const ALL_LINES = 1_000;

/** The next lines of the selected accounts: as many as the limit, or up to the end. Other lines are passed over. */
async function linesOf({ statement }: CreditsReads, query: Omit<FindQuery, 'after' | 'limit'>, of: BooksOf, { limit, cursor }: PageOf): Promise<{ readonly items: readonly LineDocument[]; readonly next?: string }> {
  const found: LineDocument[] = [];
  let after = cursor;
  let size = limit;
  for (;;) {
    const { items, next } = await statement.find({ ...query, limit: size, ...defined({ after }) });
    const own = items.filter((line) => isOf(line, of));
    const missing = limit - found.length;
    if (own.length > missing) {
      // The cursor has to follow the last line returned, so the page is read again up to that line.
      size = items.findIndex((line) => line === own[missing - 1]) + 1;
      continue;
    }
    found.push(...own);
    if (next === undefined || found.length >= limit) return { items: found, ...defined({ next }) };
    after = next;
    size = BATCH;
  }
}

/** Every receivable, newest first. */
const RECEIVABLES = { range: { field: 'owed.at', above: -1 }, order: { field: 'owed.at', direction: 'descending' } } as const;

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
    const { items, next } = await linesOf(this.reads, { ...RECEIVABLES, range: { field: 'owed.at', above: from - 1, ...defined({ below }) } }, of, page);
    return { items: items.flatMap(receivableOf), ...defined({ next }) };
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
        const { items, next } = await linesOf(this.reads, RECEIVABLES, { ...of, usageType }, { limit: ALL_LINES, ...defined({ cursor }) });
        for (const { owed } of items) {
          const sum = owed && sums.get(ageOf(owed.at, now));
          if (owed === undefined || sum === undefined) continue;
          sum.amount += owed.amount;
          sum.entries += 1;
        }
        cursor = next;
      } while (cursor !== undefined);
      const ages = [...sums.values()];
      if (ages.some(({ entries }) => entries > 0)) answer.push({ usageType, ages, total: ages.reduce((sum, { amount }) => sum + amount, 0) });
    }
    return answer;
  }
}

function receivableOf({ account, kind, id, owed, steps }: LineDocument): ReceivablesPage['items'] {
  if (owed === undefined) return [];
  if (kind === 'creation') return [{ account, kind, id, cause: 'after-revocation', ...owed }];
  return [{ account, kind: kind === 'adjustment' ? kind : 'grant', id, cause: steps.at(-1)?.reason ?? '', ...owed }];
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
    const { items, next } = reason === undefined ? { items: [], next: undefined } : await this.holds(reason, { from, to, of }, page);
    return ok({ from, to, reasons, items: [...items], ...defined({ next }) });
  }

  private async holds(reason: string, { from, to, of }: { readonly from: string; readonly to: string; readonly of: BooksOf }, page: PageOf): Promise<{ readonly items: FailedWork['items']; readonly next?: string }> {
    const range = { field: 'failed.at', above: Date.parse(from) - 1, below: Date.parse(dayAfter(to)) };
    const { items, next } = await linesOf(this.reads, { where: { 'failed.reason': reason }, range, order: { field: 'failed.at', direction: 'descending' } }, of, page);
    const found = items.flatMap(({ account, id, failed }) => (failed === undefined ? [] : [{ account, holdId: id, amount: failed.amount, at: failed.at }]));
    return { items: found, ...defined({ next }) };
  }
}
