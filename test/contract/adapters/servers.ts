import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, DeleteBucketCommand, DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import type { Service } from '../../services/index.js';
import {
  eventStoreStubMissing, ferretDbMissing, minioMissing, redisMissing, startEventStoreStub, startFerretDb, startMinio, startRedis, urlWithDatabase,
} from '../../services/index.js';

/** A server that the adapters of one test file share: started when the first of them asks, or one of one's own. */
export interface SharedServer {
  /** Why there is none to be had, by name. */
  readonly missing: string | undefined;
  url(): Promise<string>;
  /** Ends it; who asks afterwards gets a new one. One of one's own is left alone. */
  close(): Promise<void>;
}

/** @param variable names an environment variable with the address of a server of one's own, for the suites to run on instead */
function shared(variable: string, missing: () => string | undefined, start: () => Promise<Service>): SharedServer {
  const own = process.env[variable];
  if (own !== undefined && own !== '') return { missing: undefined, url: () => Promise.resolve(own), close: () => Promise.resolve() };
  let running: Promise<Service> | undefined;
  return {
    missing: missing(),
    url: async () => (await (running ??= start())).url,
    close: async () => {
      const service = await running;
      running = undefined;
      await service?.stop();
    },
  };
}

/** On it every log is the same log: suites name their streams freshly and count positions from where they began. */
export const eventStoreServer = shared('EVENT_STORE_URL', eventStoreStubMissing, startEventStoreStub);
export const mongoServer = shared('MONGODB_URL', ferretDbMissing, startFerretDb);
export const redisServer = shared('REDIS_URL', redisMissing, startRedis);
export const s3Server = shared('S3_ENDPOINT', minioMissing, startMinio);

/** A part of a server that is one test's alone. */
export interface Fresh<Where> {
  readonly where: Where;
  dispose(): Promise<void>;
}

/** An empty database, by its address. */
export async function freshMongo(): Promise<Fresh<string>> {
  const where = urlWithDatabase(await mongoServer.url(), `kinora_test_${randomUUID().replaceAll('-', '')}`);
  return {
    where,
    dispose: async () => {
      const client = new MongoClient(where, { serverSelectionTimeoutMS: 20_000 });
      await client.db().dropDatabase().finally(() => client.close());
    },
  };
}

const CLAIM = 'kinora-tests:taken';

/**
 * A database of a Redis, by its address: the first that was empty. What is published on channels is heard in every database of
 * a server, so that channels are named freshly.
 */
export async function freshRedis(): Promise<Fresh<string>> {
  const url = await redisServer.url();
  for (let database = 1; ; database += 1) {
    const address = new URL(url);
    address.pathname = `/${database}`;
    const redis = new Redis(address.href, { lazyConnect: true });
    try {
      await redis.connect();
      if ((await redis.dbsize()) > 0 || (await redis.set(CLAIM, '1', 'NX')) !== 'OK') continue;
    } finally {
      redis.disconnect();
    }
    return {
      where: address.href,
      dispose: async () => {
        const last = new Redis(address.href);
        await last.flushdb().finally(() => last.disconnect());
      },
    };
  }
}

export interface Bucket {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** An empty bucket, as the settings by which it is reached. */
export async function freshBucket(): Promise<Fresh<Bucket>> {
  const where: Bucket = {
    endpoint: await s3Server.url(),
    region: process.env['S3_REGION'] ?? 'us-east-1',
    bucket: `kinora-test-${randomUUID()}`,
    accessKeyId: process.env['S3_ACCESS_KEY_ID'] ?? 'kinora-tests',
    secretAccessKey: process.env['S3_SECRET_ACCESS_KEY'] ?? 'only-for-tests',
  };
  const { endpoint, region, bucket: Bucket, ...credentials } = where;
  const connected = (): S3Client => new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const client = connected();
  await client.send(new CreateBucketCommand({ Bucket })).finally(() => client.destroy());
  return {
    where,
    dispose: async () => {
      const last = connected();
      try {
        for (;;) {
          const { Contents: found = [] } = await last.send(new ListObjectsV2Command({ Bucket }));
          if (found.length === 0) break;
          await last.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: found.map(({ Key }) => ({ Key })) } }));
        }
        await last.send(new DeleteBucketCommand({ Bucket }));
      } finally {
        last.destroy();
      }
    },
  };
}
