import { availableOf, heldOf, NOTHING_MOVED, plus, type Movements } from './books.entries.js';
import type { BooksPage } from './books.projection.js';
import type { Liability, RollForward, TrialBalance } from './finance.shared.js';

const DAY_MS = 86_400_000;
type Line = TrialBalance['total'];
type PageRow = BooksPage['rows'][number];

const totalsOf = (moved: Movements) => ({ available: availableOf(moved), held: heldOf(moved) });

/** The next day. @param day `YYYY-MM-DD` */
export const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** Sums movements before a day and from that day on. */
class Gathered {
  private before: Movements = NOTHING_MOVED;
  private on: Movements = NOTHING_MOVED;

  add(row: Movements, isBefore: boolean): void {
    if (isBefore) this.before = plus(this.before, row);
    else this.on = plus(this.on, row);
  }

  line(): Line {
    const toDate = plus(this.before, this.on);
    return { opening: totalsOf(this.before), moved: this.on, closing: totalsOf(toDate), toDate };
  }
}

/** Groups lines by a key, in the order in which the keys are given. */
function split<Key extends string>(
  pages: readonly BooksPage[],
  from: string,
  keyOf: (page: BooksPage, row: PageRow) => Key,
): readonly (readonly [Key, Line])[] {
  const groups = new Map<Key, Gathered>();
  for (const page of pages) {
    for (const row of page.rows) {
      const key = keyOf(page, row);
      const group = groups.get(key) ?? new Gathered();
      groups.set(key, group);
      group.add(row, page.day < from);
    }
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, group]) => [key, group.line()]);
}

/**
 * The trial balance at the end of a day, with the movements since another day.
 * @param pages all pages up to and including that day
 * @param from first day of the movements; defaults to the day itself
 */
export function sumTrialBalance(
  pages: readonly BooksPage[],
  day: string,
  from = day,
): Omit<TrialBalance, 'incomplete'> {
  const [, total] = split(pages, from, () => 'all')[0] ?? ['all', new Gathered().line()];
  const stated = pages.reduce((sum, page) => sum + page.stated, 0);
  const { toDate } = total;
  const debits = stated + heldOf(toDate) + toDate.spent + toDate.expired + toDate.revoked;
  const credits = toDate.granted + toDate.adjusted;
  return {
    from,
    day,
    total,
    bySource: split(pages, from, (_page, row) => row.source).map(([source, line]) => ({ source, ...line })),
    byApp: split(pages, from, (page) => page.appName).map(([appName, line]) => ({ appName, ...line })),
    byUsageType: split(pages, from, (page) => page.usageType).map(([usageType, line]) => ({ usageType, ...line })),
    debits,
    credits,
    balanced: debits === credits,
    receivable: pages.reduce((sum, page) => sum + page.receivable, 0),
    listPrice: pages.reduce((sum, page) => sum + page.listPrice, 0),
  };
}

/**
 * The roll-forward of the days from `from` to `to`, both inclusive.
 * @param pages all pages up to `to`
 */
export function sumRollForward(pages: readonly BooksPage[], from: string, to: string): Omit<RollForward, 'incomplete'> {
  const byDay = new Map<string, Movements>();
  let before = NOTHING_MOVED;
  for (const page of pages) {
    for (const row of page.rows) {
      if (page.day < from) before = plus(before, row);
      else byDay.set(page.day, plus(byDay.get(page.day) ?? NOTHING_MOVED, row));
    }
  }
  const days: RollForward['days'] = [];
  for (let day = from; day <= to; day = dayAfter(day)) {
    const moved = byDay.get(day) ?? NOTHING_MOVED;
    const after = plus(before, moved);
    days.push({ day, opening: totalsOf(before), moved, closing: totalsOf(after) });
    before = after;
  }
  return { days };
}

/**
 * The liability at the end of a day, by expiry month.
 * @param pages all pages up to that day
 */
export function sumLiability(pages: readonly BooksPage[], day: string): Omit<Liability, 'incomplete'> {
  const byMonth = new Map<string | null, Movements>();
  let all = NOTHING_MOVED;
  for (const { rows } of pages) {
    for (const row of rows) {
      byMonth.set(row.month, plus(byMonth.get(row.month) ?? NOTHING_MOVED, row));
      all = plus(all, row);
    }
  }
  const months = [...byMonth]
    .map(([month, moved]) => ({ month, ...totalsOf(moved) }))
    .filter(({ available, held }) => available !== 0 || held !== 0);
  return { day, months: months.sort((a, b) => ((a.month ?? '~') < (b.month ?? '~') ? -1 : 1)), total: totalsOf(all) };
}
