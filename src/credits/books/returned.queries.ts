import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { dayOf, type Movements } from './books.entries.js';
import type { BooksPage } from './books.projection.js';
import { Books } from './finance.queries.js';

/** Credits that holds gave back because work was not delivered, since a day: whole credits of all accounts. */
export class GetReturnedForFailures extends Query<number> {
  /** @param from first day, `YYYY-MM-DD`, UTC */
  constructor(readonly from: string) {
    super();
  }
}

/** Reasons of released holds for which the service is not to blame: cancelled by the user, or refused. */
const BY_CHOICE: ReadonlySet<string> = new Set(['canceled', 'refused']);

@QueryHandler(GetReturnedForFailures)
export class GetReturnedForFailuresHandler implements IQueryHandler<GetReturnedForFailures> {
  constructor(private readonly books: Books) {}

  /** @throws StoreUnavailable */
  async execute({ from }: GetReturnedForFailures): Promise<number> {
    let sum = 0;
    let after: string | undefined;
    do {
      const { items, next } = await this.books.follower.pages.find({
        range: { field: 'day', above: dayOf(Date.parse(from) - 1) },
        order: { field: 'day', direction: 'ascending' },
        limit: 1_000,
        ...(after === undefined ? {} : { after }),
      });
      for (const page of items) sum += returnedForFailures(page);
      after = next;
    } while (after !== undefined);
    return sum;
  }
}

const sumOf = <T>(items: readonly T[], amount: (item: T) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0);

/**
 * Credits of a page that were given back for work that failed: all that holds gave back, without the holds released as
 * a whole by choice. The rest of a hold that was captured in part belongs to outputs that failed.
 */
export function returnedForFailures({
  usageType,
  rows,
  failed,
}: Pick<BooksPage, 'usageType' | 'failed'> & { readonly rows: readonly Pick<Movements, 'released'>[] }): number {
  if (usageType !== 'credits') return 0;
  const byChoice = failed.filter(({ reason }) => BY_CHOICE.has(reason));
  return sumOf(rows, ({ released }) => released) - sumOf(byChoice, ({ amount }) => amount);
}
