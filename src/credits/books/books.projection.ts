import { z } from 'zod';
import type { EventCodec } from '../../kernel/event-sourcing/codec.js';
import type { Projection, SeenEvent } from '../../kernel/event-sourcing/projection.js';
import { defined } from '../../kernel/defined.shared.js';
import { ACCOUNT_PREFIX, accountOf } from '../account/account.key.js';
import { dayOf, MOVEMENTS, NOTHING_MOVED, type Entry, type EntryPart } from './books.entries.js';
import { APP_NAMES, GRANT_SOURCES, USAGE_TYPES } from '../credits.shared.js';
import { accountCodec, type AccountEvent } from '../account/events.js';

const row = z.object({
  source: z.enum(GRANT_SOURCES),
  /** Month of the grants' expiry, `YYYY-MM` in UTC; null without expiry. */
  month: z.string().nullable(),
  granted: z.int(),
  adjusted: z.int(),
  held: z.int(),
  spent: z.int(),
  released: z.int(),
  expired: z.int(),
  revoked: z.int(),
});
const page = z.object({
  day: z.string(),
  appName: z.enum(APP_NAMES),
  usageType: z.enum(USAGE_TYPES),
  /** Sorted by source, then month. */
  rows: z.array(row),
  /** Change of available credits as stated by the events. The rows must add up to it. */
  stated: z.int(),
  receivable: z.int(),
  listPrice: z.int(),
  /** Holds that were released as a whole, by reason, sorted by reason. */
  failed: z.array(z.object({ reason: z.string(), holds: z.int(), amount: z.int() })),
  /** Number of events entered. */
  events: z.int(),
  /**
   * What adjustments with an earlier valid time are part of the figures above, by valid day. Books by valid time move
   * it there (adr/0082). Absent on pages without any.
   */
  moved: z
    .array(z.object({ day: z.string(), rows: z.array(row), stated: z.int(), receivable: z.int() }))
    .exactOptional(),
});
/** The books of one day, app and usage type, over all accounts. */
export type BooksPage = z.infer<typeof page>;
type Row = z.infer<typeof row>;

/**
 * Returns the entry of an event. It is computed before the fold, because an event does not repeat the properties of its
 * grants.
 */
export type EntryOf = (seen: SeenEvent<AccountEvent>) => Entry;

export const BOOKS = { name: 'credits_books', version: 2 } as const;

/**
 * The books: one page per day (UTC, by event time), app and usage type. A page sums the movements of all accounts by
 * source and expiry month of the grants. Each document combines many streams (adr/0022).
 * @param codec decodes account events
 */
export function booksProjection(
  entryOf: EntryOf,
  codec: EventCodec<AccountEvent> = accountCodec,
): Projection<BooksPage, AccountEvent> {
  return {
    ...BOOKS,
    prefix: ACCOUNT_PREFIX,
    codec,
    handles: accountCodec.types.filter((type) => type !== 'AccountCheckpointed'),
    indexes: [['day']],
    schema: page,
    key: pageKeys(),
    evolve: (before, seen) => entered(before, [seen], entryOf),
    evolveAll: (before, seen) => entered(before, seen, entryOf),
  };
}

/** Caches page keys: most events belong to an account and day seen before. */
function pageKeys(): (seen: SeenEvent<AccountEvent>) => string | undefined {
  const books = new Map<string, string | undefined>();
  let lastDay = '';
  let ofDay = new Map<string, string>();
  const bookOf = (stream: string): string | undefined => {
    if (books.has(stream)) return books.get(stream);
    const account = accountOf(stream);
    const book = account === undefined ? undefined : `${account.appName}/${account.usageType}`;
    if (books.size >= REMEMBERED) books.clear();
    books.set(stream, book);
    return book;
  };
  return ({ stream, event }) => {
    const book = bookOf(stream);
    if (book === undefined) return undefined;
    const day = dayOf(event.at);
    if (day !== lastDay) {
      lastDay = day;
      ofDay = new Map();
    }
    let key = ofDay.get(book);
    if (key === undefined) ofDay.set(book, (key = `${day}/${book}`));
    return key;
  };
}

const REMEMBERED = 50_000;

const rowKey = ({ source, month }: Pick<Row, 'source' | 'month'>): string => `${source}/${month ?? ''}`;

function entered(before: BooksPage | undefined, seen: readonly SeenEvent<AccountEvent>[], entryOf: EntryOf): BooksPage {
  const [first] = seen;
  const account = accountOf(first?.stream ?? '');
  if (first === undefined || account === undefined)
    throw new Error(`${first?.stream ?? 'nothing'} is not an account stream`);
  const { appName, usageType } = account;
  const start = before ?? {
    day: dayOf(first.event.at),
    appName,
    usageType,
    rows: [],
    stated: 0,
    receivable: 0,
    listPrice: 0,
    failed: [],
    events: 0,
  };
  const rows = new Rows(start.rows);
  let { stated, receivable, listPrice, failed, moved } = start;
  for (const one of seen) {
    const entry = entryOf(one);
    stated += entry.stated;
    receivable += entry.receivable;
    listPrice += entry.listPrice;
    if (entry.failed !== undefined) failed = withFailed(failed, { ...entry.failed, holds: 1 });
    for (const part of entry.parts) rows.add(part);
    const validDay = validDayOf(one);
    if (validDay !== undefined && validDay !== start.day) moved = withValid(moved, validDay, entry);
  }
  return {
    ...start,
    rows: rows.sorted(),
    stated,
    receivable,
    listPrice,
    failed,
    events: start.events + seen.length,
    ...defined({ moved }),
  };
}

/** The day on which an adjustment should have been made, if one was given. */
const validDayOf = ({ event }: SeenEvent<AccountEvent>): string | undefined =>
  event.type === 'CreditsAdjusted' && event.data.validAt !== undefined ? dayOf(event.data.validAt) : undefined;

type Moved = NonNullable<BooksPage['moved']>;

/** What belongs to other days with an entry added, sorted by day. */
function withValid(moved: Moved = [], day: string, { parts, stated, receivable }: Entry): Moved {
  const same = moved.find((one) => one.day === day) ?? { day, rows: [], stated: 0, receivable: 0 };
  const sum = {
    day,
    rows: withParts(same.rows, parts),
    stated: same.stated + stated,
    receivable: same.receivable + receivable,
  };
  return [...moved.filter((one) => one.day !== day), sum].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Rows of a page with movements added, sorted. Rows without movements are left out. */
export function withParts(given: readonly Row[], parts: readonly EntryPart[]): Row[] {
  const rows = new Rows(given);
  for (const part of parts) rows.add(part);
  return rows.sorted();
}

/** Released holds with others of a reason added, sorted by reason. */
export function withFailed(
  failed: BooksPage['failed'],
  { reason, holds, amount }: BooksPage['failed'][number],
): BooksPage['failed'] {
  const same = failed.find((one) => one.reason === reason);
  const sum = { reason, holds: holds + (same?.holds ?? 0), amount: amount + (same?.amount ?? 0) };
  return [...failed.filter((one) => one !== same), sum].sort((a, b) => (a.reason < b.reason ? -1 : 1));
}

/** The rows of one page while movements are added. */
class Rows {
  private readonly all: Row[];
  private readonly bySource = new Map<string, Map<string | null, Row>>();

  constructor(given: readonly Row[]) {
    this.all = given.map((one) => ({ ...one }));
    for (const one of this.all) this.monthsOf(one.source).set(one.month, one);
  }

  add({ source, month, moved }: EntryPart): void {
    const months = this.monthsOf(source);
    let row = months.get(month);
    if (row === undefined) {
      row = { source, month, ...NOTHING_MOVED };
      months.set(month, row);
      this.all.push(row);
    }
    for (const column of MOVEMENTS) {
      const by = moved[column];
      if (by !== undefined) row[column] += by;
    }
  }

  sorted(): Row[] {
    return this.all
      .filter((one) => MOVEMENTS.some((column) => one[column] !== 0))
      .sort((a, b) => (rowKey(a) < rowKey(b) ? -1 : 1));
  }

  private monthsOf(source: string): Map<string | null, Row> {
    let months = this.bySource.get(source);
    if (months === undefined) this.bySource.set(source, (months = new Map<string | null, Row>()));
    return months;
  }
}
