import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { MOVEMENTS } from '../books/books.entries.js';
import type { BooksPage } from '../books/books.projection.js';
import { sumTrialBalance } from '../books/books.sums.js';
import { APP_NAMES, USAGE_TYPES } from '../credits.shared.js';
import { creditJournalRows } from './journal.rows.js';
import type { CreditJournalRow } from './tables.shared.js';

const DAYS = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'];
/** Figures of a page that the journal does not read. */
const TOTALS = { stated: 0, receivable: 0, listPrice: 0, failed: [], events: 1 };
const moved = fc.record({
  granted: fc.nat(1_000),
  adjusted: fc.integer({ min: -500, max: 500 }),
  held: fc.nat(300),
  spent: fc.nat(200),
  released: fc.nat(100),
  expired: fc.nat(100),
  revoked: fc.nat(100),
});
const pages: fc.Arbitrary<readonly BooksPage[]> = fc
  .uniqueArray(
    fc.record({
      day: fc.constantFrom(...DAYS),
      appName: fc.constantFrom(...APP_NAMES),
      usageType: fc.constantFrom(...USAGE_TYPES),
      rows: fc.array(moved, { minLength: 1, maxLength: 3 }),
    }),
    { selector: ({ day, appName, usageType }) => `${day} ${appName} ${usageType}`, maxLength: 12 },
  )
  .map((found) =>
    found.map(({ rows, ...page }): BooksPage => ({
      ...page,
      ...TOTALS,
      rows: rows.map((row, index) => ({ source: index === 0 ? 'plan' : 'purchase', month: null, ...row })),
    })),
  );

async function rowsOf(
  all: readonly BooksPage[],
  first: string | undefined,
  last: string,
): Promise<readonly CreditJournalRow[]> {
  const rows: CreditJournalRow[] = [];
  for await (const row of creditJournalRows(
    { upTo: async (day) => all.filter((page) => page.day <= day) },
    { first, last },
  ))
    rows.push(row);
  return rows;
}

describe('the journal of credits', () => {
  it('balances in each entry, and each account adds up to the trial balance', async () => {
    await fc.assert(
      fc.asyncProperty(pages, async (all) => {
        const rows = await rowsOf(all, undefined, '2026-02-01');
        for (const usageType of USAGE_TYPES) {
          const own = rows.filter((row) => row.usageType === usageType);
          const balance = (account: string): number =>
            own.reduce((sum, row) => (row.account === account ? sum + (row.debit ?? 0) - (row.credit ?? 0) : sum), 0);
          const {
            total: { closing, toDate },
          } = sumTrialBalance(
            all.filter((page) => page.day <= '2026-02-01' && page.usageType === usageType),
            '2026-02-01',
          );
          expect([balance('available'), balance('held')]).toEqual([closing.available, closing.held]);
          expect([
            balance('spent'),
            balance('expired'),
            balance('revoked'),
            0 - balance('granted'),
            0 - balance('adjusted'),
          ]).toEqual([toDate.spent, toDate.expired, toDate.revoked, toDate.granted, toDate.adjusted]);
        }
        const entries = new Map<string, number>();
        for (const { entryId, debit, credit } of rows)
          entries.set(entryId ?? '', (entries.get(entryId ?? '') ?? 0) + (debit ?? 0) - (credit ?? 0));
        expect([...entries.values()].filter((sum) => sum !== 0)).toEqual([]);
      }),
    );
  });

  it('has the days of the period only, and every kind of movement', async () => {
    const row = {
      source: 'plan' as const,
      month: null,
      granted: 9,
      adjusted: -1,
      held: 5,
      spent: 2,
      released: 3,
      expired: 1,
      revoked: 1,
    };
    const page = (day: string): BooksPage => ({ day, appName: 'kinora', usageType: 'credits', ...TOTALS, rows: [row] });
    const rows = await rowsOf(DAYS.map(page), '2026-01-31', '2026-01-31');
    expect(new Set(rows.map(({ day }) => day))).toEqual(new Set(['2026-01-31']));
    expect([...new Set(rows.map(({ kind }) => kind))]).toEqual(MOVEMENTS);
    expect(
      rows.filter(({ kind }) => kind === 'adjusted').map(({ account, debit, credit }) => [account, debit, credit]),
    ).toEqual([
      ['adjusted', 1, 0],
      ['available', 0, 1],
    ]);
  });
});
