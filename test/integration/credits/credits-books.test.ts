import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accountStream, type AccountKey } from '../../../src/credits/account/account.key.js';
import { emptyAccount, evolve, type AccountState } from '../../../src/credits/account/account.state.js';
import { BooksFollower } from '../../../src/credits/books/books.follower.js';
import type { BooksPage } from '../../../src/credits/books/books.projection.js';
import { sumLiability, sumRollForward, sumTrialBalance } from '../../../src/credits/books/books.sums.js';
import { monthOf } from '../../../src/credits/books/books.entries.js';
import { accountCodec, type AccountEvent } from '../../../src/credits/account/events.js';
import { chainEvent } from '../../../src/kernel/event-sourcing/chain.js';
import { defined } from '../../../src/kernel/defined.shared.js';
import type { LoggedEvent } from '../../../src/kernel/event-sourcing/event.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { Checkpoints } from '../../../src/platform/projections/checkpoints.js';
import { LogRuntime } from '../../../src/platform/projections/log-runtime.js';
import { ParkedStreams } from '../../../src/platform/projections/parked.js';
import { refill } from '../../../src/platform/projections/rebuild.js';
import { describeAdapters } from '../../contract/adapters.js';
import { ledgerStores } from '../../contract/adapters/ledger-stores.js';
import { freshly, manyLives, ownAccounts, writeInterleaved, type Lived } from '../../support/people/accounts-log.js';

const clock = { now: () => 0 };
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const parkedOn = (documents: DocumentStore): Promise<ParkedStreams> =>
  ParkedStreams.open(documents, clock, quiet, { parked: () => undefined });
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
  const all: BooksPage[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await follower.pages.find({
      order: { field: 'day', direction: 'ascending' },
      limit: 1_000,
      ...defined({ after }),
    });
    all.push(...items);
    after = next;
  } while (after !== undefined);
  return all;
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
const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0);

/** The last event of each stream. */
async function headsOf(events: EventStore): Promise<readonly LoggedEvent[]> {
  return [...new Map((await batchesOf(events, [Infinity])).flat().map((event) => [event.stream, event])).values()];
}

/** Every account of the log, folded by its own rules. */
async function statesOf(events: EventStore): Promise<readonly AccountState[]> {
  const states = new Map<string, AccountState>();
  for (const recorded of (await batchesOf(events, [Infinity])).flat())
    states.set(
      recorded.stream,
      evolve(states.get(recorded.stream) ?? emptyAccount, accountCodec.decode(recorded).event),
    );
  return [...states.values()];
}

describe('the books', () => {
  it('come to what the accounts themselves come to, and debits equal credits, whatever has happened', async () => {
    await fc.assert(
      fc.asyncProperty(manyLives, turns, async (lives, order) => {
        const pages = await booksOf(lives, order);
        const { total, debits, credits, balanced, receivable } = sumTrialBalance(pages, lastDay(pages));
        expect(total.closing).toEqual({
          available: sum(lives, ({ state }) => state.available),
          held: sum(lives, ({ state }) => state.held),
        });
        const { granted, adjusted, spent, expired, revoked } = total.toDate;
        expect({ granted, adjusted, spent, expired, revoked, receivable }).toEqual({
          granted: sum(lives, ({ state }) => state.totals.granted),
          adjusted: sum(lives, ({ state }) => state.totals.adjusted),
          spent: sum(lives, ({ state }) => state.totals.spent),
          expired: sum(lives, ({ state }) => state.totals.expired),
          revoked: sum(lives, ({ state }) => state.totals.revoked),
          receivable: sum(lives, ({ state }) => state.totals.receivable),
        });
        expect([balanced, debits]).toEqual([true, credits]);
      }),
      { numRuns: 60 },
    );
  });

  it('say the same split by source, by app and by usage type as in all', async () => {
    await fc.assert(
      fc.asyncProperty(manyLives, async (lives) => {
        const pages = await booksOf(lives);
        const middle = pages[Math.floor(pages.length / 2)]?.day ?? '2026-01-01';
        const { total, bySource, byApp, byUsageType } = sumTrialBalance(
          pages.filter(({ day }) => day <= middle),
          middle,
        );
        for (const lines of [bySource, byApp, byUsageType]) {
          const all = { opening: { available: 0, held: 0 }, closing: { available: 0, held: 0 } };
          for (const { opening, closing } of lines) {
            all.opening = {
              available: all.opening.available + opening.available,
              held: all.opening.held + opening.held,
            };
            all.closing = {
              available: all.closing.available + closing.available,
              held: all.closing.held + closing.held,
            };
          }
          expect(all).toEqual({ opening: total.opening, closing: total.closing });
          // A source has never less than nothing: what was spent of it was once given.
          for (const { closing } of lines) expect(Math.min(closing.available, closing.held)).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('owe by expiry month what the open grants of the accounts hold', async () => {
    await fc.assert(
      fc.asyncProperty(manyLives, async (lives) => {
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
      }),
      { numRuns: 60 },
    );
  });

  it('roll forward: each day opens with what the day before closed with, and the last closes as the trial balance', async () => {
    await fc.assert(
      fc.asyncProperty(manyLives, async (lives) => {
        const pages = await booksOf(lives);
        const to = lastDay(pages);
        const from = new Date(Date.parse(to) - 40 * 86_400_000).toISOString().slice(0, 10);
        const { days } = sumRollForward(pages, from, to);
        expect(days).toHaveLength(41);
        for (const [index, { opening }] of days.entries())
          if (index > 0) expect(opening).toEqual(days[index - 1]?.closing);
        expect(days.at(-1)?.closing).toEqual(sumTrialBalance(pages, to).total.closing);
        expect(days[0]?.opening).toEqual(
          sumTrialBalance(
            pages.filter(({ day }) => day < from),
            from,
          ).total.opening,
        );
      }),
      { numRuns: 40 },
    );
  });

  it('filled anew are the same page by page, though the live ones were kept by two at once, with restarts and events given twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        manyLives,
        turns,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
        async (lives, order, sizes) => {
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
          await refill(anew, {
            events,
            documents: fresh,
            checkpoints: await Checkpoints.open(fresh),
            parked: freshParked,
          });
          await anew.takeUp();
          expect(await pagesOf(anew)).toEqual(live);
          expect(await freshParked.list()).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('hold of an account that is set aside all before the place they name, and nothing after, however many events are taken together, given again or filled anew', async () => {
    const account: AccountKey = { userId: 'ann' as UserId, appName: 'kinora', usageType: 'credits' }; // a test's own user
    const stream = accountStream(account);
    const granted = (nth: number): AccountEvent => ({
      type: 'CreditsGranted',
      at: nth,
      data: { grantId: `grant-${nth}`, source: 'purchase', amount: 10, eligibility: 'any', available: 10 * (nth + 1) },
    });
    const events = createMemoryEventStore(clock);
    const [place] = await writeInterleaved(
      events,
      [{ account, events: [0, 1, 2].map(granted), state: emptyAccount }],
      [],
    );
    const unreadable = chainEvent(place?.hash ?? '', {
      stream,
      revision: 3,
      type: 'CreditsGranted',
      version: 1,
      at: 3,
      data: '{}',
    });
    await events.append(stream, 2, [unreadable.event]);
    await events.append(stream, 3, [
      chainEvent(unreadable.hash, { ...accountCodec.encode(granted(4)), stream, revision: 4, at: 4 }).event,
    ]);
    const saidOn = async (documents: DocumentStore) => {
      const pages = await pagesOf(await BooksFollower.open(events, documents, await parkedOn(documents)));
      return {
        granted: sumTrialBalance(pages, lastDay(pages)).total.toDate.granted,
        left: (await (await parkedOn(documents)).list()).map(({ position }) => position),
      };
    };
    for (const size of [1, 2, 3, 4, 100]) {
      const documents = createMemoryDocumentStore();
      const parked = await parkedOn(documents);
      const follower = await BooksFollower.open(events, documents, parked);
      for (const batch of await batchesOf(events, [size])) await follower.apply(batch);
      expect({ size, ...(await saidOn(documents)) }).toEqual({ size, granted: 30, left: [3] });
      await refill(follower, { events, documents, checkpoints: await Checkpoints.open(documents), parked });
      expect({ size, ...(await saidOn(documents)) }).toEqual({ size, granted: 30, left: [3] });
      const given = createMemoryDocumentStore();
      const [all = []] = await batchesOf(events, [100]);
      // Ended after the stream was set aside and before a page was written.
      await (await BooksFollower.open(events, given, await parkedOn(given))).take(all);
      const next = await BooksFollower.open(events, given, await parkedOn(given));
      for (const batch of await batchesOf(events, [size])) await next.apply(batch);
      expect({ size, ...(await saidOn(given)) }).toEqual({ size, granted: 30, left: [3] });
    }
  });
});

describeAdapters(ledgerStores, 'the books of a running installation', (place) => {
  it('balance and come to what the accounts come to, however they were written, and go on after a restart', async () => {
    await fc.assert(
      fc.asyncProperty(manyLives, turns, async (given, order) => {
        const lives = ownAccounts(given, freshly());
        const stores = await place.open();
        const running: LogRuntime[] = [];
        const start = async (): Promise<{ readonly books: BooksFollower; readonly runtime: LogRuntime }> => {
          const parked = await parkedOn(stores.documents);
          const books = await BooksFollower.open(stores.events, stores.documents, parked);
          const runtime = new LogRuntime({
            events: stores.events,
            checkpoints: await Checkpoints.open(stores.documents),
            parked,
            log: quiet,
            gauge: { lagging: () => undefined },
          });
          runtime.add(books);
          await runtime.start();
          running.push(runtime);
          return { books, runtime };
        };
        try {
          const first = await start();
          const half = lives.map((life) => ({
            ...life,
            events: life.events.slice(0, Math.ceil(life.events.length / 2)),
          }));
          const written = await writeInterleaved(stores.events, half, order);
          await first.runtime.stop();
          const { books, runtime } = await start();
          await writeInterleaved(stores.events, lives, order, written);
          for (const { stream, revision } of await headsOf(stores.events))
            expect(await runtime.waitFor(books.name, { stream, revision }, 60_000)).toBe(true);
          const pages = await pagesOf(books);
          const { total, debits, credits, balanced, receivable } = sumTrialBalance(pages, lastDay(pages));
          expect([balanced, debits]).toEqual([true, credits]);
          // Others have lived in the log of a server: all of them are in the books.
          const states = await statesOf(stores.events);
          expect({ ...total.closing, spent: total.toDate.spent, granted: total.toDate.granted, receivable }).toEqual({
            available: sum(states, (state) => state.available),
            held: sum(states, (state) => state.held),
            spent: sum(states, (state) => state.totals.spent),
            granted: sum(states, (state) => state.totals.granted),
            receivable: sum(states, (state) => state.totals.receivable),
          });
        } finally {
          for (const runtime of running) await runtime.stop();
          await stores.dispose();
        }
      }),
      { numRuns: place.runs },
    );
  });
});
