import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { z } from 'zod';
import { canonicalJson } from '../../../src/kernel/event-sourcing/canonical.js';
import { GENESIS_HASH, chainEvent, decodeMetadata } from '../../../src/kernel/event-sourcing/chain.js';
import { createCodec } from '../../../src/kernel/event-sourcing/codec.js';
import type { DomainEvent, StreamName } from '../../../src/kernel/event-sourcing/event.js';
import type { Projection } from '../../../src/kernel/event-sourcing/projection.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { openEventStoreDb } from '../../../src/platform/event-store/eventstoredb.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { Checkpoints } from '../../../src/platform/projections/checkpoints.js';
import { LogRuntime } from '../../../src/platform/projections/log-runtime.js';
import { ParkedStreams } from '../../../src/platform/projections/parked.js';
import { ProjectionRunner } from '../../../src/platform/projections/projection-runner.js';
import { rebuild } from '../../../src/platform/projections/rebuild.js';
import { eventStoreStubMissing, startEventStoreStub, type Service } from '../../services/index.js';
import { describeUnless } from '../../support/needs.js';
import { until } from '../../support/until.js';

type Walked = DomainEvent<'Walked', { readonly metres: number }>;
interface Distance {
  readonly walker: string;
  readonly metres: number;
  readonly walks: number;
}

const codec = createCodec<Walked>({ Walked: { version: 1, schema: z.object({ metres: z.int() }) } });
const nothing = (): void => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

describeUnless(eventStoreStubMissing(), 'following the log of a server whose streams know nothing of places', () => {
  let server: Service;
  let events: EventStore;
  let documents: DocumentStore;
  let forbidden: number;
  let lags: Map<string, number>;
  /** What this test's streams begin with. */
  let own: string;
  const open: { stop(): Promise<void> }[] = [];

  beforeAll(async () => {
    server = await startEventStoreStub();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    events = await openEventStoreDb({ url: server.url, log });
    documents = createMemoryDocumentStore();
    forbidden = 13;
    lags = new Map();
    own = `walk${randomUUID().slice(0, 8)}-`;
  });
  afterEach(async () => {
    for (const runtime of open.splice(0)) await runtime.stop();
    await events.close();
  });

  const name = (walker: string): StreamName => `${own}${walker}` as StreamName; // a stream of this test alone

  async function walk(walker: string, ...walks: readonly number[]) {
    const stream = name(walker);
    const [last] = await events.readStream(stream, { direction: 'backwards', limit: 1 });
    let revision = last?.revision ?? -1;
    let hash = last === undefined ? GENESIS_HASH : decodeMetadata(last.metadata).hash;
    for (const metres of walks) {
      const chained = chainEvent(hash, {
        stream,
        revision: revision + 1,
        type: 'Walked',
        version: 1,
        at: 0,
        data: canonicalJson({ metres }),
      });
      await events.append(stream, revision, [chained.event]);
      revision += 1;
      ({ hash } = chained);
    }
    return { stream, revision };
  }

  /** Others write, so that the log does not end with an event of ours. */
  async function others(count: number): Promise<void> {
    await events.append(
      `other-${randomUUID()}` as StreamName,
      -1,
      Array.from({ length: count }, () => ({ id: randomUUID(), type: 'Other', data: '{}', metadata: '{}' })),
    ); // as above
  }

  const distance = (): Projection<Distance, Walked> => ({
    name: 'distance',
    version: 1,
    prefix: own,
    codec,
    handles: ['Walked'],
    indexes: [],
    schema: z.object({ walker: z.string(), metres: z.int(), walks: z.int() }),
    key: ({ stream }) => stream,
    evolve: (before, { event, stream }) => {
      if (event.data.metres === forbidden) throw new Error(`${forbidden} metres`);
      return { walker: stream, metres: (before?.metres ?? 0) + event.data.metres, walks: (before?.walks ?? 0) + 1 };
    },
  });

  async function start(given: { readonly follows: boolean; readonly events?: EventStore }) {
    const parked = await ParkedStreams.open(documents, { now: () => 5 }, log, { parked: nothing });
    const runner = await ProjectionRunner.open(distance(), documents, parked);
    const checkpoints = await Checkpoints.open(documents);
    const runtime = new LogRuntime({
      events: given.events ?? events,
      checkpoints,
      parked,
      log,
      gauge: { lagging: (reader, positions) => void lags.set(reader, positions) },
    });
    runtime.add(runner);
    if (given.follows) await runtime.start();
    open.push(runtime);
    return { runtime, runner, parked, checkpoints };
  }

  it('shows a write to whoever brings its token, here and in a process that does not follow, whatever others have written since', async () => {
    const here = await start({ follows: true });
    const elsewhere = await openEventStoreDb({ url: server.url, log });
    const there = await start({ follows: false, events: elsewhere });
    for (let round = 1; round <= 5; round += 1) {
      const token = await walk('ann', round);
      await others(40);
      expect(await here.runtime.waitFor(here.runner.name, token, 60_000)).toBe(true);
      expect(await here.runner.get(name('ann'))).toMatchObject({ walks: round });
      const again = await walk('bob', 1);
      await others(3);
      expect(await there.runtime.waitFor(there.runner.name, again, 60_000)).toBe(true);
      expect(await there.runner.get(name('bob'))).toMatchObject({ walks: round });
    }
    expect(await there.runtime.waitFor(there.runner.name, { stream: name('ann'), revision: 99 }, 60_000)).toBe(true);
    await elsewhere.close();
  });

  it('does not say that a write was seen that was not', async () => {
    const there = await start({ follows: false });
    const token = await walk('ann', 1);
    await others(10);
    expect(await there.runtime.waitFor(there.runner.name, token, 0)).toBe(false);
  });

  it('is behind by nothing once it has caught up, though the log ends with what others wrote', async () => {
    const { runtime, runner } = await start({ follows: true });
    await runtime.waitFor(runner.name, await walk('ann', 1), 60_000);
    await others(20);
    lags.clear();
    await until(
      () => Promise.resolve(lags.get(runner.name)),
      (lag) => lag === 0,
    );
  });

  it('takes a stream up again that was set aside, with all that came since, once the cause is mended', async () => {
    const { runtime, runner, parked } = await start({ follows: true });
    await walk('ann', 1, 13, 2);
    await runtime.waitFor(runner.name, await walk('bob', 5), 60_000);
    await others(30);
    await runtime.waitFor(runner.name, await walk('ann', 4), 60_000);
    expect(await runner.get(name('ann'))).toMatchObject({ metres: 1 });
    expect(await runtime.retryParked(runner.name, name('ann'))).toBe(false);
    forbidden = 0;
    expect(await runtime.retryParked(runner.name, name('ann'))).toBe(true);
    expect(await runner.get(name('ann'))).toMatchObject({ metres: 20, walks: 4 });
    await runtime.waitFor(runner.name, await walk('ann', 7), 60_000);
    expect(await runner.get(name('ann'))).toMatchObject({ metres: 27, walks: 5 });
    expect(parked.size).toBe(0);
  });

  it('is filled anew from the beginning of the log, and goes on from there', async () => {
    await walk('ann', 1, 2);
    await others(600);
    await walk('bob', 5);
    const first = await start({ follows: false });
    expect(
      await rebuild(distance(), { events, documents, checkpoints: first.checkpoints, parked: first.parked }),
    ).toMatchObject({ events: 3 });
    const { runtime, runner } = await start({ follows: true });
    await runtime.waitFor(runner.name, await walk('ann', 4), 60_000);
    expect(await runner.getMany([name('ann'), name('bob')])).toMatchObject([
      { metres: 7, walks: 3 },
      { metres: 5, walks: 1 },
    ]);
  });

  it('leaves the same documents when two follow at once as when one does, and its places never go back', async () => {
    const two = [await start({ follows: true }), await start({ follows: true })] as const;
    const saved: number[] = [];
    const watching = setInterval(
      () => void two[0].checkpoints.load(two[0].runner.name).then((position) => saved.push(position ?? -1)),
      20,
    );
    for (let n = 0; n < 15; n += 1) {
      await walk('ann', 1);
      await walk('bob', 2);
    }
    const token = { stream: name('bob'), revision: 14 };
    for (const { runtime, runner } of two) expect(await runtime.waitFor(runner.name, token, 60_000)).toBe(true);
    await two[0].runtime.stop();
    await two[1].runtime.stop();
    clearInterval(watching);
    expect(await two[0].runner.getMany([name('ann'), name('bob')])).toMatchObject([
      { metres: 15, walks: 15 },
      { metres: 30, walks: 15 },
    ]);
    expect(saved).toEqual([...saved].sort((one, other) => one - other));
  });

  it('goes on where it was when its server is killed and comes back', async () => {
    const { runtime, runner } = await start({ follows: true });
    await runtime.waitFor(runner.name, await walk('ann', 1, 2), 60_000);
    await server.kill9();
    await server.restart();
    const token = await until(
      () => walk('ann', 3).catch(() => undefined),
      (answer) => answer !== undefined,
    );
    await until(
      () => runtime.waitFor(runner.name, token ?? { stream: name('ann'), revision: 2 }, 60_000).catch(() => false),
      (seen) => seen,
    );
    expect(await runner.get(name('ann'))).toMatchObject({ metres: 6, walks: 3 });
  });
});
