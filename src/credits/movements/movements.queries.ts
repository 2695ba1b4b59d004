import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { dayAfter } from '../books/books.sums.js';
import { Books } from '../books/finance.queries.js';
import type { BooksOf } from '../books/finance.shared.js';
import type { GrantSource } from '../credits.shared.js';
import { CreditsReads } from '../queries.js';
import { grantLineKeys, lineKey, STEP_OF_COLUMN, type LineDocument } from '../statement/statement.projection.js';
import { isOf, readPage, type PageOf } from './pages.js';
import type { MovedColumn, MovementsPage } from './movements.shared.js';

/** The lines behind a figure. AS_OF_IN_FUTURE, or VALIDATION_ERROR {field: from} for no range. */
export class GetMovements extends Query<Result<MovementsPage, ProductError>> {
  /**
   * @param from first day, `YYYY-MM-DD`, UTC
   * @param to last day, `YYYY-MM-DD`, UTC
   * @param source counts credits of this source only
   */
  constructor(
    readonly column: MovedColumn,
    readonly from: string,
    readonly to: string,
    readonly of: BooksOf,
    readonly source: GrantSource | undefined,
    readonly page: PageOf,
  ) {
    super();
  }
}

type Item = MovementsPage['items'][number];

@QueryHandler(GetMovements)
export class GetMovementsHandler implements IQueryHandler<GetMovements> {
  constructor(
    private readonly books: Books,
    private readonly reads: CreditsReads,
  ) {}

  /** @throws InvalidCursor, StoreUnavailable */
  async execute({ column, from, to, of, source, page }: GetMovements): Promise<Result<MovementsPage, ProductError>> {
    const day = this.books.day(to);
    if (!day.ok) return day;
    if (from > to) return err(productError('VALIDATION_ERROR', { field: 'from' }));
    const field = `moved.${column}`;
    const range = { field, above: Date.parse(from) - 1, below: Date.parse(dayAfter(to)) };
    return ok(
      await readPage(
        this.reads.statement,
        { range, order: { field, direction: 'descending' } },
        page,
        async (lines) => {
          const meant = lines.filter((line) => isOf(line, of));
          const grants = source === undefined ? undefined : await this.sourcesOf(meant);
          const isMeant = new Set(meant);
          return lines.map((line) =>
            isMeant.has(line)
              ? movementOf(line, column, (grantId) => grants?.get(`${line.account} ${grantId}`) === source)
              : undefined,
          );
        },
      ),
    );
  }

  /** Sources by account and grant id. */
  private async sourcesOf(lines: readonly LineDocument[]): Promise<ReadonlyMap<string, GrantSource>> {
    const keys = [
      ...new Set(lines.flatMap((line) => [...grantLineKeys(line), lineKey(line.account, line.kind, line.id)])),
    ];
    const found = await this.reads.statement.getMany(keys);
    return new Map(
      found.flatMap(({ account, id, grant }) => (grant === undefined ? [] : [[`${account} ${id}`, grant.source]])),
    );
  }
}

/** @param isMeant whether a grant is of the selected source */
function movementOf(line: LineDocument, column: MovedColumn, isMeant: (grantId: string) => boolean): Item | undefined {
  const {
    account,
    kind,
    id,
    steps,
    paidBy,
    moved: { [column]: at },
  } = line;
  const sign = column === 'adjusted' && line.net < 0 ? -1 : 1;
  const amount = steps
    .filter(({ what }) => what === STEP_OF_COLUMN[column])
    .reduce((sum, step) => {
      const parts = step.grants ?? paidBy;
      return sum + parts.filter(({ grantId }) => isMeant(grantId)).reduce((all, part) => all + part.amount, 0);
    }, 0);
  return at === undefined || amount === 0 ? undefined : { account, kind, id, amount: sign * amount, at };
}
