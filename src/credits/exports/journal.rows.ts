import { MOVEMENTS, NOTHING_MOVED, plus, type Movements } from '../books/books.entries.js';
import type { BooksPage } from '../books/books.projection.js';
import type { Books } from '../books/finance.queries.js';
import type { Days } from './books.rows.js';
import type { CreditJournalRow } from './tables.shared.js';

/** The accounts that a movement debits and credits. */
const ACCOUNTS = {
  granted: ['available', 'granted'],
  adjusted: ['available', 'adjusted'],
  held: ['held', 'available'],
  spent: ['spent', 'held'],
  released: ['available', 'held'],
  expired: ['expired', 'available'],
  revoked: ['revoked', 'available'],
} as const satisfies Readonly<Record<keyof Movements, readonly [debit: string, credit: string]>>;

function* rowsOfDay({
  day,
  appName,
  usageType,
  moved,
}: Pick<BooksPage, 'day' | 'appName' | 'usageType'> & { readonly moved: Movements }): Generator<
  CreditJournalRow,
  void,
  undefined
> {
  for (const kind of MOVEMENTS) {
    const amount = moved[kind];
    if (amount === 0) continue;
    const [debit, credit] = ACCOUNTS[kind];
    const of = { entryId: `${day}.${appName}.${usageType}.${kind}`, day, appName, usageType, kind };
    // An adjustment that takes credits moves them the other way.
    yield { ...of, account: amount > 0 ? debit : credit, debit: Math.abs(amount), credit: 0 };
    yield { ...of, account: amount > 0 ? credit : debit, debit: 0, credit: Math.abs(amount) };
  }
}

/**
 * The journal of credits: every movement of the books as a debit and a credit, by day, app and usage type. Each account
 * adds up to its figure in the trial balance.
 * @throws StoreUnavailable
 */
export async function* creditJournalRows(
  books: Pick<Books, 'upTo'>,
  { first, last }: Days,
): AsyncGenerator<CreditJournalRow, void, undefined> {
  const days = new Map<string, Pick<BooksPage, 'day' | 'appName' | 'usageType'> & { readonly moved: Movements }>();
  for (const { day, appName, usageType, rows } of await books.upTo(last, {})) {
    if (first !== undefined && day < first) continue;
    const key = `${day} ${appName} ${usageType}`;
    days.set(key, {
      day,
      appName,
      usageType,
      moved: rows.reduce<Movements>(plus, days.get(key)?.moved ?? NOTHING_MOVED),
    });
  }
  for (const [, one] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) yield* rowsOfDay(one);
}
