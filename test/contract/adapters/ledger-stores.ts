import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { openEmbeddedStores } from '../../../src/platform/data-folder/embedded.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { ManualClock } from '../adapters.js';
import { freshMongo, openMongo } from './documents.js';
import { eventStores } from './event-store.js';
import { eventStoreServer, mongoServer } from './servers.js';

/** Where a ledger is kept, empty but for what others have in a server's log. */
export interface LedgerStores {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  dispose(): Promise<void>;
}

export interface LedgerPlace {
  readonly name: string;
  readonly missing: string | undefined;
  /** How often a property is tried there. */
  readonly runs: number;
  open(): Promise<LedgerStores>;
  readonly close?: () => Promise<void>;
}

const clock = { now: () => 0 };

/** Events and documents as an installation has them: in memory, embedded, and on servers where those can be started. */
export const ledgerStores: readonly LedgerPlace[] = [
  {
    name: 'in memory',
    missing: undefined,
    runs: 25,
    open: () =>
      Promise.resolve({
        events: createMemoryEventStore(clock),
        documents: createMemoryDocumentStore(),
        dispose: () => Promise.resolve(),
      }),
  },
  {
    name: 'embedded',
    missing: undefined,
    runs: 4,
    open: async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'kinora-rebuild-'));
      const { events, documents, close } = await openEmbeddedStores({ dataDir, clock }).then((stores) => ({
        events: stores.events,
        documents: stores.documents,
        close: () => stores.close(),
      }));
      return {
        events,
        documents,
        dispose: async () => {
          await close();
          await rm(dataDir, { recursive: true, force: true });
        },
      };
    },
  },
  {
    name: 'distributed',
    missing: mongoServer.missing ?? eventStoreServer.missing,
    runs: 3,
    open: async () => {
      const { where, dispose } = await freshMongo();
      const documents = await openMongo(where, new ManualClock());
      const adapter = eventStores.find(({ positions }) => positions === 'growing');
      if (adapter === undefined) throw new Error('no event store of a server');
      const events = await adapter.open();
      return {
        events: events.store,
        documents,
        dispose: async () => {
          await events.dispose();
          await documents.close();
          await dispose();
        },
      };
    },
    close: async () => {
      await mongoServer.stop();
      await eventStoreServer.stop();
    },
  },
];
