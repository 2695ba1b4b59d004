import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import type { Service } from '../../services/index.js';
import {
  eventStoreStubMissing,
  ferretDbMissing,
  minioMissing,
  redisMissing,
  startEventStoreStub,
  startFerretDb,
  startMinio,
  startRedis,
  urlWithDatabase,
} from '../../services/index.js';

/**
 * A server that the adapters of one test file share: started when the first of them asks, or one of one's own. Each
 * test takes a part of it that is its alone: a database, a bucket, keys of a prefix.
 */
export interface SharedServer {
  /** Whether it is one of one's own. */
  readonly own: boolean;
  /** Why there is none to be had, by name. */
  readonly missing: string | undefined;
  url(): Promise<string>;
  /** Ends it; who asks afterwards gets a new one. One of one's own is left alone. */
  stop(): Promise<void>;
}

/**
 * @param variable names an environment variable with the address of a server of one's own, for the suites to run on
 * instead
 */
function shared(variable: string, missing: () => string | undefined, start: () => Promise<Service>): SharedServer {
  const own = process.env[variable];
  if (own !== undefined && own !== '')
    return { own: true, missing: undefined, url: () => Promise.resolve(own), stop: () => Promise.resolve() };
  let running: Promise<Service> | undefined;
  return {
    own: false,
    missing: missing(),
    url: async () => (await (running ??= start())).url,
    stop: async () => {
      const service = await running;
      running = undefined;
      await service?.stop();
    },
  };
}

/**
 * It has one log, in which others may write: suites name their streams freshly, and count positions from where they
 * began.
 */
export const eventStoreServer = shared('EVENT_STORE_URL', eventStoreStubMissing, startEventStoreStub);
export const mongoServer = shared('MONGODB_URL', ferretDbMissing, startFerretDb);
export const redisServer = shared('REDIS_URL', redisMissing, startRedis);
export const s3Server = shared('S3_ENDPOINT', minioMissing, startMinio);

/** An empty database on the shared server, by its address. */
export async function freshMongo(): Promise<{ readonly where: string; dispose(): Promise<void> }> {
  const where = urlWithDatabase(await mongoServer.url(), `kinora_test_${randomUUID().replaceAll('-', '')}`);
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
