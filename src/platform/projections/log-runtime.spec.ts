import { expect, it } from '@jest/globals';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import { createMemoryDocumentStore } from '../documents/memory.js';
import type { DocumentStore } from '../documents/port.js';
import { createMemoryEventStore } from '../event-store/memory.js';
import type { EventStore } from '../event-store/port.js';
import { until } from '../../../test/support/until.js';
import { CHECKPOINTS, Checkpoints } from './checkpoints.js';
import { LogRuntime } from './log-runtime.js';
import { ParkedStreams } from './parked.js';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const stream = 'walk-ann' as StreamName; // test stream

async function open(events: EventStore, documents: DocumentStore = createMemoryDocumentStore()) {
  const parked = await ParkedStreams.open(documents, { now: () => 0 }, quiet, { parked: () => {} });
  const runtime = new LogRuntime({
    events,
    checkpoints: await Checkpoints.open(documents),
    parked,
    log: quiet,
    gauge: { lagging: () => {} },
  });
  runtime.add({
    name: 'reader',
    reader: 'reader',
    prefix: 'walk-',
    begin: -1,
    retryFrom: 'beginning',
    apply: async () => {},
  });
  return runtime;
}

it('saves places one at a time, however long the documents hang, and is not stopped before that has ended', async () => {
  const events = createMemoryEventStore({ now: () => 0 });
  const documents = createMemoryDocumentStore();
  const collection = documents.collection.bind(documents);
  const hanging: (() => void)[] = [];
  let [begun, max, isHanging] = [0, 0, true];
  documents.collection = async (definition, decode) => {
    const opened = await collection(definition, decode);
    if (definition.name !== CHECKPOINTS.name) return opened;
    const putMany = opened.putMany.bind(opened);
    opened.putMany = async (operations) => {
      begun += 1;
      max = Math.max(max, hanging.length + 1);
      if (isHanging) await new Promise<void>((resolve) => hanging.push(resolve));
      return putMany(operations);
    };
    return opened;
  };
  const runtime = await open(events, documents);
  await runtime.start();
  await events.append(stream, -1, [{ id: '1', type: 'Walked', data: '{}', metadata: '{}' }]);
  await until(
    () => Promise.resolve(begun),
    (count) => count === 1,
  );
  // Several save intervals.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect([begun, max]).toEqual([1, 1]);
  let hasStopped = false;
  const stopping = runtime.stop().then(() => {
    hasStopped = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(hasStopped).toBe(false);
  isHanging = false;
  for (const go of hanging.splice(0)) go();
  await stopping;
  expect(await (await Checkpoints.open(documents)).load('reader')).toBe(0);
});

it('waits no longer than it is told, also while the place of an event is looked for', async () => {
  const events = createMemoryEventStore({ now: () => 0 });
  let received: AbortSignal | undefined;
  events.placeAfter = (_stream, _revision, _after, signal) => {
    received = signal;
    return new Promise(() => undefined);
  };
  const runtime = await open(events);
  expect(await runtime.waitFor('reader', { stream, revision: 0 }, 20)).toBe(false);
  expect(received?.aborted).toBe(true);
});

it('does not say that an event was seen whose place is too far back to be found', async () => {
  const events = createMemoryEventStore({ now: () => 0 });
  events.placeAfter = () => Promise.resolve('too far');
  const runtime = await open(events);
  await runtime.start();
  expect(await runtime.waitFor('reader', { stream, revision: 0 }, 60_000)).toBe(false);
  await runtime.stop();
});
