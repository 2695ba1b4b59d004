import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BooksFollower } from '../../src/credits/books.follower.js';
import type { BooksPage } from '../../src/credits/books.projection.js';
import { sumLiability, sumRollForward, sumTrialBalance } from '../../src/credits/books.sums.js';
import { monthOf } from '../../src/credits/books.entries.js';
import type { LoggedEvent } from '../../src/kernel/event.js';
import { createMemoryDocumentStore } from '../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../src/platform/documents/port.js';
import { createMemoryEventStore } from '../../src/platform/event-store/memory.js';
import type { EventStore } from '../../src/platform/event-store/port.js';
import { Checkpoints } from '../../src/platform/projections/checkpoints.js';
import { ParkedStreams } from '../../src/platform/projections/parked.js';
import { refill } from '../../src/platform/projections/rebuild.js';
import { manyLives, writeInterleaved, type Lived } from '../support/accounts-log.js';

const clock = { now: () => 0 };
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const parkedOn = (documents: DocumentStore): Promise<ParkedStreams> => ParkedStreams.open(documents, clock, quiet, { parked: () => undefined });
const turns = fc.array(fc.nat(20), { maxLength: 200 });

/** The whole log, in batches of the sizes given. */
async function batchesOf(events: EventStore, sizes: readonly number[]): Promise<LoggedEvent[][]> {
  const all: LoggedEvent[] = [];
  const stop = new AbortController();
  for await (const batch of events.follow({ after: -1, prefixes: ['credits-'], signal: stop.signal })) {
    all.push(...batch.events);
    if (batch.caughtUp) break;
  }
  stop.abort();
  const batches: LoggedEvent[][] = [];
  for (let from = 0, n = 0; from < all.length; n += 1) {
    const size = sizes[n % sizes.length] ?? all.length;
    batches.push(all.slice(from, from + size));
    from += size;
  }
  return batches;
}

async function pagesOf(follower: BooksFollower): Promise<readonly BooksPage[]> {
  const { items } = await follower.pages.find({ order: { field: 'day', direction: 'ascending' }, limit: 1_000 });
  return items;
}

interface Store {
  readonly events: EventStore;
  readonly documents: DocumentStore;
}

async function storeWith(lives: readonly Lived[], order: readonly number[]): Promise<Store> {
  const events = createMemoryEventStore(clock);
  await writeInterleaved(events, lives, order);
  return { events, documents: createMemoryDocumentStore() };
}

async function booksOf(lives: readonly Lived[], order: readonly number[] = []): Promise<readonly BooksPage[]> {
  const { events, documents } = await storeWith(lives, order);
  const follower = await BooksFollower.open(events, documents, await parkedOn(documents));
  for (const batch of await batchesOf(events, [1_000])) await follower.apply(batch);
  return pagesOf(follower);
}

const lastDay = (pages: readonly BooksPage[]): string => pages.at(-1)?.day ?? '2026-01-01';
const sum = (lives: readonly Lived[], of: (life: Lived) => number): number => lives.reduce((total, life) => total + of(life), 0);

describe('the books', () => {
  it('come to what the accounts themselves come to, and debits equal credits, whatever has happened', async () => {
    await fc.assert(fc.asyncProperty(manyLives, turns, async (lives, order) => {
      const pages = await booksOf(lives, order);
      const { total, debits, credits, balanced, receivable } = sumTrialBalance(pages, lastDay(pages));
      expect(total.closing).toEqual({ available: sum(lives, ({ state }) => state.available), held: sum(lives, ({ state }) => state.held) });
      const { granted, adjusted, spent, expired, revoked } = total.toDate;
      expect({ granted, adjusted, spent, expired, revoked, receivable }).toEqual({
        granted: sum(lives, ({ state }) => state.totals.granted), adjusted: sum(lives, ({ state }) => state.totals.adjusted), spent: sum(lives, ({ state }) => state.totals.spent),
        expired: sum(lives, ({ state }) => state.totals.expired), revoked: sum(lives, ({ state }) => state.totals.revoked), receivable: sum(lives, ({ state }) => state.totals.receivable),
      });
      expect([balanced, debits]).toEqual([true, credits]);
    }), { numRuns: 60 });
  });

  it('say the same split by source, by app and by usage type as in all', async () => {
    await fc.assert(fc.asyncProperty(manyLives, async (lives) => {
      const pages = await booksOf(lives);
      const middle = pages[Math.floor(pages.length / 2)]?.day ?? '2026-01-01';
      const { total, bySource, byApp, byUsageType } = sumTrialBalance(pages.filter(({ day }) => day <= middle), middle);
      for (const lines of [bySource, byApp, byUsageType]) {
        const all = { opening: { available: 0, held: 0 }, closing: { available: 0, held: 0 } };
        for (const { opening, closing } of lines) {
          all.opening = { available: all.opening.available + opening.available, held: all.opening.held + opening.held };
          all.closing = { available: all.closing.available + closing.available, held: all.closing.held + closing.held };
        }
        expect(all).toEqual({ opening: total.opening, closing: total.closing });
        // A source has never less than nothing: what was spent of it was once given.
        for (const { closing } of lines) expect(Math.min(closing.available, closing.held)).toBeGreaterThanOrEqual(0);
      }
    }), { numRuns: 40 });
  });

  it('owe by expiry month what the open grants of the accounts hold', async () => {
    await fc.assert(fc.asyncProperty(manyLives, async (lives) => {
      const pages = await booksOf(lives);
      const owed = new Map<string | null, { available: number; held: number }>();
      for (const { state } of lives) {
        for (const { expiresAt, available, held } of state.grants) {
          const month = expiresAt === undefined ? null : monthOf(expiresAt);
          const had = owed.get(month) ?? { available: 0, held: 0 };
          owed.set(month, { available: had.available + available, held: had.held + held });
        }
      }
      const { months } = sumLiability(pages, lastDay(pages));
      expect(new Map(months.map(({ month, available, held }) => [month, { available, held }]))).toEqual(owed);
    }), { numRuns: 60 });
  });

  it('roll forward: each day opens with what the day before closed with, and the last closes as the trial balance', async () => {
    await fc.assert(fc.asyncProperty(manyLives, async (lives) => {
      const pages = await booksOf(lives);
      const to = lastDay(pages);
      const from = new Date(Date.parse(to) - 40 * 86_400_000).toISOString().slice(0, 10);
      const { days } = sumRollForward(pages, from, to);
      expect(days).toHaveLength(41);
      for (const [index, { opening }] of days.entries()) if (index > 0) expect(opening).toEqual(days[index - 1]?.closing);
      expect(days.at(-1)?.closing).toEqual(sumTrialBalance(pages, to).total.closing);
      expect(days[0]?.opening).toEqual(sumTrialBalance(pages.filter(({ day }) => day < from), from).total.opening);
    }), { numRuns: 40 });
  });

  it('filled anew are the same page by page, though the live ones were kept by two at once, with restarts and events given twice', async () => {
    await fc.assert(fc.asyncProperty(manyLives, turns, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }), async (lives, order, sizes) => {
      const { events, documents } = await storeWith(lives, order);
      const batches = await batchesOf(events, sizes);
      const parked = await parkedOn(documents);
      let one = await BooksFollower.open(events, documents, parked);
      const two = await BooksFollower.open(events, documents, parked);
      for (const [index, batch] of batches.entries()) {
        await Promise.all([one.apply(batch), two.apply([...(batches[index - 1] ?? []), ...batch])]);
        if (index % 3 === 2) one = await BooksFollower.open(events, documents, parked);
      }
      const live = await pagesOf(two);
      const fresh = createMemoryDocumentStore();
      const freshParked = await parkedOn(fresh);
      const anew = await BooksFollower.open(events, fresh, freshParked);
      await refill(anew, { events, documents: fresh, checkpoints: await Checkpoints.open(fresh), parked: freshParked });
      expect(await pagesOf(anew)).toEqual(live);
      expect(await freshParked.list()).toEqual([]);
    }), { numRuns: 40 });
  });
});
