import { MOVEMENTS, type EntryPart } from './books.entries.js';
import { withParts, type BooksPage } from './books.projection.js';

type Moved = NonNullable<BooksPage['moved']>[number];

const keyOf = ({ day, appName, usageType }: Pick<BooksPage, 'day' | 'appName' | 'usageType'>): string =>
  `${day}/${appName}/${usageType}`;

function partsOf({ rows }: Moved, sign: 1 | -1): readonly EntryPart[] {
  return rows.map(({ source, month, ...moved }) => ({
    source,
    month,
    moved: Object.fromEntries(MOVEMENTS.map((column) => [column, sign * moved[column]])),
  }));
}

function added(page: BooksPage, moved: Moved, sign: 1 | -1): BooksPage {
  return {
    ...page,
    rows: withParts(page.rows, partsOf(moved, sign)),
    stated: page.stated + sign * moved.stated,
    receivable: page.receivable + sign * moved.receivable,
  };
}

/**
 * The pages of the books with each adjustment on the day on which it should have been made, instead of the day on which
 * it was recorded (adr/0082). Everything else stays where it is.
 * @param pages every page by recorded day, also those after the days of interest
 * @returns sorted by day; the number of events of a page stays that of its recorded events
 */
export function byValidDay(pages: readonly BooksPage[]): readonly BooksPage[] {
  const corrected = pages.filter(({ moved }) => moved !== undefined);
  if (corrected.length === 0) return pages;
  const all = new Map(pages.map((page) => [keyOf(page), page]));
  for (const { moved = [], ...recorded } of corrected) {
    const { appName, usageType } = recorded;
    for (const one of moved) {
      const [from, to] = [keyOf(recorded), keyOf({ ...recorded, day: one.day })];
      const source = all.get(from);
      if (source !== undefined) all.set(from, added(source, one, -1));
      const target = all.get(to) ?? {
        day: one.day,
        appName,
        usageType,
        rows: [],
        stated: 0,
        receivable: 0,
        listPrice: 0,
        failed: [],
        events: 0,
      };
      all.set(to, added(target, one, 1));
    }
  }
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, page]) => page);
}
