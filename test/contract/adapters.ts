import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, jest } from '@jest/globals';
import type { Clock, Millis } from '../../src/kernel/clock.js';
import type { EmbeddedStores } from '../../src/platform/data-folder/embedded.js';
import { openEmbeddedStores } from '../../src/platform/data-folder/embedded.js';
import { describeUnless } from '../support/needs.js';

// A busy machine may take its time to start a writer thread or a server.
jest.setTimeout(120_000);

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

/** One way to keep what a port speaks of. The lists of them, a port each, stand in adapters/. */
export interface Adapter<Store> {
  readonly name: string;
  /** Why it cannot be tried here, by name; undefined when it can. */
  readonly missing?: string | undefined;
  /** Of `manual` time `clock` is the master; `real` time goes by itself, and `clock` says nothing. */
  readonly time: 'manual' | 'real';
  open(): Promise<Opened<Store>>;
  /** Ends what its stores stand on, once a test file is done. */
  readonly close?: () => Promise<void>;
}

/** A suite for each adapter of a list; for one that cannot be tried here it is reported as skipped, with the reason. */
export function describeAdapters<Some extends Pick<Adapter<unknown>, 'name' | 'missing' | 'close'>>(
  adapters: readonly Some[],
  title: string,
  suite: (adapter: Some) => void,
): void {
  for (const adapter of adapters) {
    describeUnless(adapter.missing, `${title} (${adapter.name})`, () => {
      afterAll(async () => adapter.close?.());
      suite(adapter);
    });
  }
}

/** Everything that an async source gives. */
export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}

const nothing = (): Promise<void> => Promise.resolve();

export function inMemory<Store>(create: (clock: Clock) => Store): Adapter<Store> {
  return {
    name: 'memory',
    time: 'manual',
    open: () => {
      const clock = new ManualClock();
      return Promise.resolve({ store: create(clock), clock, dispose: nothing });
    },
  };
}

export function embedded<Store>(pick: (stores: EmbeddedStores) => Store): Adapter<Store> {
  return {
    name: 'embedded',
    time: 'manual',
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
