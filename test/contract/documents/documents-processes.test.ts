import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MongoClient } from 'mongodb';
import { z } from 'zod';
import { canonicalJson } from '../../../src/kernel/event-sourcing/canonical.js';
import { GENESIS_HASH, chainEvent } from '../../../src/kernel/event-sourcing/chain.js';
import { createCodec } from '../../../src/kernel/event-sourcing/codec.js';
import type { DomainEvent, StreamName } from '../../../src/kernel/event-sourcing/event.js';
import type { Policy } from '../../../src/kernel/event-sourcing/policy.js';
import type { Projection } from '../../../src/kernel/event-sourcing/projection.js';
import { ok } from '../../../src/kernel/result.js';
import { parseJson } from '../../../src/platform/documents/json.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore, OutboxMessage } from '../../../src/platform/documents/port.js';
import { openMongoDocuments } from '../../../src/platform/documents/mongodb.js';
import { Relay } from '../../../src/platform/documents/relay.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import { Checkpoints } from '../../../src/platform/projections/checkpoints.js';
import { LogRuntime } from '../../../src/platform/projections/log-runtime.js';
import { ParkedStreams } from '../../../src/platform/projections/parked.js';
import { PolicyRunner } from '../../../src/platform/projections/policy-runner.js';
import { ProjectionRunner } from '../../../src/platform/projections/projection-runner.js';
import { createMemorySignals } from '../../../src/platform/signals/memory.js';
import { ferretDbMissing, startFerretDb, type Service } from '../../services/index.js';
import { startProxy, type Proxy } from '../../services/proxy.js';
import { describeUnless } from '../../support/needs.js';
import { until } from '../../support/until.js';
import { ManualClock } from '../adapters.js';
import { freshMongo, openMongo } from '../adapters/documents.js';
import { mongoServer } from '../adapters/servers.js';

/** Documents that two processes work on; each has a store of its own to reach them by. */
interface Shared {
  readonly clocks: readonly [ManualClock, ManualClock];
  readonly stores: readonly [DocumentStore, DocumentStore];
  dispose(): Promise<void>;
}

const places: readonly { readonly name: string; readonly missing: string | undefined; open(): Promise<Shared> }[] = [
  {
    name: 'memory',
    missing: undefined,
    open: async () => {
      const store = createMemoryDocumentStore();
      return { clocks: [new ManualClock(), new ManualClock()], stores: [store, store], dispose: () => store.close() };
    },
  },
  {
    name: 'mongodb',
    missing: mongoServer.missing,
    open: async () => {
      const { where, dispose } = await freshMongo();
      const clocks = [new ManualClock(), new ManualClock()] as const;
      const signals = createMemorySignals(clocks[0]);
      const stores = [await openMongo(where, clocks[0], signals), await openMongo(where, clocks[1], signals)] as const;
      return {
        clocks,
        stores,
        dispose: async () => {
          for (const store of stores) await store.close();
          await dispose();
        },
      };
    },
  },
];

type Walked = DomainEvent<'Walked', { readonly metres: number }>;
const codec = createCodec<Walked>({ Walked: { version: 1, schema: z.object({ metres: z.int() }) } });
const distance: Projection<{ readonly metres: number; readonly walks: readonly number[] }, Walked> = {
  name: 'distance',
  version: 1,
  prefix: 'walk-',
  codec,
  handles: ['Walked'],
  indexes: [['metres']],
  schema: z.object({ metres: z.int(), walks: z.array(z.int()) }),
  key: ({ stream }) => stream,
  evolve: (before, { event }) => ({
    metres: (before?.metres ?? 0) + event.data.metres,
    walks: [...(before?.walks ?? []), event.data.metres],
  }),
};
const praise: Policy<Walked, string> = {
  name: 'praise',
  prefix: 'walk-',
  codec,
  handles: ['Walked'],
  react: (_, commandId) => [commandId(0)],
};
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const gauge = { parked: () => undefined, lagging: () => undefined };
const message = (id: string): OutboxMessage => ({ id, type: 'NoteWritten', data: { about: id } });
const NOTES = { name: 'notes_v1', indexes: [['owner']] };

afterAll(() => mongoServer.stop());

for (const { name, missing, open } of places) {
  describeUnless(missing, `documents that two processes work on (${name})`, () => {
    let shared: Shared;

    beforeEach(async () => {
      shared = await open();
    });
    afterEach(() => shared.dispose());

    it('are what one reader of the log would have left, and no command is sent under two names, when two read at once', async () => {
      const events = createMemoryEventStore({ now: () => 0 });
      const sent: string[] = [];
      const started = await Promise.all(
        shared.stores.map(async (documents) => {
          const parked = await ParkedStreams.open(documents, { now: () => 0 }, log, gauge);
          const runtime = new LogRuntime({
            events,
            checkpoints: await Checkpoints.open(documents),
            parked,
            log,
            gauge,
          });
          const runner = await ProjectionRunner.open(distance, documents, parked);
          runtime.add(runner);
          runtime.add(new PolicyRunner(praise, async (command) => (sent.push(command), ok(undefined)), parked));
          await runtime.start();
          return { runtime, runner, parked };
        }),
      );
      const walkers = Array.from({ length: 8 }, (_, nth) => `walk-${nth}` as StreamName); // streams of this test alone
      await Promise.all(
        walkers.map(async (stream, nth) => {
          let hash = GENESIS_HASH;
          for (let revision = 0; revision < 12; revision += 1) {
            const chained = chainEvent(hash, {
              stream,
              revision,
              type: 'Walked',
              version: 1,
              at: 0,
              data: canonicalJson({ metres: nth * 100 + revision }),
            });
            await events.append(stream, revision - 1, [chained.event]);
            ({ hash } = chained);
          }
        }),
      );
      for (const { runtime } of started) {
        for (const stream of walkers)
          expect(await runtime.waitFor('distance_v1', { stream, revision: 11 }, 60_000)).toBe(true);
        for (const stream of walkers)
          expect(await runtime.waitFor('policy_praise', { stream, revision: 11 }, 60_000)).toBe(true);
      }
      for (const { runtime, runner, parked } of started) {
        await runtime.stop();
        expect(parked.size).toBe(0);
        for (const [nth, stream] of walkers.entries()) {
          const walks = Array.from({ length: 12 }, (_, revision) => nth * 100 + revision);
          expect(await runner.get(stream)).toEqual({ walks, metres: walks.reduce((sum, one) => sum + one, 0) });
        }
      }
      expect(new Set(sent).size).toBe(8 * 12);
    });

    it('give every message to the consumers, those of a document in order, when two hand them on at once', async () => {
      const heard = new Map<string, string[]>();
      const relays = await Promise.all(
        shared.stores.map(async (documents, nth) => {
          const relay = new Relay({ documents, clock: shared.clocks[nth === 0 ? 0 : 1], log, gauge, everyMs: 50 });
          relay.register({
            name: 'listener',
            types: ['NoteWritten'],
            handle: async ({ id, documentId }) =>
              void heard.set(`${nth} ${documentId}`, [...(heard.get(`${nth} ${documentId}`) ?? []), id]),
          });
          await relay.start();
          return relay;
        }),
      );
      const ids = Array.from({ length: 6 }, (_, nth) => `n${nth}`);
      await Promise.all(
        ids.map(async (id, nth) => {
          const notes = await shared.stores[nth % 2 === 0 ? 0 : 1].collection(NOTES, (found) => found);
          for (let version = 0; version < 8; version += 1)
            expect(
              await notes.put({
                id,
                document: { owner: 'ada' },
                expectedVersion: version,
                outbox: [message(`${id} ${version}`)],
              }),
            ).toBe('written');
        }),
      );
      await until(
        () => shared.stores[0].pendingMessages(1),
        (pending) => pending.length === 0,
      );
      for (const relay of relays) await relay.stop();
      for (const id of ids) {
        const all = new Set([0, 1].flatMap((nth) => heard.get(`${nth} ${id}`) ?? []));
        expect([...all].sort()).toEqual(Array.from({ length: 8 }, (_, version) => `${id} ${version}`));
        for (const nth of [0, 1]) {
          const own = heard.get(`${nth} ${id}`) ?? [];
          expect(own).toEqual([...own].sort());
        }
      }
    });

    it("number the messages of a document upwards though one process's clock is an hour behind", async () => {
      shared.clocks[1].advance(-3_600_000);
      const [one, other] = await Promise.all(shared.stores.map((store) => store.collection(NOTES, (found) => found)));
      for (let version = 0; version < 6; version += 1) {
        await (version % 2 === 0 ? one : other)?.put({
          id: 'n1',
          document: {},
          expectedVersion: version,
          outbox: [message(`m${version}`)],
        });
        if (version === 3) await shared.stores[0].settleMessages(['m0', 'm1', 'm2', 'm3']);
      }
      expect((await shared.stores[1].pendingMessages(9)).map(({ id }) => id)).toEqual(['m4', 'm5']);
    });

    it.each([
      ['one collection', 'notes_v1'],
      ['two', 'others_v1'],
    ])('give each message once, page by page, though two have given the same sequence in %s', async (_, second) => {
      const [here, there] = shared.stores;
      const notes = await here.collection(NOTES, (found) => found);
      const others = await there.collection({ ...NOTES, name: second }, (found) => found);
      await notes.put({ id: 'n0', document: {}, expectedVersion: 0, outbox: [message('m0')] });
      for (const store of shared.stores) expect(await store.pendingMessages(9)).toHaveLength(1);
      // Both now count on from the same place.
      for (const clock of shared.clocks) clock.advance(-3_600_000);
      await notes.put({ id: 'n1', document: {}, expectedVersion: 0, outbox: [message('m1')] });
      await others.put({ id: 'n2', document: {}, expectedVersion: 0, outbox: [message('m2')] });
      await notes.put({ id: 'n3', document: {}, expectedVersion: 0, outbox: [message('m3')] });
      const read: string[] = [];
      for (let after = 0; ;) {
        const page = await here.pendingMessages(1, after);
        const last = page.at(-1);
        if (last === undefined) break;
        read.push(...page.map(({ id }) => id));
        after = last.sequence;
      }
      expect(read.sort()).toEqual(['m0', 'm1', 'm2', 'm3']);
    });

    it('clear a collection of many documents, but for those with messages', async () => {
      const notes = await shared.stores[0].collection(NOTES, (found) => found);
      await notes.putMany(
        Array.from({ length: 1_200 }, (_, nth) => ({
          id: `n${nth}`,
          document: {},
          expectedVersion: 0,
          ...(nth % 400 === 0 ? { outbox: [message(`m${nth}`)] } : {}),
        })),
      );
      await shared.stores[0].dropCollection(NOTES.name);
      expect(await (await shared.stores[1].collection(NOTES, (found) => found)).count()).toBe(0);
      expect((await shared.stores[1].pendingMessages(9)).map(({ id }) => id)).toEqual(['m0', 'm400', 'm800']);
    });

    it('lose no message when one settles while the other writes, deletes and makes anew', async () => {
      const [here, there] = shared.stores;
      const notes = await here.collection(NOTES, (found) => found);
      const posted: string[] = [];
      const settled: string[] = [];
      let isWriting = true;
      const settling = (async () => {
        while (isWriting || settled.length < posted.length) {
          const pending = await there.pendingMessages(3);
          await there.settleMessages(pending.map(({ id }) => id));
          settled.push(...pending.map(({ id }) => id));
        }
      })();
      for (let round = 0; round < 25; round += 1) {
        for (const [version, what] of (['made', 'changed', 'gone'] as const).entries()) {
          const outbox = [message(`${round} ${what}`)];
          const result =
            what === 'gone'
              ? notes.delete('n1', version, outbox)
              : notes.put({ id: 'n1', document: { owner: what }, expectedVersion: version, outbox });
          expect(await result).toBe('written');
          posted.push(`${round} ${what}`);
        }
      }
      isWriting = false;
      await settling;
      expect(settled).toEqual(posted);
      expect(await notes.get('n1')).toBeUndefined();
      expect(await here.collections()).toEqual([]);
    });

    it('come back as the JSON they were, whatever their fields are called', async () => {
      const notes = await shared.stores[0].collection(NOTES, (found) => found);
      const field = fc.oneof(
        fc.constantFrom('$set', '_bsontype', 'a.b', '', '__proto__', '$', '\0', '1', 'owner'),
        fc.string({ unit: 'binary' }),
      );
      const { value } = fc.letrec((tie) => ({
        value: fc.oneof(
          { depthSize: 'small' },
          fc.jsonValue(),
          fc.dictionary(field, tie('value'), { maxKeys: 4, noNullPrototype: true }),
          fc.array(tie('value'), { maxLength: 3 }),
        ),
      }));
      let nth = 0;
      await fc.assert(
        fc.asyncProperty(value, async (document) => {
          nth += 1;
          await notes.put({
            id: `n${nth}`,
            document,
            expectedVersion: 0,
            outbox: [{ id: `m${nth}`, type: 'T', data: parseJson(JSON.stringify(document)) }],
          });
          expect(JSON.stringify((await notes.get(`n${nth}`))?.document)).toBe(JSON.stringify(document));
          const [pending] = await shared.stores[0].pendingMessages(1);
          expect(JSON.stringify(pending?.data)).toBe(JSON.stringify(document));
          await shared.stores[0].settleMessages([`m${nth}`]);
        }),
        { numRuns: 100, examples: [[{ _bsontype: 'ObjectId', id: 1 }], [[{ deep: { _bsontype: {} } }]]] },
      );
    });

    it('ring in one process when the other has stored messages', async () => {
      let rung = 0;
      const stop = shared.stores[1].onMessages(() => (rung += 1));
      const notes = await shared.stores[0].collection(NOTES, (found) => found);
      await notes.put({ id: 'n1', document: {}, expectedVersion: 0, outbox: [message('m1')] });
      await until(
        async () => rung,
        (times) => times > 0,
      );
      stop();
    });
  });
}

describeUnless(ferretDbMissing(), 'documents on a server that goes away', () => {
  let server: Service;
  let store: DocumentStore;
  const unreachable = { name: 'StoreUnavailable', store: 'documents', reason: 'unreachable' };

  beforeEach(async () => {
    server = await startFerretDb();
    store = await openMongo(server.url, new ManualClock());
  });
  afterEach(async () => {
    server.resume();
    await store.close();
    await server.stop();
  });

  it.each(['paused', 'killed'] as const)('say so when it is %s, and go on when it is back', async (how) => {
    const notes = await store.collection(NOTES, (found) => found);
    await notes.put({ id: 'n1', document: { owner: 'ada' }, expectedVersion: 0 });
    if (how === 'paused') await server.pause();
    else await server.kill9();
    const refused = await Promise.allSettled([
      notes.get('n1'),
      notes.put({ id: 'n2', document: {}, expectedVersion: 0, outbox: [message('m1')] }),
      notes.putMany([{ id: 'n1', document: {}, expectedVersion: 9 }]),
      notes.delete('n1', 9),
      notes.find({ limit: 1 }),
      notes.count(),
      store.pendingMessages(1),
      store.ping(),
    ]);
    for (const outcome of refused) expect(outcome).toMatchObject({ status: 'rejected', reason: unreachable });
    if (how === 'paused') server.resume();
    else await server.restart();
    const back = await until(
      () => notes.get('n1').catch(() => undefined),
      (found) => found !== undefined,
    );
    expect(back).toMatchObject({ version: 1, document: { owner: 'ada' } });
  });

  describe('and takes its time for an index', () => {
    /** Longer than any other call is waited for. */
    const LONG_MS = 9_500;
    let proxy: Proxy;
    let slow: DocumentStore;
    let said: string[];
    beforeEach(async () => {
      said = [];
      proxy = await startProxy(server.port);
      const url = server.url.replace(String(server.port), String(proxy.port));
      slow = await openMongoDocuments({
        url,
        log: { info: (_: unknown, text?: string) => void said.push(text ?? '') },
        signals: createMemorySignals(new ManualClock()),
      });
    });
    afterEach(async () => {
      await slow.close();
      await proxy.close();
    });

    it('open a collection when it is built, and say meanwhile what is waited for', async () => {
      proxy.hold('createIndexes', LONG_MS);
      const notes = await slow.collection(NOTES, (found) => found);
      expect(said.slice(1)).toEqual(['building indexes; this takes a while on a large collection', 'built indexes']);
      expect(await notes.put({ id: 'n1', document: {}, expectedVersion: 0 })).toBe('written');
    });

    it('tell the first messages of a collection to come again, and take them when it is built', async () => {
      const notes = await slow.collection(NOTES, (found) => found);
      proxy.hold('createIndexes', LONG_MS);
      const put = () => notes.put({ id: 'n1', document: {}, expectedVersion: 0, outbox: [message('m1')] });
      await expect(put()).rejects.toMatchObject(unreachable);
      expect(await put()).toBe('written');
      expect(await slow.pendingMessages(9)).toHaveLength(1);
    });
  });

  it('cannot be opened where nobody listens', async () => {
    await server.kill9();
    await expect(openMongo(server.url, new ManualClock())).rejects.toMatchObject(unreachable);
  });
});

describeUnless(mongoServer.missing, 'what lies in MongoDB', () => {
  it('is the document itself, with fields that its server can search', async () => {
    const { where, dispose } = await freshMongo();
    const store = await openMongo(where, new ManualClock());
    const notes = await store.collection(NOTES, (found) => found);
    await notes.put({ id: 'n1', document: { owner: 'ada', at: { x: 1 } }, expectedVersion: 0 });
    const client = new MongoClient(where);
    expect(await client.db().collection('notes_v1').findOne({ 'd.owner': 'ada' })).toMatchObject({
      v: 1,
      d: { owner: 'ada', at: { x: 1 } },
    });
    await client.close();
    await store.close();
    await dispose();
  });
});
