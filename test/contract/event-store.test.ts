import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { NewEvent, RecordedEvent, StreamName } from '../../src/kernel/event.js';
import type { Batch, EventStore, ReadStreamOptions } from '../../src/platform/event-store/port.js';
import type { ManualClock, Opened } from './adapters.js';
import { collect, describeAdapters } from './adapters.js';
import { eventStores } from './adapters/event-store.js';

// Names of the form that the brand stands for.
const streamName = (name: string): StreamName => name as StreamName;
const ADA = streamName('credits-ada');
const BOB = streamName('credits-bob');
const PLAN = streamName('subscription-1');

const event = (type = 'CreditsGranted', data: object = {}): NewEvent => ({
  id: randomUUID(), type, data: JSON.stringify(data), metadata: '{"version":1}',
});
const events = (count: number): NewEvent[] => Array.from({ length: count }, (_, n) => event('CreditsGranted', { n }));
const numbers = (read: readonly RecordedEvent[]): unknown[] => read.map(({ revision }) => revision);

describeAdapters(eventStores, 'the event store', ({ open }) => {
  let opened: Opened<EventStore>;
  let store: EventStore;
  let clock: ManualClock;

  beforeEach(async () => {
    opened = await open();
    ({ store, clock } = opened);
  });
  afterEach(() => opened.dispose());

  /** Follows until the reader has caught up. */
  const logAfter = async (after: number, prefixes: readonly string[], batchSize = 1_000): Promise<Batch[]> => {
    const batches: Batch[] = [];
    const { signal } = new AbortController();
    for await (const batch of store.follow({ after, prefixes, batchSize, signal })) {
      batches.push(batch);
      if (batch.caughtUp) break;
    }
    return batches;
  };

  describe('appending', () => {
    it('gives back what was appended, byte for byte, with its place and time', async () => {
      const first = event('CreditsGranted', { amount: 10, note: '“é” 漢字 🎨 \u0000 \\ "' });
      const second = event('CreditsHeld');
      expect(await store.append(ADA, -1, [first, second])).toEqual({ outcome: 'appended', revision: 1, position: 1 });
      const recordedAt = clock.now();
      expect(await store.readStream(ADA)).toEqual([
        { ...first, stream: ADA, revision: 0, position: 0, recordedAt },
        { ...second, stream: ADA, revision: 1, position: 1, recordedAt },
      ]);
    });

    it('numbers each stream from 0, and the log across them in commit order', async () => {
      await store.append(ADA, -1, events(2));
      await store.append(BOB, -1, events(1));
      await store.append(ADA, 1, events(1));
      expect((await store.readStream(ADA)).map(({ revision, position }) => [revision, position])).toEqual([[0, 0], [1, 1], [2, 3]]);
      expect(await store.head()).toBe(3);
    });

    it.each([
      ['a stream that should not exist yet but does', -1],
      ['a stream that has grown since', 0],
      ['a stream that is not so long', 5],
    ])('refuses %s, says where it stands, and writes nothing', async (_, expected) => {
      await store.append(ADA, -1, events(3));
      expect(await store.append(ADA, expected, events(2))).toEqual({ outcome: 'conflict', actual: 2 });
      expect(await store.readStream(ADA)).toHaveLength(3);
      expect(await store.head()).toBe(2);
    });

    it('refuses a revision for a stream that does not exist', async () => {
      expect(await store.append(ADA, 0, events(1))).toEqual({ outcome: 'conflict', actual: -1 });
      expect(await store.readStream(ADA)).toEqual([]);
    });

    it('only checks the revision when there is nothing to append', async () => {
      await store.append(ADA, -1, events(1));
      expect(await store.append(ADA, 0, [])).toEqual({ outcome: 'appended', revision: 0, position: undefined });
      expect(await store.append(ADA, -1, [])).toEqual({ outcome: 'conflict', actual: 0 });
      expect(await store.head()).toBe(0);
    });

    it('lets exactly one of many that expect the same revision win', async () => {
      await store.append(ADA, -1, events(1));
      const results = await Promise.all(Array.from({ length: 50 }, (_, n) => store.append(ADA, 0, [event('CreditsHeld', { n }), event()])));
      const won = results.flatMap((result, n) => (result.outcome === 'appended' ? [n] : []));
      expect(won).toHaveLength(1);
      expect(results.filter(({ outcome }) => outcome === 'conflict')).toHaveLength(49);
      const read = await store.readStream(ADA);
      expect(numbers(read)).toEqual([0, 1, 2]);
      expect(JSON.parse(read[1]?.data ?? '')).toEqual({ n: won[0] });
    });

    it('keeps the events of one append together when many append at once', async () => {
      const streams = Array.from({ length: 40 }, (_, n) => streamName(`credits-${n}`));
      for (let round = 0; round < 5; round += 1) {
        const results = await Promise.all(streams.map((stream) => store.append(stream, round * 3 - 1, events(3))));
        expect(results.every(({ outcome }) => outcome === 'appended')).toBe(true);
      }
      for (const stream of streams) {
        const read = await store.readStream(stream);
        expect(numbers(read)).toEqual(Array.from({ length: 15 }, (_, n) => n));
        for (let at = 0; at < read.length; at += 3) {
          const [first, , third] = read.slice(at, at + 3);
          expect((third?.position ?? 0) - (first?.position ?? 0)).toBe(2);
        }
      }
      const log = (await logAfter(-1, ['credits-'])).flatMap((batch) => batch.events);
      expect(log.map(({ position }) => position)).toEqual(Array.from({ length: 600 }, (_, n) => n));
    });

    it('takes an event of a megabyte', async () => {
      const big = event('CreditsGranted', { text: 'x'.repeat(1024 * 1024) });
      await store.append(ADA, -1, [big]);
      expect((await store.readStream(ADA))[0]?.data).toBe(big.data);
    });
  });

  describe('reading a stream', () => {
    const cases: readonly (readonly [string, ReadStreamOptions, number[]])[] = [
      ['whole, forwards', {}, [0, 1, 2, 3, 4]],
      ['whole, backwards', { direction: 'backwards' }, [4, 3, 2, 1, 0]],
      ['forwards from a revision', { from: 3 }, [3, 4]],
      ['backwards from a revision', { from: 2, direction: 'backwards' }, [2, 1, 0]],
      ['a few forwards', { from: 1, limit: 2 }, [1, 2]],
      ['a few backwards', { from: 3, direction: 'backwards', limit: 2 }, [3, 2]],
      ['the last one', { direction: 'backwards', limit: 1 }, [4]],
      ['more than there are', { from: 3, limit: 100 }, [3, 4]],
      ['from beyond its end, forwards', { from: 9 }, []],
      ['from beyond its end, backwards', { from: 9, direction: 'backwards' }, [4, 3, 2, 1, 0]],
      ['none', { limit: 0 }, []],
    ];

    it.each(cases)('%s', async (_, options, expected) => {
      for (let n = -1; n < 4; n += 1) {
        await store.append(ADA, n, events(1));
        await store.append(BOB, n, events(1));
      }
      expect(numbers(await store.readStream(ADA, options))).toEqual(expected);
    });

    it('is empty when the stream does not exist', async () => {
      expect(await store.readStream(ADA, { direction: 'backwards', from: 3 })).toEqual([]);
    });

    it('does not take a name for a prefix of another', async () => {
      await store.append(streamName('credits-adam'), -1, events(1));
      expect(await store.readStream(ADA)).toEqual([]);
    });

    it('shows an append as soon as it is answered', async () => {
      for (let n = 0; n < 20; n += 1) {
        await store.append(ADA, n - 1, events(1));
        expect(await store.readStream(ADA)).toHaveLength(n + 1);
      }
    });
  });

  describe('following the log', () => {
    it('says of an empty log that there is nothing newer', async () => {
      expect(await logAfter(-1, ['credits-'])).toEqual([{ events: [], checkpoint: -1, caughtUp: true }]);
    });

    it('passes over streams of other prefixes, and moves the checkpoint past them', async () => {
      await store.append(ADA, -1, events(1));
      await store.append(PLAN, -1, events(2));
      const [batch] = await logAfter(-1, ['credits-']);
      expect(batch).toMatchObject({ checkpoint: 2, caughtUp: true });
      expect(batch?.events.map(({ position }) => position)).toEqual([0]);
      const both = await logAfter(-1, ['credits-', 'subscription-']);
      expect(both.flatMap((one) => one.events).map(({ position }) => position)).toEqual([0, 1, 2]);
    });

    it('begins after the given place, in batches no larger than asked, and reports having caught up on the last only', async () => {
      await store.append(ADA, -1, events(10));
      const batches = await logAfter(2, ['credits-'], 3);
      expect(batches.map((batch) => batch.events.map(({ position }) => position))).toEqual([[3, 4, 5], [6, 7, 8], [9]]);
      expect(batches.map(({ checkpoint, caughtUp }) => [checkpoint, caughtUp])).toEqual([[5, false], [8, false], [9, true]]);
    });

    it('reports having caught up also when the last batch is full', async () => {
      await store.append(ADA, -1, events(6));
      expect((await logAfter(-1, ['credits-'], 3)).map(({ caughtUp }) => caughtUp)).toEqual([false, true]);
    });

    it('gives an empty batch when only others have moved', async () => {
      await store.append(PLAN, -1, events(4));
      expect(await logAfter(-1, ['credits-'], 2)).toEqual([
        { events: [], checkpoint: 1, caughtUp: false },
        { events: [], checkpoint: 3, caughtUp: true },
      ]);
    });

    it('hears of what comes later, in order, without gap or repeat', async () => {
      await store.append(ADA, -1, events(3));
      const heard: number[] = [];
      const stop = new AbortController();
      const following = (async () => {
        for await (const batch of store.follow({ after: -1, prefixes: ['credits-'], signal: stop.signal })) {
          heard.push(...batch.events.map(({ position }) => position));
          if (heard.length >= 203) stop.abort();
        }
      })();
      for (let n = 0; n < 20; n += 1) {
        await Promise.all(Array.from({ length: 10 }, (_, s) => store.append(streamName(`credits-tail-${s}`), n - 1, events(1))));
      }
      await following;
      expect(heard).toEqual(Array.from({ length: 203 }, (_, n) => n));
    });

    it('feeds many readers, each at its own place', async () => {
      await store.append(ADA, -1, events(5));
      const read = await Promise.all([-1, 1, 4].map((after) => logAfter(after, ['credits-'])));
      expect(read.map((batches) => batches.flatMap((batch) => batch.events).length)).toEqual([5, 3, 0]);
    });

    it('ends quietly when told to stop while it waits', async () => {
      const stop = new AbortController();
      const batches: Batch[] = [];
      for await (const batch of store.follow({ after: -1, prefixes: ['credits-'], signal: stop.signal })) {
        batches.push(batch);
        setImmediate(() => stop.abort());
      }
      expect(batches).toHaveLength(1);
    });

    it('gives nothing to a reader that was stopped before it began', async () => {
      const following = store.follow({ after: -1, prefixes: ['credits-'], signal: AbortSignal.abort() });
      expect(await collect(following)).toEqual([]);
    });
  });

  describe('once closed', () => {
    const closed = { name: 'StoreUnavailable', store: 'event store', reason: 'closed' };

    it('refuses every call with a typed error', async () => {
      await store.ping();
      await store.close();
      await expect(store.append(ADA, -1, events(1))).rejects.toMatchObject(closed);
      await expect(store.readStream(ADA)).rejects.toMatchObject(closed);
      await expect(store.head()).rejects.toMatchObject(closed);
      await expect(store.ping()).rejects.toMatchObject(closed);
      await expect(logAfter(-1, ['credits-'])).rejects.toMatchObject(closed);
    });

    it('tells a waiting reader', async () => {
      const following = (async () => {
        for await (const { caughtUp } of store.follow({ after: -1, prefixes: ['credits-'], signal: new AbortController().signal })) {
          if (caughtUp) setImmediate(() => void store.close());
        }
      })();
      await expect(following).rejects.toMatchObject(closed);
    });
  });

  it('behaves as a list of events would, whatever is done in whatever order', async () => {
    const stream = fc.constantFrom('credits-a', 'credits-b', 'subscription-a');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('append' as const), stream, off: fc.constantFrom(0, 0, 0, 0, -1, 1), count: fc.integer({ min: 0, max: 4 }) }),
      fc.record({
        kind: fc.constant('read' as const), stream, from: fc.integer({ min: 0, max: 12 }), limit: fc.integer({ min: 0, max: 8 }),
        direction: fc.constantFrom('forwards' as const, 'backwards' as const),
      }),
      fc.record({ kind: fc.constant('follow' as const), after: fc.integer({ min: -1, max: 15 }), batchSize: fc.integer({ min: 1, max: 5 }) }),
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        run += 1;
        await compare(store, `r${run}`, steps);
      }),
      { numRuns: 60 },
    );
  });
});

type Step =
  | { readonly kind: 'append'; readonly stream: string; readonly off: number; readonly count: number }
  | { readonly kind: 'read'; readonly stream: string; readonly from: number; readonly limit: number; readonly direction: 'forwards' | 'backwards' }
  | { readonly kind: 'follow'; readonly after: number; readonly batchSize: number };

/** Takes the steps on the store and on a plain list, and compares every answer. @param run sets its streams apart */
async function compare(store: EventStore, run: string, steps: readonly Step[]): Promise<void> {
  const start = (await store.head()) + 1;
  const log: { readonly id: string; readonly stream: StreamName }[] = [];
  const own = (stream: StreamName): string[] => log.filter((one) => one.stream === stream).map(({ id }) => id);
  for (const step of steps) {
    if (step.kind === 'follow') {
      const prefixes = [`${run}-credits-`];
      const followed: string[] = [];
      const { signal } = new AbortController();
      for await (const batch of store.follow({ after: start + step.after, prefixes, batchSize: step.batchSize, signal })) {
        followed.push(...batch.events.map(({ id }) => id));
        if (batch.caughtUp) break;
      }
      const expected = log.slice(step.after + 1).filter((one) => one.stream.startsWith(`${run}-credits-`));
      expect(followed).toEqual(expected.map(({ id }) => id));
      continue;
    }
    const stream = streamName(`${run}-${step.stream}`);
    const ids = own(stream);
    if (step.kind === 'append') {
      const added = events(step.count);
      const result = await store.append(stream, ids.length - 1 + step.off, added);
      expect(result.outcome).toBe(step.off === 0 ? 'appended' : 'conflict');
      if (result.outcome === 'appended') log.push(...added.map(({ id }) => ({ id, stream })));
    } else {
      const { from, limit, direction } = step;
      const expected = direction === 'forwards' ? ids.slice(from) : ids.slice(0, from + 1).reverse();
      expect((await store.readStream(stream, { from, limit, direction })).map(({ id }) => id)).toEqual(expected.slice(0, limit));
    }
    expect(await store.head()).toBe(start + log.length - 1);
  }
}
