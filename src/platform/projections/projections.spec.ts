import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandHandlerNotFoundException } from '@nestjs/cqrs';
import fc from 'fast-check';
import { z } from 'zod';
import { canonicalJson } from '../../kernel/event-sourcing/canonical.js';
import { GENESIS_HASH, chainEvent, decodeMetadata } from '../../kernel/event-sourcing/chain.js';
import { createCodec } from '../../kernel/event-sourcing/codec.js';
import { productError } from '../../kernel/errors.shared.js';
import type { DomainEvent, StreamName } from '../../kernel/event-sourcing/event.js';
import type { Policy } from '../../kernel/event-sourcing/policy.js';
import type { Projection } from '../../kernel/event-sourcing/projection.js';
import { err, ok } from '../../kernel/result.js';
import { createMemoryDocumentStore } from '../documents/memory.js';
import type { DocumentStore } from '../documents/port.js';
import { createMemoryEventStore } from '../event-store/memory.js';
import type { EventStore } from '../event-store/port.js';
import { StoreUnavailable } from '../unavailable.js';
import { Checkpoints } from './checkpoints.js';
import type { Follower } from './follower.js';
import { LogRuntime } from './log-runtime.js';
import { ParkedStreams } from './parked.js';
import { PolicyRunner } from './policy-runner.js';
import { ProjectionRunner } from './projection-runner.js';
import { rebuild } from './rebuild.js';

type Walked = DomainEvent<'Walked', { readonly metres: number }>;
interface Distance {
  readonly walker: string;
  readonly metres: number;
  readonly walks: number;
}

const codec = createCodec<Walked>({ Walked: { version: 1, schema: z.object({ metres: z.int() }) } });
let forbidden = 13;

/** Distance of each walker. It fails for a walk of the forbidden length. */
const distance: Projection<Distance, Walked> = {
  name: 'distance',
  version: 1,
  prefix: 'walk-',
  codec,
  handles: ['Walked'],
  indexes: [['metres']],
  schema: z.object({ walker: z.string(), metres: z.int(), walks: z.int() }),
  key: ({ stream }) => stream,
  evolve: (before, { event, stream }) => {
    if (event.data.metres === forbidden) throw new Error(`${forbidden} metres`);
    return { walker: stream, metres: (before?.metres ?? 0) + event.data.metres, walks: (before?.walks ?? 0) + 1 };
  },
};

const name = (walker: string): StreamName => `walk-${walker}` as StreamName; // a stream of this test alone
const quiet = { debug: () => {}, info: () => {}, warn: () => {} };

describe('following the log', () => {
  let events: EventStore;
  let documents: DocumentStore;
  let errors: string[];
  let gauge: Map<string, number>;
  let open: LogRuntime[];

  beforeEach(() => {
    forbidden = 13;
    events = createMemoryEventStore({ now: () => 0 });
    documents = createMemoryDocumentStore();
    errors = [];
    gauge = new Map();
    open = [];
  });
  afterEach(() => Promise.all(open.map((runtime) => runtime.stop())));

  const log = { ...quiet, error: (_fields: object, message: string) => void errors.push(message) };

  /** `flown`: an event of a newer program; `newer`: a newer version of an event. */
  async function walk(walker: string, ...walks: readonly (number | 'damaged' | 'flown' | 'newer')[]) {
    const stream = name(walker);
    const before = await events.readStream(stream, { direction: 'backwards', limit: 1 });
    let revision = before[0]?.revision ?? -1;
    let hash = before[0] === undefined ? GENESIS_HASH : decodeMetadata(before[0].metadata).hash;
    for (const metres of walks) {
      const chained = chainEvent(hash, {
        stream,
        revision: revision + 1,
        type: metres === 'flown' ? 'Flown' : 'Walked',
        version: metres === 'newer' ? 9 : 1,
        at: 0,
        data: typeof metres === 'number' ? canonicalJson({ metres }) : '{}',
      });
      await events.append(stream, revision, [chained.event]);
      revision += 1;
      ({ hash } = chained);
    }
    return { stream, revision };
  }

  async function start(
    given: { readonly events?: EventStore; readonly more?: (parked: ParkedStreams) => Follower } = {},
  ) {
    const parked = await ParkedStreams.open(documents, { now: () => 5 }, log, {
      parked: (reader, streams) => void gauge.set(reader, streams),
    });
    const runner = await ProjectionRunner.open(distance, documents, parked);
    const checkpoints = await Checkpoints.open(documents);
    const runtime = new LogRuntime({
      events: given.events ?? events,
      checkpoints,
      parked,
      log,
      gauge: { lagging: () => {} },
    });
    runtime.add(runner);
    if (given.more !== undefined) runtime.add(given.more(parked));
    await runtime.start();
    open.push(runtime);
    return { runtime, runner, parked, checkpoints };
  }

  it('folds what is there and what comes, and tells of it once it is written', async () => {
    await walk('ann', 1, 2);
    const { runtime, runner } = await start();
    const notified: number[] = [];
    runner.onWritten((written) => notified.push(...written.map(({ data }) => data.metres)));
    await runtime.waitFor(runner.name, await walk('ann', 4), 10_000);
    expect(await runner.get(name('ann'))).toEqual({ walker: 'walk-ann', metres: 7, walks: 3 });
    expect(notified.at(-1)).toBe(7);
    expect(
      (
        await runner.find({
          range: { field: 'metres', above: 6 },
          order: { field: 'metres', direction: 'ascending' },
          limit: 5,
        })
      ).items,
    ).toHaveLength(1);
  });

  it('takes no event twice, though its checkpoint was lost with the process', async () => {
    const first = await start();
    await first.runtime.waitFor(first.runner.name, await walk('ann', 1, 2), 10_000);
    await first.runtime.stop();
    await first.checkpoints.forget(first.runner.name);
    const second = await start();
    await second.runtime.waitFor(second.runner.name, await walk('ann', 4), 10_000);
    expect(await second.runner.get(name('ann'))).toMatchObject({ metres: 7, walks: 3 });
  });

  it('goes on from its checkpoint', async () => {
    const first = await start();
    await first.runtime.waitFor(first.runner.name, await walk('ann', 1, 2), 10_000);
    await first.runtime.stop();
    const follows: number[] = [];
    const second = await start({
      events: {
        ...eventsLike(),
        follow: (options) => {
          follows.push(options.after);
          return events.follow(options);
        },
      },
    });
    await second.runtime.waitFor(second.runner.name, await walk('ann', 4), 10_000);
    expect(follows).toEqual([1]);
  });

  const eventsLike = (): EventStore => ({
    shared: events.shared,
    append: (...args) => events.append(...args),
    readStream: (...args) => events.readStream(...args),
    follow: (...args) => events.follow(...args),
    placeAfter: (...args) => events.placeAfter(...args),
    head: () => events.head(),
    ping: () => events.ping(),
    close: () => events.close(),
  });

  it('begins anew when it starts again and another process has dropped what was filled', async () => {
    await walk('ann', 1, 2);
    const { runtime, runner } = await start();
    await runtime.waitFor('distance_v1', { stream: name('ann'), revision: 1 }, 5_000);
    await runtime.stop();
    await (await Checkpoints.open(documents)).forget('distance_v1');
    await documents.dropCollection('distance_v1');
    const last = await walk('ann', 4);
    await runtime.start();
    await runtime.waitFor('distance_v1', last, 5_000);
    expect(await runner.get(name('ann'))).toMatchObject({ metres: 7, walks: 3 });
  });

  it('takes nobody back when two save their places at once', async () => {
    const [one, two] = [await Checkpoints.open(documents), await Checkpoints.open(documents)];
    const save = (of: Checkpoints, position: number): Promise<void> => of.save(new Map([['reader', position]]));
    await save(one, 10);
    await two.load('reader');
    await save(one, 50);
    await save(two, 30);
    expect(await one.load('reader')).toBe(50);
    await save(two, 60);
    await save(one, 55);
    expect(await two.load('reader')).toBe(60);
    await two.forget('reader');
    await one.load('reader');
    await save(one, 5);
    expect(await two.load('reader')).toBe(5);
  });

  it('keeps documents right when two run at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('ann', 'bob', 'cid'), fc.integer({ min: 14, max: 99 })), { maxLength: 30 }),
        async (walks) => {
          events = createMemoryEventStore({ now: () => 0 });
          documents = createMemoryDocumentStore();
          const [one, two] = [await start(), await start()];
          const sums = new Map<string, number>();
          let last;
          for (const [walker, metres] of walks) {
            last = await walk(walker, metres);
            sums.set(walker, (sums.get(walker) ?? 0) + metres);
          }
          if (last !== undefined)
            for (const { runtime, runner } of [one, two]) await runtime.waitFor(runner.name, last, 10_000);
          for (const [walker, metres] of sums) expect(await one.runner.get(name(walker))).toMatchObject({ metres });
          await Promise.all([one.runtime.stop(), two.runtime.stop()]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('begins again where each had come to when a store was out of reach for a while', async () => {
    let isAway = true;
    const { runtime, runner } = await start({
      events: {
        ...eventsLike(),
        follow: (options) => {
          if (!isAway) return events.follow(options);
          isAway = false;
          throw new StoreUnavailable('event store', 'unreachable', 'away');
        },
      },
    });
    expect(await runtime.waitFor(runner.name, await walk('ann', 4), 10_000)).toBe(true);
    expect(errors).toEqual(['reading the event log was interrupted; each follower continues from its position']);
    await runtime.waitFor(runner.name, await walk('ann', 5), 10_000);
    expect(runtime.trouble).toBeUndefined();
  });

  it('sets a stream aside that holds an event it cannot take, loudly, and serves all others', async () => {
    const { runtime, runner, parked } = await start();
    await walk('ann', 1, 13, 2);
    await walk('eve', 'damaged');
    await runtime.waitFor(runner.name, await walk('bob', 5), 10_000);
    expect(await runner.get(name('ann'))).toMatchObject({ metres: 1 });
    expect(await runner.get(name('bob'))).toMatchObject({ metres: 5 });
    expect(await runner.get(name('eve'))).toBeUndefined();
    expect(errors).toHaveLength(2);
    expect(gauge.get(runner.name)).toBe(2);
    expect((await parked.list()).map(({ reader, stream, reason }) => ({ reader, stream, reason }))).toEqual(
      expect.arrayContaining([
        { reader: 'distance_v1', stream: 'walk-ann', reason: 'Error: 13 metres' },
        expect.objectContaining({ stream: 'walk-eve', reason: expect.stringContaining('does not fit') }),
      ]),
    );
  });

  it('takes a stream up again, from the event it could not take, once the cause is mended', async () => {
    const first = await start();
    await walk('ann', 1, 13, 2);
    await first.runtime.waitFor(first.runner.name, await walk('bob', 5), 10_000);
    await first.runtime.stop();
    const { runtime, runner, parked } = await start();
    await runtime.waitFor(runner.name, await walk('ann', 4), 10_000);
    expect(await runner.get(name('ann'))).toMatchObject({ metres: 1 });
    expect(await runtime.retryParked(runner.name, name('ann'))).toBe(false);
    forbidden = 0;
    expect(await runtime.retryParked(runner.name, name('ann'))).toBe(true);
    expect(await runner.get(name('ann'))).toMatchObject({ metres: 20, walks: 4 });
    await runtime.waitFor(runner.name, await walk('ann', 7), 10_000);
    expect(await runner.get(name('ann'))).toMatchObject({ metres: 27, walks: 5 });
    expect(parked.size).toBe(0);
  });

  /** Makes this many writes and deletions of parked streams fail. */
  function failParking(times: { puts?: number; deletes?: number }): void {
    const collection = documents.collection.bind(documents);
    documents.collection = async (definition, decode) => {
      const opened = await collection(definition, decode);
      if (definition.name !== 'parked_streams') return opened; // the requested type is unknown here
      const away = (what: 'puts' | 'deletes'): void => {
        times[what] = (times[what] ?? 0) - 1;
        if ((times[what] ?? 0) >= 0) throw new StoreUnavailable('documents', 'full', 'no room');
      };
      return {
        ...opened,
        name: opened.name,
        get: opened.get.bind(opened),
        getMany: opened.getMany.bind(opened),
        putMany: opened.putMany.bind(opened),
        find: opened.find.bind(opened),
        count: opened.count.bind(opened),
        put: async (operation: never) => {
          away('puts');
          return opened.put(operation);
        },
        delete: async (id: string, version: number) => {
          away('deletes');
          return opened.delete(id, version);
        },
      }; // as above
    };
  }

  it('forgets no stream that it could not note as set aside: it is given the events again', async () => {
    failParking({ puts: 1 });
    const { runtime, runner, parked } = await start();
    await walk('ann', 1, 13, 2);
    await runtime.waitFor(runner.name, await walk('bob', 5), 30_000);
    expect((await parked.list()).map(({ stream, position }) => [stream, position])).toEqual([['walk-ann', 1]]);
    expect(parked.has(runner.name, name('ann'))).toBe(true);
    expect(errors.filter((message) => message.includes('parked'))).toHaveLength(1);
  });

  it('keeps a stream set aside until the reader has taken what it was not given', async () => {
    const { runtime, runner, parked } = await start();
    await walk('ann', 1, 13, 2);
    await runtime.waitFor(runner.name, await walk('bob', 5), 10_000);
    forbidden = 0;
    const apply = runner.apply.bind(runner);
    runner.apply = async () => {
      expect(await parked.find(runner.name, name('ann'))).toMatchObject({ position: 1 });
      throw new StoreUnavailable('documents', 'unreachable', 'away');
    };
    await expect(runtime.retryParked(runner.name, name('ann'))).rejects.toThrow('away');
    expect([parked.has(runner.name, name('ann')), (await parked.list()).length]).toEqual([true, 1]);
    runner.apply = apply;
    expect(await runtime.retryParked(runner.name, name('ann'))).toBe(true);
    expect([await runner.get(name('ann')), await parked.list()]).toMatchObject([{ metres: 16 }, []]);
  });

  it('does not wait for a write that never was, nor longer than it is told', async () => {
    const { runtime, runner } = await start();
    expect(await runtime.waitFor(runner.name, { stream: name('nobody'), revision: 7 }, 10_000)).toBe(true);
    // a stream of another kind
    expect(await runtime.waitFor(runner.name, { stream: 'other-1' as StreamName, revision: 0 }, 10_000)).toBe(true);
    await runtime.stop();
    const idle = new LogRuntime({
      events,
      checkpoints: await Checkpoints.open(documents),
      parked: await ParkedStreams.open(documents, { now: () => 0 }, log, { parked: () => {} }),
      log,
      gauge: { lagging: () => {} },
    });
    idle.add(runner);
    expect(await idle.waitFor(runner.name, await walk('ann', 1), 0)).toBe(false);
  });

  it('rebuilds a projection from the beginning of the log', async () => {
    const { runtime, runner, parked, checkpoints } = await start();
    await walk('ann', 1, 13, 2);
    await runtime.waitFor(runner.name, await walk('bob', 5), 10_000);
    await runtime.stop();
    forbidden = 0;
    expect(await rebuild(distance, { events, documents, checkpoints, parked })).toEqual({
      generation: 1,
      events: 4,
      position: 3,
      documents: 2,
      differing: 1,
      examples: ['walk-ann'],
    });
    expect(await (await ProjectionRunner.open(distance, documents, parked)).get(name('ann'))).toEqual({
      walker: 'walk-ann',
      metres: 16,
      walks: 3,
    });
    expect(await checkpoints.load('distance_v1_g1')).toBe(3);
    expect([await checkpoints.load('distance_v1'), await documents.collections()]).toEqual([
      undefined,
      expect.not.arrayContaining(['distance_v1']),
    ]);
    expect(parked.size).toBe(0);
  });

  it('fills a new version beside the old one', async () => {
    const { runtime, runner, parked, checkpoints } = await start();
    await runtime.waitFor(runner.name, await walk('ann', 1, 2), 10_000);
    await rebuild(
      { ...distance, version: 2, evolve: (before, seen) => ({ ...distance.evolve(before, seen), walker: 'new' }) },
      { events, documents, checkpoints, parked },
    );
    expect(await runner.get(name('ann'))).toMatchObject({ walker: 'walk-ann', metres: 3 });
    expect(
      await (await ProjectionRunner.open({ ...distance, version: 2 }, documents, parked)).get(name('ann')),
    ).toMatchObject({ walker: 'new', metres: 3 });
  });

  describe('a policy', () => {
    const cheer: Policy<Walked, { readonly id: string; readonly metres: number }> = {
      name: 'cheer',
      prefix: 'walk-',
      codec,
      handles: ['Walked'],
      react: ({ event }, commandId) => (event.data.metres > 1 ? [{ id: commandId(0), metres: event.data.metres }] : []),
    };

    it('sends what follows from each event, by ids that a repeat has again', async () => {
      const sent: { id: string; metres: number }[] = [];
      let isAway = false;
      const more = (parked: ParkedStreams) =>
        new PolicyRunner(
          cheer,
          async (command) => {
            if (isAway) {
              isAway = false;
              sent.push(command);
              return err(productError('TRY_AGAIN'));
            }
            sent.push(command);
            return ok(undefined);
          },
          parked,
        );
      const { runtime } = await start({ more });
      await walk('ann', 1);
      await runtime.waitFor('policy_cheer', await walk('ann', 2), 10_000);
      isAway = true;
      await runtime.waitFor('policy_cheer', await walk('ann', 3), 10_000);
      expect(sent.map(({ metres }) => metres)).toEqual([2, 3, 3]);
      expect(sent[1]?.id).toBe(sent[2]?.id);
      expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
    });

    it('waits for who carries out its commands: what is left of before is read at once when a process starts', async () => {
      const sent: number[] = [];
      let isStarting = true;
      const more = (parked: ParkedStreams) =>
        new PolicyRunner(
          cheer,
          async ({ metres }) => {
            if (isStarting) {
              isStarting = false;
              throw new CommandHandlerNotFoundException('Cheer');
            }
            return ok(void sent.push(metres));
          },
          parked,
        );
      const { runtime, parked } = await start({ more });
      await runtime.waitFor('policy_cheer', await walk('ann', 2), 10_000);
      expect([sent, parked.has('policy_cheer', name('ann'))]).toEqual([[2], false]);
    });

    it('is not replayed by a rebuild, and begins where it is told to', async () => {
      await walk('ann', 2, 3);
      const sent: number[] = [];
      const more = (parked: ParkedStreams) =>
        new PolicyRunner(cheer, async ({ metres }) => ok(void sent.push(metres)), parked, 1);
      const { runtime, parked, checkpoints } = await start({ more });
      await runtime.waitFor('policy_cheer', await walk('ann', 4), 10_000);
      await rebuild(distance, { events, documents, checkpoints, parked });
      await runtime.waitFor('policy_cheer', await walk('ann', 5), 10_000);
      expect(sent).toEqual([4, 5]);
    });

    it('sets the stream aside whose command is refused, and goes on with the others', async () => {
      const sent: number[] = [];
      const more = (parked: ParkedStreams) =>
        new PolicyRunner(
          cheer,
          async ({ metres }) => (metres === 9 ? err(productError('VALIDATION_ERROR')) : ok(void sent.push(metres))),
          parked,
        );
      const { runtime, parked } = await start({ more });
      await walk('ann', 9, 2);
      await runtime.waitFor('policy_cheer', await walk('bob', 3), 10_000);
      expect(sent).toEqual([3]);
      expect(parked.has('policy_cheer', name('ann'))).toBe(true);
      expect(parked.has('distance_v1', name('ann'))).toBe(false);
    });

    it.each(['flown', 'newer'] as const)(
      'like a projection sets a stream aside at an event that only a newer program knows, here %s, and does not pass over it',
      async (unknown) => {
        const sent: number[] = [];
        const { runtime, runner, parked } = await start({
          more: (aside) => new PolicyRunner(cheer, async ({ metres }) => ok(void sent.push(metres)), aside),
        });
        await walk('ann', 2, unknown, 3);
        const bob = await walk('bob', 4);
        for (const reader of ['policy_cheer', runner.name]) await runtime.waitFor(reader, bob, 10_000);
        expect([sent, await runner.get(name('ann'))]).toEqual([[2, 4], { walker: 'walk-ann', metres: 2, walks: 1 }]);
        expect((await parked.list()).map(({ stream, reason }) => [stream, reason])).toEqual(
          Array.from({ length: 2 }, () => [
            'walk-ann',
            expect.stringContaining(unknown === 'flown' ? 'unknown type' : 'unknown version'),
          ]),
        );
      },
    );

    it('takes a stream up at the event whose command was refused, and reacts to none before it again', async () => {
      const sent: number[] = [];
      const refused = new Set([9, 8]);
      const more = (parked: ParkedStreams) =>
        new PolicyRunner(
          cheer,
          async ({ metres }) =>
            refused.has(metres) ? err(productError('VALIDATION_ERROR')) : ok(void sent.push(metres)),
          parked,
        );
      const { runtime } = await start({ more });
      await walk('ann', 4, 9, 5, 8, 6);
      await runtime.waitFor('policy_cheer', await walk('bob', 3), 10_000);
      refused.delete(9);
      expect(await runtime.retryParked('policy_cheer', name('ann'))).toBe(false);
      refused.clear();
      expect(await runtime.retryParked('policy_cheer', name('ann'))).toBe(true);
      expect(sent).toEqual([4, 3, 9, 5, 8, 6]);
    });
  });
});
