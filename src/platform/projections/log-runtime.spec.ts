import { expect, it } from '@jest/globals';
import type { StreamName } from '../../kernel/event.js';
import { createMemoryDocumentStore } from '../documents/memory.js';
import type { DocumentStore } from '../documents/port.js';
import { createMemoryEventStore } from '../event-store/memory.js';
import type { EventStore } from '../event-store/port.js';
import { Checkpoints } from './checkpoints.js';
import { LogRuntime } from './log-runtime.js';
import { ParkedStreams } from './parked.js';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const stream = 'walk-ann' as StreamName; // a stream of this test alone

async function open(events: EventStore, documents: DocumentStore = createMemoryDocumentStore()) {
  const parked = await ParkedStreams.open(documents, { now: () => 0 }, quiet, { parked: () => {} });
  const runtime = new LogRuntime({ events, checkpoints: await Checkpoints.open(documents), parked, log: quiet, gauge: { lagging: () => {} } });
  runtime.add({ name: 'reader', prefix: 'walk-', begin: -1, retryFrom: 'beginning', apply: async () => {} });
  return runtime;
}

it('waits no longer than it is told, also while the place of an event is looked for', async () => {
  const events = createMemoryEventStore({ now: () => 0 });
  let told: AbortSignal | undefined;
  events.placeAfter = (_stream, _revision, _after, signal) => {
    told = signal;
    return new Promise(() => undefined);
  };
  const runtime = await open(events);
  expect(await runtime.waitFor('reader', { stream, revision: 0 }, 20)).toBe(false);
  expect(told?.aborted).toBe(true);
});

it('does not say that an event was seen whose place is too far back to be found', async () => {
  const events = createMemoryEventStore({ now: () => 0 });
  events.placeAfter = () => Promise.resolve('too far');
  const runtime = await open(events);
  await runtime.start();
  expect(await runtime.waitFor('reader', { stream, revision: 0 }, 60_000)).toBe(false);
  await runtime.stop();
});
