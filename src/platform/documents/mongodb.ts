import { createHash } from 'node:crypto';
import type { Db } from 'mongodb';
import { MongoClient } from 'mongodb';
import type { Clock } from '../../kernel/clock.js';
import type { Logs } from '../http/logs.js';
import type { Signals } from '../signals/port.js';
import { StoreUnavailable } from '../unavailable.js';
import { call } from './mongodb-calls.js';
import { MongoCollection, MongoWriter, type MongoCollectionParts } from './mongodb-collection.js';
import { Indexes, type NamedIndex } from './mongodb-indexes.js';
import { Outboxes } from './mongodb-outboxes.js';
import { pathOf } from './mongodb-query.js';
import type { Stored } from './mongodb-stored.js';
import type { CarriedDocument, Collection, CollectionDefinition, DocumentStore, PendingMessage } from './port.js';
import { checkDefinition } from './query.js';

export interface MongoOptions {
  /** `mongodb://…` or `mongodb+srv://…`; the database comes from the path, default `kinora`. */
  readonly url: string;
  readonly log: Pick<Logs, 'info'>;
  /** Notifies the other processes of new messages. */
  readonly signals: Signals;
  /** Clock for sequences; default the system's. */
  readonly clock?: Clock;
}

const DATABASE = 'kinora';
/** Time limit for each of server selection, connection and answer; `call` limits the total. */
const LIMITS = {
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  socketTimeoutMS: 5_000,
  waitQueueTimeoutMS: 4_000,
} as const;
const ALWAYS = {
  appName: 'kinora',
  writeConcern: { w: 'majority' },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
} as const;

/**
 * Documents in MongoDB, shared by any number of processes. Writes use majority write concern, reads go to the primary.
 * @throws StoreUnavailable when the server does not answer within a few seconds or refuses, MongoParseError for an
 *   invalid URL
 */
export async function openMongoDocuments({
  url,
  log,
  signals,
  clock = { now: () => Date.now() },
}: MongoOptions): Promise<DocumentStore> {
  const client = new MongoClient(url, { ...LIMITS, ...ALWAYS, maxPoolSize: 32 });
  // Connects on first use.
  const patient = new MongoClient(url, { ...LIMITS, ...ALWAYS, socketTimeoutMS: 0, maxPoolSize: 4 });
  const named = new URL(url.replace(/^mongodb(\+srv)?:\/\/[^/]*/, 'mongodb://host')).pathname.slice(1);
  const db = client.db(named === '' ? DATABASE : decodeURIComponent(named));
  try {
    await call(async () => {
      await client.connect();
      await db.command({ ping: 1 });
    });
  } catch (error) {
    await client.close();
    throw error;
  }
  log.info({ database: db.databaseName }, 'documents opened on MongoDB');
  const indexes = new Indexes(db, patient.db(db.databaseName), log);
  return new MongoDocumentStore([client, patient], db, indexes, new Outboxes(db, indexes, clock, signals));
}

class MongoDocumentStore implements DocumentStore {
  readonly shared = true;
  private closed = false;

  constructor(
    private readonly clients: readonly MongoClient[],
    private readonly db: Db,
    private readonly indexes: Indexes,
    private readonly outboxes: Outboxes,
  ) {}

  async collection<T>(definition: CollectionDefinition, decode: (stored: unknown) => T): Promise<Collection<T>> {
    this.assertOpen();
    checkDefinition(definition);
    const { indexes, terms } = definition;
    const lists = terms === undefined ? [] : [[terms.field, terms.order]];
    await this.indexes.ensure(definition.name, [...indexes, ...lists].map(indexOn));
    return new MongoCollection(this.parts(definition.name), definition, decode);
  }

  /** A collection with messages keeps deleted documents that still hold some, as tombstones. */
  async dropCollection(name: string): Promise<void> {
    this.assertOpen();
    checkDefinition({ name, indexes: [] });
    if (!(await this.outboxes.collections()).includes(name)) {
      await call(() => this.db.dropCollection(name));
      return;
    }
    await new MongoWriter(this.parts(name), { name, indexes: [] }).clear();
  }

  async pendingMessages(limit: number, after = 0): Promise<readonly PendingMessage[]> {
    this.assertOpen();
    return this.outboxes.pending(limit, after);
  }

  async settleMessages(ids: readonly string[]): Promise<void> {
    this.assertOpen();
    await this.outboxes.settle(ids);
  }

  async collections(): Promise<readonly string[]> {
    this.assertOpen();
    const listed = await call(() => this.db.listCollections({}, { nameOnly: true }).toArray());
    const names = listed.map(({ name }) => name).filter((name) => /^[a-z]/.test(name) && !name.startsWith('system.'));
    const filled: string[] = [];
    for (const name of names)
      if ((await call(() => this.db.collection(name).findOne({}, { projection: { _id: 1 } }))) !== null)
        filled.push(name);
    return filled.sort();
  }

  async *carryOut(collection: string, after?: string): AsyncGenerator<CarriedDocument, void, undefined> {
    const writer = new MongoWriter(this.parts(collection), { name: collection, indexes: [] });
    for (let last = after; ;) {
      const page = await writer.carryOut(last);
      yield* page;
      last = page.at(-1)?.id;
      if (last === undefined) return;
    }
  }

  async carryIn(collection: string, documents: readonly CarriedDocument[]): Promise<void> {
    checkDefinition({ name: collection, indexes: [] });
    await new MongoWriter(this.parts(collection), { name: collection, indexes: [] }).carryIn(documents);
  }

  onMessages(listener: () => void): () => void {
    return this.outboxes.listen(listener);
  }

  async ping(): Promise<void> {
    this.assertOpen();
    await call(() => this.db.command({ ping: 1 }));
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.outboxes.close();
    for (const client of this.clients) await client.close();
  }

  private parts(name: string): MongoCollectionParts {
    return {
      documents: this.db.collection<Stored>(name),
      outboxes: this.outboxes,
      assertOpen: () => this.assertOpen(),
    };
  }

  private assertOpen(): void {
    if (this.closed) throw new StoreUnavailable('documents', 'closed', 'the store was closed');
  }
}

/** Ends with the id, which orders documents of equal values. */
function indexOn(fields: readonly string[]): NamedIndex {
  return {
    name: `fields_${createHash('sha256').update(fields.join(',')).digest('hex').slice(0, 12)}`,
    key: new Map([...fields.map(pathOf), '_id'].map((path) => [path, 1])),
  };
}
