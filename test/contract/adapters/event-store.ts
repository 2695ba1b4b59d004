import { openEventStoreDb } from '../../../src/platform/event-store/eventstoredb.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import type { Adapter, Opened } from '../adapters.js';
import { ManualClock, embedded, inMemory } from '../adapters.js';
import { eventStoreServer } from './servers.js';

export interface OpenedEventStore extends Opened<EventStore> {
  /** Another client of the same log, where there can be one. */
  another?(): Promise<{ readonly store: EventStore; dispose(): Promise<void> }>;
}

export interface EventStoreAdapter extends Adapter<EventStore> {
  open(): Promise<OpenedEventStore>;
  /**
   * `dense`: 0, 1, 2 …, and the log holds nothing but what the test wrote. `growing`: with gaps, and others write as
   * well.
   */
  readonly positions: 'dense' | 'growing';
  /** Bytes of data that an append takes at least. */
  readonly largestEvent: number;
}

const MEGABYTE = 1024 * 1024;
const noted = (): void => undefined;
const log = { debug: noted, info: noted, warn: noted, error: noted };

/**
 * A server of one's own by EVENT_STORE_URL, otherwise the stand-in: one for all tests, each with streams of its own.
 */
function eventStoreDb(): EventStoreAdapter {
  return {
    name: eventStoreServer.own ? 'EventStoreDB' : 'EventStoreDB, a stand-in',
    missing: eventStoreServer.missing,
    time: 'real',
    positions: 'growing',
    // The server takes a megabyte an append, metadata included.
    largestEvent: MEGABYTE - 10_000,
    open: async () => {
      const url = await eventStoreServer.url();
      const connect = async (): Promise<{ store: EventStore; dispose: () => Promise<void> }> => {
        const store = await openEventStoreDb({ url, log });
        return { store, dispose: () => store.close() };
      };
      return { ...(await connect()), clock: new ManualClock(), another: connect };
    },
    close: () => eventStoreServer.stop(),
  };
}

export const eventStores: readonly EventStoreAdapter[] = [
  { ...inMemory(createMemoryEventStore), positions: 'dense', largestEvent: MEGABYTE },
  { ...embedded(({ events }) => events), positions: 'dense', largestEvent: MEGABYTE },
  eventStoreDb(),
];
