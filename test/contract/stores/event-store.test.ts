import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Position, RecordedEvent, StreamName } from '../../../src/kernel/event-sourcing/event.js';
import type { Batch, EventStore, ReadStreamOptions } from '../../../src/platform/event-store/port.js';
import type { ManualClock } from '../adapters.js';
import { collect, describeAdapters } from '../adapters.js';
import type { OpenedEventStore } from '../adapters/event-store.js';
import { eventStores } from '../adapters/event-store.js';
import { compare, event, events, streamName } from './event-store-model.js';

const numbers = (read: readonly RecordedEvent[]): unknown[] => read.map(({ revision }) => revision);

describeAdapters(eventStores, 'the event store', ({ open, positions, time, largestEvent }) => {
  const isDense = positions === 'dense';
  let opened: OpenedEventStore;
  let store: EventStore;
  let clock: ManualClock;

  /** What this test's streams begin with: the log may hold others. */
  let own: string;
  let ADA: StreamName;
  let BOB: StreamName;
  let PLAN: StreamName;
  /** The end of the log before the test. */
  let base: Position;

  beforeEach(async () => {
    opened = await open();
    ({ store, clock } = opened);
    own = isDense ? '' : `${randomUUID()}-`;
    ADA = streamName(`${own}credits-ada`);
    BOB = streamName(`${own}credits-bob`);
    PLAN = streamName(`${own}subscription-1`);
    base = await store.head();
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

  /** The places of what this test has appended, in log order. */
  const places = async (): Promise<Position[]> =>
    (await logAfter(base, [`${own}credits-`, `${own}subscription-`]))
      .flatMap((batch) => batch.events)
      .map(({ position }) => position);

  /** The log holds so many events of this test, at places that grow; in a log of its own, one after another. */
  const expectLog = async (count: number): Promise<void> => {
    const found = await places();
    if (isDense) expect(found).toEqual(Array.from({ length: count }, (_, n) => n));
    expect(found).toHaveLength(count);
    expect(found.every((place, n) => Number.isSafeInteger(place) && place > (found[n - 1] ?? base))).toBe(true);
    if (isDense) expect(await store.head()).toBe(count - 1);
    else expect(await store.head()).toBeGreaterThanOrEqual(found.at(-1) ?? base);
  };

  describe('appending', () => {
    it('gives back what was appended, byte for byte, with its place and time', async () => {
      const first = event('CreditsGranted', {
        10: 'ten',
        9: 'nine',
        amount: 10,
        note: '“é” 漢字 🎨 \u0000 \\ "',
        ['__proto__']: 1e21,
      });
      const second = { ...event('CreditsHeld'), metadata: '{"at":-0.5,"by":{"a":[],"b":null},"version":1}' };
      const before = Date.now();
      const result = await store.append(ADA, -1, [first, second]);
      expect(result).toMatchObject({ outcome: 'appended', revision: 1, ...(isDense ? { position: 1 } : {}) });
      const read = await store.readStream(ADA);
      const found = (await logAfter(base, [ADA])).flatMap((batch) => batch.events);
      const recordedAt = time === 'manual' ? clock.now() : (read[0]?.recordedAt ?? 0);
      // The clock of a server may be another's.
      if (time === 'real') expect(Math.abs(recordedAt - before)).toBeLessThan(86_400_000);
      expect(read).toMatchObject([
        { ...first, stream: ADA, revision: 0, recordedAt },
        { ...second, stream: ADA, revision: 1, recordedAt: expect.any(Number) },
      ]);
      expect(found).toMatchObject([
        { ...first, stream: ADA, revision: 0, recordedAt },
        { ...second, stream: ADA, revision: 1, recordedAt: expect.any(Number) },
      ]);
      if (result.outcome === 'appended') expect([undefined, found[1]?.position]).toContain(result.position);
      if (isDense) expect(found.map(({ position }) => position)).toEqual([0, 1]);
    });

    it('numbers each stream from 0, and the log across them in commit order', async () => {
      await store.append(ADA, -1, events(2));
      await store.append(BOB, -1, events(1));
      await store.append(ADA, 1, events(1));
      expect(numbers(await store.readStream(ADA))).toEqual([0, 1, 2]);
      expect(
        (await logAfter(base, [ADA, BOB]))
          .flatMap((batch) => batch.events)
          .map(({ stream, revision }) => [stream, revision]),
      ).toEqual([
        [ADA, 0],
        [ADA, 1],
        [BOB, 0],
        [ADA, 2],
      ]);
      await expectLog(4);
    });

    it.each([
      ['a stream that should not exist yet but does', -1],
      ['a stream that has grown since', 0],
      ['a stream that is not so long', 5],
    ])('refuses %s, says where it stands, and writes nothing', async (_, expected) => {
      await store.append(ADA, -1, events(3));
      expect(await store.append(ADA, expected, events(2))).toEqual({ outcome: 'conflict', actual: 2 });
      expect(await store.readStream(ADA)).toHaveLength(3);
      await expectLog(3);
    });

    it('refuses a revision for a stream that does not exist', async () => {
      expect(await store.append(ADA, 0, events(1))).toEqual({ outcome: 'conflict', actual: -1 });
      expect(await store.readStream(ADA)).toEqual([]);
    });

    it('only checks the revision when there is nothing to append', async () => {
      await store.append(ADA, -1, events(1));
      expect(await store.append(ADA, 0, [])).toEqual({ outcome: 'appended', revision: 0, position: undefined });
      expect(await store.append(ADA, -1, [])).toEqual({ outcome: 'conflict', actual: 0 });
      expect(await store.append(BOB, -1, [])).toEqual({ outcome: 'appended', revision: -1, position: undefined });
      await expectLog(1);
    });

    it('lets exactly one of many that expect the same revision win', async () => {
      await store.append(ADA, -1, events(1));
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, n) => store.append(ADA, 0, [event('CreditsHeld', { n }), event()])),
      );
      const won = results.flatMap((result, n) => (result.outcome === 'appended' ? [n] : []));
      expect(won).toHaveLength(1);
      expect(results.filter(({ outcome }) => outcome === 'conflict')).toHaveLength(49);
      const read = await store.readStream(ADA);
      expect(numbers(read)).toEqual([0, 1, 2]);
      expect(JSON.parse(read[1]?.data ?? '')).toEqual({ n: won[0] });
    });

    it('keeps the events of one append together when many append at once', async () => {
      const streams = Array.from({ length: 40 }, (_, n) => streamName(`${own}credits-${n}`));
      for (let round = 0; round < 5; round += 1) {
        const results = await Promise.all(streams.map((stream) => store.append(stream, round * 3 - 1, events(3))));
        expect(results.every(({ outcome }) => outcome === 'appended')).toBe(true);
      }
      for (const stream of streams) {
        const read = await store.readStream(stream);
        expect(numbers(read)).toEqual(Array.from({ length: 15 }, (_, n) => n));
      }
      const log = (await logAfter(base, [`${own}credits-`])).flatMap((batch) => batch.events);
      for (let at = 0; at < log.length; at += 3) {
        const together = log.slice(at, at + 3);
        expect(new Set(together.map(({ stream }) => stream)).size).toBe(1);
        expect(together.map(({ revision }) => revision % 3)).toEqual([0, 1, 2]);
      }
      await expectLog(600);
    });

    it('takes an event of a megabyte, or as near to it as its server allows', async () => {
      const big = event('CreditsGranted', { text: 'x'.repeat(largestEvent) });
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
      await store.append(streamName(`${own}credits-adam`), -1, events(1));
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
    it('says where nothing is new that there is nothing newer', async () => {
      expect(await logAfter(base, [`${own}credits-`])).toEqual([{ events: [], checkpoint: base, caughtUp: true }]);
    });

    it('follows the whole log from its beginning', async () => {
      await store.append(ADA, -1, events(3));
      expect((await logAfter(-1, [ADA])).flatMap((batch) => numbers(batch.events))).toEqual([0, 1, 2]);
    });

    it('passes over streams of other prefixes, and moves the checkpoint past them', async () => {
      await store.append(ADA, -1, events(1));
      // More than a server looks at before it says how far it has come.
      for (let n = 0; n < 6; n += 1) await store.append(PLAN, n * 100 - 1, events(100));
      const batches = await logAfter(base, [`${own}credits-`]);
      expect(batches.flatMap((one) => numbers(one.events))).toEqual([0]);
      const all = await places();
      const checkpoint = batches.at(-1)?.checkpoint ?? base;
      if (isDense) expect(checkpoint).toBe(600);
      expect(checkpoint).toBeGreaterThan(all[0] ?? base);
      expect(batches.at(-1)?.caughtUp).toBe(true);
      expect(all).toHaveLength(601);
    });

    it('begins after the given place, in batches no larger than asked, and reports having caught up on the last only', async () => {
      await store.append(ADA, -1, events(10));
      const all = await places();
      const batches = await logAfter(all[2] ?? base, [`${own}credits-`], 3);
      expect(batches.flatMap((batch) => batch.events.map(({ position }) => position))).toEqual(all.slice(3));
      expect(batches.every((batch) => batch.events.length <= 3)).toBe(true);
      expect(batches.map(({ caughtUp }) => caughtUp)).toEqual(batches.map((_, n) => n === batches.length - 1));
      const checkpoints = batches.map(({ checkpoint }) => checkpoint);
      for (const [n, { events: given, checkpoint }] of batches.entries()) {
        expect(checkpoint).toBeGreaterThanOrEqual(given.at(-1)?.position ?? base);
        expect(checkpoint).toBeLessThan(batches[n + 1]?.events[0]?.position ?? Infinity);
      }
      expect(checkpoints).toEqual([...checkpoints].sort((one, other) => one - other));
      if (isDense)
        expect([batches.map((batch) => batch.events.map(({ position }) => position)), checkpoints]).toEqual([
          [[3, 4, 5], [6, 7, 8], [9]],
          [5, 8, 9],
        ]);
    });

    it.each([0, 1, 255, 256, 512])(
      'has never passed a place at which something is written afterwards: %s events of others after its own',
      async (count) => {
        await store.append(ADA, -1, events(1));
        if (count > 0) await store.append(PLAN, -1, events(count));
        const [all, prefixes] = [await places(), [`${own}credits-`]];
        for (const after of [base, all[0] ?? base]) {
          const { revision } = (await store.readStream(ADA, { direction: 'backwards', limit: 1 }))[0] ?? {
            revision: -1,
          };
          const heard: Batch[] = [];
          for await (const batch of store.follow({ after, prefixes, signal: new AbortController().signal })) {
            const isFirst = batch.caughtUp && heard.every(({ caughtUp }) => !caughtUp);
            heard.push(batch);
            if (isFirst) await store.append(ADA, revision, events(1));
            if (batch.events.some((one) => one.revision > revision)) break;
          }
          const caughtUp = heard.find((batch) => batch.caughtUp)?.checkpoint ?? base;
          const later = heard.at(-1)?.events.at(-1);
          expect(later?.revision).toBe(revision + 1);
          expect(later?.position).toBeGreaterThan(caughtUp);
          // Who goes on from there is given it as well.
          expect((await logAfter(caughtUp, prefixes)).flatMap((batch) => numbers(batch.events))).toEqual([
            revision + 1,
          ]);
        }
      },
    );

    it('reports having caught up also when the last batch is full', async () => {
      await store.append(ADA, -1, events(6));
      const batches = await logAfter(base, [`${own}credits-`], 3);
      expect(batches.at(-1)?.caughtUp).toBe(true);
      if (isDense) expect(batches.map(({ caughtUp }) => caughtUp)).toEqual([false, true]);
    });

    it('gives an empty batch when only others have moved', async () => {
      await store.append(PLAN, -1, events(4));
      const batches = await logAfter(base, [`${own}credits-`], 2);
      expect(batches.flatMap((batch) => batch.events)).toEqual([]);
      expect(batches.at(-1)?.caughtUp).toBe(true);
      if (isDense)
        expect(batches.map(({ checkpoint, caughtUp }) => [checkpoint, caughtUp])).toEqual([
          [1, false],
          [3, true],
        ]);
    });

    it('hears of what comes later, in order, without gap or repeat', async () => {
      await store.append(ADA, -1, events(3));
      const heard: Position[] = [];
      const revisions = new Map<StreamName, number[]>();
      const stop = new AbortController();
      const following = (async () => {
        for await (const batch of store.follow({ after: base, prefixes: [`${own}credits-`], signal: stop.signal })) {
          for (const { stream, revision, position } of batch.events) {
            heard.push(position);
            revisions.set(stream, [...(revisions.get(stream) ?? []), revision]);
          }
          if (heard.length >= 203) stop.abort();
        }
      })();
      for (let n = 0; n < 20; n += 1) {
        await Promise.all(
          Array.from({ length: 10 }, (_, s) => store.append(streamName(`${own}credits-tail-${s}`), n - 1, events(1))),
        );
      }
      await following;
      expect(heard).toEqual(await places());
      expect(heard).toHaveLength(203);
      for (const read of revisions.values()) expect(read).toEqual(read.map((_, n) => n));
      await expectLog(203);
    });

    it('feeds many readers, each at its own place', async () => {
      await store.append(ADA, -1, events(5));
      const all = await places();
      const read = await Promise.all(
        [base, all[1] ?? base, all[4] ?? base].map((after) => logAfter(after, [`${own}credits-`])),
      );
      expect(read.map((batches) => batches.flatMap((batch) => batch.events).length)).toEqual([5, 3, 0]);
    });

    it('ends quietly when told to stop while it waits', async () => {
      const stop = new AbortController();
      const batches: Batch[] = [];
      for await (const batch of store.follow({ after: base, prefixes: [`${own}credits-`], signal: stop.signal })) {
        batches.push(batch);
        setImmediate(() => stop.abort());
      }
      expect(batches).toHaveLength(1);
    });

    it('gives nothing to a reader that was stopped before it began', async () => {
      const following = store.follow({ after: base, prefixes: [`${own}credits-`], signal: AbortSignal.abort() });
      expect(await collect(following)).toEqual([]);
    });
  });

  describe('where an event stands', () => {
    it('is said of what a reader has not come to yet, whoever has appended since', async () => {
      await store.append(ADA, -1, events(2));
      await store.append(PLAN, -1, events(50));
      await store.append(ADA, 1, events(2));
      for (let n = 0; n < 5; n += 1) await store.append(PLAN, n * 50 + 49, events(50));
      const ada = (await logAfter(base, [ADA])).flatMap((batch) => batch.events);
      for (const [revision, { position }] of ada.entries()) {
        const found = await store.placeAfter(ADA, revision, base);
        // A store may know only where the append ends that it belongs to.
        expect(found).toBeGreaterThanOrEqual(position);
        expect(found).toBeLessThanOrEqual(ada[revision | 1]?.position ?? base);
        expect(await store.placeAfter(ADA, revision, position - 1)).toBeGreaterThanOrEqual(position);
        expect(await store.placeAfter(ADA, revision, ada[revision | 1]?.position ?? base)).toBeUndefined();
      }
    });

    it('is the same for who has not appended it', async () => {
      await store.append(ADA, -1, events(1));
      await store.append(BOB, -1, events(1));
      const [, bob] = await places();
      const other = await opened.another?.();
      expect(await (other?.store ?? store).placeAfter(BOB, 0, base)).toBe(bob);
      await other?.dispose();
    });

    it('is not said of an event that there is not', async () => {
      await store.append(ADA, -1, events(2));
      await store.append(BOB, -1, events(2));
      expect(await store.placeAfter(ADA, 2, base)).toBeUndefined();
      expect(await store.placeAfter(PLAN, 0, base)).toBeUndefined();
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
      await expect(store.placeAfter(ADA, 0, -1)).rejects.toMatchObject(closed);
      await expect(logAfter(base, [`${own}credits-`])).rejects.toMatchObject(closed);
    });

    it('tells a waiting reader', async () => {
      const following = (async () => {
        for await (const { caughtUp } of store.follow({
          after: base,
          prefixes: [`${own}credits-`],
          signal: new AbortController().signal,
        })) {
          if (caughtUp) setImmediate(() => void store.close());
        }
      })();
      await expect(following).rejects.toMatchObject(closed);
    });
  });

  it('behaves as a list of events would, whatever is done in whatever order', async () => {
    const stream = fc.constantFrom('credits-a', 'credits-b', 'subscription-a');
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('append' as const),
        stream,
        off: fc.constantFrom(0, 0, 0, 0, -1, 1),
        count: fc.integer({ min: 0, max: 4 }),
      }),
      fc.record({
        kind: fc.constant('read' as const),
        stream,
        from: fc.integer({ min: 0, max: 12 }),
        limit: fc.integer({ min: 0, max: 8 }),
        direction: fc.constantFrom('forwards' as const, 'backwards' as const),
      }),
      fc.record({
        kind: fc.constant('follow' as const),
        after: fc.integer({ min: -1, max: 15 }),
        batchSize: fc.integer({ min: 1, max: 5 }),
      }),
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        run += 1;
        await compare(store, `${own}r${run}`, steps);
      }),
      { numRuns: isDense ? 60 : 15 },
    );
  });
});
