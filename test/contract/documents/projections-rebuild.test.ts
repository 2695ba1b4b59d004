import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { balanceProjection, type BalanceDocument } from '../../../src/credits/account/balance.projection.js';
import { BooksFollower } from '../../../src/credits/books/books.follower.js';
import { accountStream, CREDITS_PROJECTIONS } from '../../../src/credits/index.js';
import { statementProjection } from '../../../src/credits/statement/statement.projection.js';
import type { AccountEvent } from '../../../src/credits/account/events.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { CarriedDocument, DocumentStore } from '../../../src/platform/documents/port.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { Checkpoints } from '../../../src/platform/projections/checkpoints.js';
import type { Follower, Refillable } from '../../../src/platform/projections/follower.js';
import { GENERATIONS, generationName, Generations } from '../../../src/platform/projections/generations.js';
import { LogRuntime } from '../../../src/platform/projections/log-runtime.js';
import { ParkedStreams } from '../../../src/platform/projections/parked.js';
import { ProjectionRunner } from '../../../src/platform/projections/projection-runner.js';
import { refill } from '../../../src/platform/projections/rebuild.js';
import { Rebuilds } from '../../../src/platform/projections/rebuilds.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { freshly, manyLives, ownAccounts, writeInterleaved, type Lived } from '../../support/people/accounts-log.js';
import { until } from '../../support/until.js';
import { collect, describeAdapters } from '../adapters.js';
import { ledgerStores, type LedgerStores } from '../adapters/ledger-stores.js';

const clock = { now: () => 0 };
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** A process that keeps every projection of the ledger up with the log, as far as that goes. */
async function processOn({ events, documents }: Pick<LedgerStores, 'events' | 'documents'>) {
  const parked = await ParkedStreams.open(documents, clock, quiet, { parked: () => undefined });
  const checkpoints = await Checkpoints.open(documents);
  const balance = await ProjectionRunner.open<BalanceDocument, AccountEvent>(balanceProjection, documents, parked);
  const statement = await ProjectionRunner.open(statementProjection, documents, parked);
  const books = await BooksFollower.open(events, documents, parked);
  const runtime = new LogRuntime({ events, checkpoints, parked, log: quiet, gauge: { lagging: () => undefined } });
  const followers: readonly (Follower & Refillable)[] = [balance, statement, books];
  for (const follower of followers) runtime.add(follower);
  const rebuilds = await Rebuilds.open({ stores: { events, documents, checkpoints, parked }, runtime, log: quiet });
  return { runtime, rebuilds, balance, books, followers, parked, checkpoints };
}

const half = (lives: readonly Lived[]): readonly Lived[] =>
  lives.map((life) => ({ ...life, events: life.events.slice(0, Math.ceil(life.events.length / 2)) }));
const withoutVersions = (documents: readonly CarriedDocument[]): readonly unknown[] =>
  documents.map(({ id, document }) => ({ id, document }));
const lastOf = ({ account, events }: Lived) => ({ stream: accountStream(account), revision: events.length - 1 });

/** What each projection answers from, document by document. */
async function answers(documents: DocumentStore): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const generations = await Generations.open(documents);
  const all = new Map<string, readonly unknown[]>();
  for (const name of CREDITS_PROJECTIONS)
    all.set(
      name,
      withoutVersions(await collect(documents.carryOut(generationName(name, (await generations.of(name)).live)))),
    );
  return all;
}

/** The same folded once, from the beginning, by nobody else. */
async function foldedAlone(events: EventStore): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const documents = createMemoryDocumentStore();
  const { followers, checkpoints, parked } = await processOn({ events, documents });
  for (const follower of followers) await refill(follower, { events, documents, checkpoints, parked });
  return answers(documents);
}

async function outcomes({ rebuilds, followers }: Awaited<ReturnType<typeof processOn>>) {
  const all = [];
  for (const { name } of followers) all.push(await rebuilds.outcome(name, 1));
  return all;
}

describeAdapters(ledgerStores, 'projections filled anew beside the live ones', ({ open, runs }) => {
  it('are the same document by document after any history, also while writes go on, and what is asked meanwhile never goes back', async () => {
    await fc.assert(
      fc.asyncProperty(manyLives, fc.array(fc.nat(20), { maxLength: 60 }), async (given, turns) => {
        const lives = ownAccounts(
          given.filter(({ events }) => events.length > 0),
          freshly(),
        );
        const stores = await open();
        const running = await processOn(stores);
        try {
          const places = await writeInterleaved(stores.events, half(lives), turns);
          await running.runtime.start();
          for (const { name } of running.followers) await running.rebuilds.ask(name);
          running.rebuilds.start();
          let isWriting = true;
          const queries = (async () => {
            const seen = new Map<string, number>();
            while (isWriting) {
              for (const { account } of lives) {
                const stream = accountStream(account);
                const revision = (await running.balance.get(stream))?.revision ?? -1;
                expect(revision).toBeGreaterThanOrEqual(seen.get(stream) ?? -1);
                seen.set(stream, revision);
              }
              await new Promise((resolve) => setTimeout(resolve, 5));
            }
          })();
          await writeInterleaved(stores.events, lives, turns, places);
          while ((await outcomes(running)).includes(undefined)) await new Promise((resolve) => setTimeout(resolve, 20));
          for (const life of lives)
            for (const { name } of running.followers)
              expect(await running.runtime.waitFor(name, lastOf(life), 60_000)).toBe(true);
          isWriting = false;
          await queries;
          for (const made of await outcomes(running))
            expect(made).toMatchObject({ generation: 1, differing: 0, examples: [] });
          expect(await running.parked.list()).toEqual([]);
          expect(await answers(stores.documents)).toEqual(await foldedAlone(stores.events));
        } finally {
          await running.rebuilds.stop();
          await running.runtime.stop();
          await stores.dispose();
        }
      }),
      { numRuns: runs },
    );
  });

  it('say what was not as it is now, answer with it from then on, and leave nothing of the old ones', async () => {
    const stores = await open();
    const own = freshly();
    const [life] = ownAccounts(
      fc
        .sample(manyLives, { numRuns: 50, seed: 7 })
        .flat()
        .filter(({ events }) => events.length > 4),
      own,
    );
    if (life === undefined) throw new Error('no account has lived');
    await writeInterleaved(stores.events, [life], []);
    const first = await processOn(stores);
    const stream = accountStream(life.account);
    await first.runtime.start();
    expect(await first.runtime.waitFor(first.balance.name, lastOf(life), 60_000)).toBe(true);
    await first.runtime.stop();
    const before = await first.balance.get(stream);
    const [spoilt] = (await collect(stores.documents.carryOut(first.balance.reader))).filter(({ id }) => id === stream);
    if (spoilt === undefined || before === undefined) throw new Error('the account has no balance');
    // as the runner has just written it
    const stored = spoilt.document as { readonly position: number; readonly data: object };
    await stores.documents.carryIn(first.balance.reader, [
      { ...spoilt, document: { position: stored.position, data: { ...before, available: before.available + 1 } } },
    ]);
    expect(await first.balance.get(stream)).toMatchObject({ available: before.available + 1 });
    expect(
      await refill(first.balance, { ...stores, checkpoints: first.checkpoints, parked: first.parked }),
    ).toMatchObject({ generation: 1, differing: 1, examples: [stream] });
    const second = await processOn(stores);
    expect(await second.balance.get(stream)).toEqual(before);
    expect(await stores.documents.collections()).not.toContain('credits_balance_v2');
    await stores.dispose();
  });
});

describe('a rebuild that is killed', () => {
  /** Fails every call of its collections from the nth on, as those of a process that was killed. */
  function mortal(documents: DocumentStore, calls: number): DocumentStore {
    let left = calls;
    const alive = (): void => {
      if ((left -= 1) < 0) throw new StoreUnavailable('documents', 'closed', 'killed');
    };
    const guarded = <T extends object>(target: T, names: readonly string[]): T =>
      new Proxy(target, {
        get: (from, property): unknown => {
          const member: unknown = Reflect.get(from, property, from);
          if (typeof member !== 'function') return member;
          return (...args: unknown[]): unknown => {
            if (names.includes(String(property))) alive();
            const result: unknown = Reflect.apply(member, from, args);
            return property === 'collection' && result instanceof Promise
              ? result.then((collection: object) =>
                  guarded(collection, ['get', 'getMany', 'put', 'putMany', 'delete', 'find']),
                )
              : result;
          };
        },
      });
    return guarded(documents, ['collection', 'dropCollection', 'carryOut']);
  }

  it('at any step goes on where it was in the next process, and meanwhile nobody sees anything of it', async () => {
    const lives = ownAccounts(
      fc.sample(manyLives, { numRuns: 30, seed: 11 }).reduce((max, some) => (some.length > max.length ? some : max)),
      'x',
    );
    const events = createMemoryEventStore(clock);
    await writeInterleaved(events, lives, []);
    const expected = await foldedAlone(events);
    let finished = false;
    for (let calls = 0; !finished; calls += 1) {
      const documents = createMemoryDocumentStore();
      const live = await processOn({ events, documents });
      for (const follower of live.followers) {
        for (const batch of await collect(takeAll(events))) await follower.apply(batch);
        await live.rebuilds.ask(follower.name);
      }
      const before = await answers(documents);
      finished = await processOn({ events, documents: mortal(documents, calls) })
        .then(async ({ rebuilds, followers }) => {
          for (const follower of followers) await rebuilds.carryOut(follower);
          for (const { name } of followers) await rebuilds.clear(name);
        })
        .then(
          () => true,
          (error: unknown) => {
            if (error instanceof StoreUnavailable) return false;
            throw error;
          },
        );
      expect(await answers(documents)).toEqual(before);
      const next = await processOn({ events, documents });
      for (const follower of next.followers) {
        await next.rebuilds.carryOut(follower);
        await next.rebuilds.clear(follower.name);
      }
      expect(await answers(documents)).toEqual(expected);
      for (const made of await outcomes(next)) expect(made).toMatchObject({ generation: 1, differing: 0 });
      expect((await documents.collections()).filter((name) => /^credits_/.test(name)).sort()).toEqual(
        CREDITS_PROJECTIONS.map((name) => generationName(name, 1))
          .filter((name) => (expected.get(name.replace('_g1', '')) ?? []).length > 0)
          .sort(),
      );
    }
  });

  async function* takeAll(events: EventStore) {
    const stop = new AbortController();
    for await (const batch of events.follow({ after: -1, prefixes: ['credits-'], signal: stop.signal })) {
      yield batch.events;
      if (batch.caughtUp) return;
    }
  }
});

describe('a switch that was made, of which whoever keeps the projections up has not heard', () => {
  /**
   * After a put that makes another generation the live one, its answer or the next reading of the generations fails,
   * each time.
   */
  function losing(documents: DocumentStore, lost: 'answer' | 'next reading'): DocumentStore {
    const collection = documents.collection.bind(documents);
    let isCut = false;
    documents.collection = async (definition, decode) => {
      const opened = await collection(definition, decode);
      if (definition.name !== GENERATIONS.name) return opened;
      const [get, put] = [opened.get.bind(opened), opened.put.bind(opened)];
      const liveOf = async (name: string): Promise<number> =>
        (await (await Generations.open({ collection })).of(name)).live;
      const cut = (): never => {
        throw new StoreUnavailable('documents', 'unreachable', 'lost');
      };
      opened.get = (id) => {
        if (!isCut) return get(id);
        isCut = false;
        return cut();
      };
      opened.put = async (operation) => {
        const before = await liveOf(operation.id);
        const result = await put(operation);
        if ((await liveOf(operation.id)) === before) return result;
        if (lost === 'answer') return cut();
        isCut = true;
        return result;
      };
      return opened;
    };
    return documents;
  }

  it.each(['answer', 'next reading', 'other process'] as const)(
    'is heard of though this was lost: %s; what answers is kept up, and nothing is dropped before',
    async (lost) => {
      const lives = ownAccounts(
        fc
          .sample(manyLives, { numRuns: 30, seed: 11 })
          .reduce((max, some) => (some.length > max.length ? some : max))
          .filter(({ events }) => events.length > 0),
        'x',
      );
      const events = createMemoryEventStore(clock);
      const documents = createMemoryDocumentStore();
      const running = await processOn({
        events,
        documents: lost === 'other process' ? documents : losing(documents, lost),
      });
      try {
        const places = await writeInterleaved(events, half(lives), []);
        await running.runtime.start();
        for (const { name } of running.followers) await running.rebuilds.ask(name);
        if (lost === 'other process') {
          const other = await processOn({ events, documents });
          for (const follower of other.followers)
            expect(await other.rebuilds.carryOut(follower)).toMatchObject({ generation: 1 });
        }
        running.rebuilds.start();
        const generations = await Generations.open(documents);
        for (const { name } of running.followers)
          await until(
            () => generations.of(name).catch(() => undefined),
            (position) => position?.live === 1 && position.old.length === 0,
          );
        await writeInterleaved(events, lives, [], places);
        for (const life of lives)
          for (const { name } of running.followers)
            expect(await running.runtime.waitFor(name, lastOf(life), 60_000)).toBe(true);
        expect(running.followers.map(({ reader }) => reader)).toEqual(
          running.followers.map(({ name }) => generationName(name, 1)),
        );
        expect(await answers(documents)).toEqual(await foldedAlone(events));
        const collections = await documents.collections();
        for (const { name } of running.followers) expect(collections).not.toContain(name);
      } finally {
        await running.rebuilds.stop();
        await running.runtime.stop();
      }
    },
  );
});
