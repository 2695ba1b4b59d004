import { MongoClient } from 'mongodb';
import type { Clock } from '../../../src/kernel/clock.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { openMongoDocuments } from '../../../src/platform/documents/mongodb.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { createMemorySignals } from '../../../src/platform/signals/memory.js';
import { urlWithDatabase } from '../../services/index.js';
import type { Adapter } from '../adapters.js';
import { embedded, inMemory, ManualClock } from '../adapters.js';
import { mongoServer } from './servers.js';

/** An empty database on the tests' server, by its address. */
export async function freshMongo(): Promise<{ readonly where: string; dispose(): Promise<void> }> {
  const where = urlWithDatabase(await mongoServer.url(), `kinora_test_${crypto.randomUUID().replaceAll('-', '')}`);
  return {
    where,
    dispose: async () => {
      const client = new MongoClient(where, { serverSelectionTimeoutMS: 20_000 });
      await client
        .db()
        .dropDatabase()
        .finally(() => client.close());
    },
  };
}

/** Opens the documents of a database on the tests' server, as one more process of an installation would. */
export function openMongo(url: string, clock: Clock, signals = createMemorySignals(clock)): Promise<DocumentStore> {
  return openMongoDocuments({ url, log: { info: () => undefined }, signals, clock });
}

/** On `MONGODB_URL`, or on FerretDB, which speaks MongoDB's protocol. */
export const mongodb: Adapter<DocumentStore> = {
  name: 'mongodb',
  missing: mongoServer.missing,
  time: 'manual',
  open: async () => {
    const { where, dispose } = await freshMongo();
    const clock = new ManualClock();
    const store = await openMongo(where, clock);
    return {
      store,
      clock,
      dispose: async () => {
        await store.close();
        await dispose();
      },
    };
  },
  close: () => mongoServer.stop(),
};

export const documentStores: readonly Adapter<DocumentStore>[] = [
  inMemory(createMemoryDocumentStore),
  embedded(({ documents }) => documents),
  mongodb,
];
