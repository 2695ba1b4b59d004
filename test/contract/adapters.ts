import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Clock, Millis } from '../../src/kernel/clock.js';
import { createMemoryBlobs } from '../../src/platform/blobs/memory.js';
import type { Blobs } from '../../src/platform/blobs/port.js';
import { createMemoryDocumentStore } from '../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../src/platform/documents/port.js';
import type { EmbeddedStores } from '../../src/platform/embedded.js';
import { openEmbeddedStores } from '../../src/platform/embedded.js';
import { createMemoryEventStore } from '../../src/platform/event-store/memory.js';
import type { EventStore } from '../../src/platform/event-store/port.js';
import { createMemoryJobs } from '../../src/platform/jobs/memory.js';
import type { Jobs } from '../../src/platform/jobs/port.js';

// A busy machine may take its time to start a writer thread.
jest.setTimeout(60_000);

/** A clock that moves when told. */
export class ManualClock implements Clock {
  constructor(private time: Millis = 1_750_000_000_000) {}

  now(): Millis {
    return this.time;
  }

  advance(ms: Millis): void {
    this.time += ms;
  }
}

/** A store as a suite gets it: fresh, with the clock it goes by, and how to clear it away. */
export interface Opened<Store> {
  readonly store: Store;
  readonly clock: ManualClock;
  dispose(): Promise<void>;
}

export interface Adapter<Store> {
  readonly name: string;
  open(): Promise<Opened<Store>>;
}

/** Everything that an async source gives. */
export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}

const nothing = (): Promise<void> => Promise.resolve();

function inMemory<Store>(create: (clock: Clock) => Store): Adapter<Store> {
  return {
    name: 'memory',
    open: () => {
      const clock = new ManualClock();
      return Promise.resolve({ store: create(clock), clock, dispose: nothing });
    },
  };
}

function embedded<Store>(pick: (stores: EmbeddedStores) => Store): Adapter<Store> {
  return {
    name: 'embedded',
    open: async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'kinora-contract-'));
      const clock = new ManualClock();
      const stores = await openEmbeddedStores({ dataDir, clock });
      return {
        store: pick(stores),
        clock,
        dispose: async () => {
          await stores.close();
          await rm(dataDir, { recursive: true, force: true });
        },
      };
    },
  };
}

export const eventStores: readonly Adapter<EventStore>[] = [inMemory(createMemoryEventStore), embedded(({ events }) => events)];
export const documentStores: readonly Adapter<DocumentStore>[] = [
  inMemory(createMemoryDocumentStore),
  embedded(({ documents }) => documents),
];
export const jobStores: readonly Adapter<Jobs>[] = [inMemory(createMemoryJobs), embedded(({ jobs }) => jobs)];
export const blobStores: readonly Adapter<Blobs>[] = [inMemory(createMemoryBlobs), embedded(({ blobs }) => blobs)];
