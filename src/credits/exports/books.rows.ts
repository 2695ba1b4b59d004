import { APP_NAMES, USAGE_TYPES, type AppName, type UsageType } from '../credits.shared.js';
import { NOTHING_MOVED, type Movements } from '../books/books.entries.js';
import { sumLiability, sumRollForward, sumTrialBalance } from '../books/books.sums.js';
import type { BooksPage } from '../books/books.projection.js';
import type { Books } from '../books/finance.queries.js';
import type { TrialBalance } from '../books/finance.shared.js';
import type { LiabilityRow, RollForwardRow, TrialBalanceRow } from './tables.shared.js';

/** The days of an export; `first` is undefined when it has no beginning. */
export interface Days {
  readonly first: string | undefined;
  readonly last: string;
}

/** Pages of each app and usage type that has any, up to a day, and their first day. */
async function accountsOf(
  books: Pick<Books, 'upTo'>,
  day: string,
): Promise<
  readonly {
    readonly appName: AppName;
    readonly usageType: UsageType;
    readonly pages: readonly BooksPage[];
    readonly first: string;
  }[]
> {
  const all = await books.upTo(day, {});
  return APP_NAMES.flatMap((appName) =>
    USAGE_TYPES.flatMap((usageType) => {
      const pages = all.filter((page) => page.appName === appName && page.usageType === usageType);
      const [earliest] = pages;
      return earliest === undefined ? [] : [{ appName, usageType, pages, first: earliest.day }];
    }),
  );
}

const movedIn = ({ granted, adjusted, held, spent, released, expired, revoked }: Movements): Movements => ({
  granted,
  adjusted,
  held,
  spent,
  released,
  expired,
  revoked,
});

function lineOf({ opening, moved, closing, toDate }: TrialBalance['total']) {
  return {
    openingAvailable: opening.available,
    openingHeld: opening.held,
    ...movedIn(moved),
    closingAvailable: closing.available,
    closingHeld: closing.held,
    grantedToDate: toDate.granted,
    adjustedToDate: toDate.adjusted,
    spentToDate: toDate.spent,
    expiredToDate: toDate.expired,
    revokedToDate: toDate.revoked,
  };
}

/** The trial balance at the end of the last day. @throws StoreUnavailable */
export async function* trialBalanceRows(
  books: Pick<Books, 'upTo'>,
  { first, last }: Days,
): AsyncGenerator<TrialBalanceRow, void, undefined> {
  for (const { appName, usageType, pages, first: earliest } of await accountsOf(books, last)) {
    const from = first ?? earliest;
    const { total, bySource, debits, credits, receivable, listPrice } = sumTrialBalance(pages, last, from);
    const of = { from, day: last, appName, usageType };
    for (const line of bySource)
      yield {
        ...of,
        source: line.source,
        ...lineOf(line),
        debits: null,
        credits: null,
        receivable: null,
        listPrice: null,
      };
    yield { ...of, source: null, ...lineOf(total), debits, credits, receivable, listPrice };
  }
}

/**
 * The roll-forward of the days, by app and usage type. Begins with the first day that has a movement, if that is later.
 * @throws StoreUnavailable
 */
export async function* rollForwardRows(
  books: Pick<Books, 'upTo'>,
  { first, last }: Days,
): AsyncGenerator<RollForwardRow, void, undefined> {
  for (const { appName, usageType, pages, first: earliest } of await accountsOf(books, last)) {
    for (const { day, opening, moved, closing } of sumRollForward(
      pages,
      first !== undefined && first > earliest ? first : earliest,
      last,
    ).days) {
      yield {
        day,
        appName,
        usageType,
        openingAvailable: opening.available,
        openingHeld: opening.held,
        ...movedIn({ ...NOTHING_MOVED, ...moved }),
        closingAvailable: closing.available,
        closingHeld: closing.held,
      };
    }
  }
}

/** The liability at the end of the last day. @throws StoreUnavailable */
export async function* liabilityRows(
  books: Pick<Books, 'upTo'>,
  { last }: Days,
): AsyncGenerator<LiabilityRow, void, undefined> {
  for (const { appName, usageType, pages } of await accountsOf(books, last)) {
    for (const { month, available, held } of sumLiability(pages, last).months)
      yield { day: last, appName, usageType, month, available, held };
  }
}
