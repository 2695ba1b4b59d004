import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventStoreStubMissing, startEventStoreStub } from '../../services/eventstore.js';
import { ferretDbMissing, startFerretDb } from '../../services/ferretdb.js';
import { minioMissing, startMinio } from '../../services/minio.js';
import { startProxy, type Proxy } from '../../services/proxy.js';
import { redisMissing, startRedis } from '../../services/redis.js';
import type { Service } from '../../services/service.js';
import { startSmtp, type SmtpService } from '../../services/smtp.js';
import { startServer, type Server, type ServerOptions } from './server.js';

/** What a layout of several processes needs and this machine lacks, by name; undefined when all is there. */
export const layoutMissing: string | undefined = [
  eventStoreStubMissing(),
  ferretDbMissing(),
  minioMissing(),
  redisMissing(),
].find((missing) => missing !== undefined);

/** A server behind a port, and the way to it that a test can cut. */
export interface Reached {
  readonly service: Service;
  readonly proxy: Proxy;
}

/** A process of the layout, which may be started anew in its place. */
export interface Member {
  readonly roles: string;
  readonly url: string;
  /** What it has printed since it was last started. */
  output(): string;
  kill9(): Promise<void>;
  /** SIGTERM, and what it ended with. */
  stop(): Promise<number | null>;
  /** Starts it again on the same port, after it has ended. */
  start(): Promise<void>;
}

/** Kinora in several processes on servers: what each environment variable points at, and who runs. */
export interface Layout {
  readonly redis: Reached;
  readonly documents: Reached;
  readonly events: Reached;
  readonly blobs: Service;
  readonly mail: SmtpService;
  readonly api: readonly Member[];
  readonly workers: readonly Member[];
  readonly projectors: readonly Member[];
  readonly web: readonly Member[];
  /** For a program of the operator's on the same stores. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export interface LayoutOptions {
  readonly api?: number;
  readonly workers?: number;
  readonly projectors?: number;
  readonly web?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts a process again that gave up waiting for a store, as Compose does: on a machine with a great deal to do all of
 * them come at once.
 */
async function startPatiently(options: ServerOptions, again = 5): Promise<Server> {
  try {
    return await startServer(options);
  } catch (error) {
    if (again === 0 || !(error instanceof Error) || !error.message.includes('cannot be used: no answer within'))
      throw error;
    return startPatiently(options, again - 1);
  }
}

async function member(dataDir: string, roles: string, env: Readonly<Record<string, string>>): Promise<Member> {
  const options = { dataDir, env: { ...env, ROLES: roles } };
  let server = await startPatiently(options);
  const { port, url } = server;
  return {
    roles,
    url,
    output: () => server.output(),
    kill9: () => server.kill9(),
    stop: () => server.stop(),
    start: async () => {
      await server.kill9();
      server = await startPatiently({ ...options, port });
    },
  };
}

/**
 * Starts the servers, each behind a proxy but the one of blobs, and then the processes; two api, two workers, one
 * projector when nothing else is said.
 */
export async function startLayout(options: LayoutOptions = {}): Promise<Layout> {
  const closing: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closing.reverse()) await close();
  };
  try {
    const [redisServer, documentsServer, eventsServer, minio, mail] = await Promise.all([
      startRedis({ durable: true }),
      startFerretDb(),
      startEventStoreStub(),
      startMinio(),
      startSmtp(),
    ]);
    closing.push(...[redisServer, documentsServer, eventsServer, minio, mail].map((service) => () => service.stop()));
    const reached = async (service: Service): Promise<Reached> => {
      const proxy = await startProxy(service.port);
      closing.push(() => proxy.close());
      return { service, proxy };
    };
    const [redis, documents, events] = await Promise.all([
      reached(redisServer),
      reached(documentsServer),
      reached(eventsServer),
    ]);
    const env = {
      AUTH_SECRET: 'only for tests, and the same in every process of the layout',
      EVENT_STORE_URL: `esdb://127.0.0.1:${events.proxy.port}?tls=false`,
      MONGODB_URL: `mongodb://127.0.0.1:${documents.proxy.port}/kinora?directConnection=true`,
      REDIS_URL: `redis://127.0.0.1:${redis.proxy.port}`,
      S3_ENDPOINT: minio.url,
      S3_REGION: minio.region,
      S3_BUCKET: 'kinora',
      S3_ACCESS_KEY_ID: minio.accessKeyId,
      S3_SECRET_ACCESS_KEY: minio.secretAccessKey,
      PUBLIC_URL: 'http://localhost:3000',
      SMTP_URL: mail.url,
      NODE_EXTRA_CA_CERTS: mail.certificateFile,
      ...options.env,
    };
    const start = async (
      count: number,
      roles: string,
      more: Readonly<Record<string, string>> = {},
    ): Promise<Member[]> =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const dataDir = await mkdtemp(join(tmpdir(), 'kinora-layout-'));
          closing.push(() => rm(dataDir, { recursive: true, force: true }));
          const one = await member(dataDir, roles, { ...env, ...more });
          closing.push(() => one.kill9());
          return one;
        }),
      );
    // FerretDB drops connections that make one collection at the same moment: the first process makes them all.
    const api = await start(1, 'api');
    const [projectors, more, workers] = await Promise.all([
      start(options.projectors ?? 1, 'projector'),
      start((options.api ?? 2) - 1, 'api'),
      start(options.workers ?? 2, 'worker'),
    ]);
    api.push(...more);
    const web = await start(options.web ?? 0, 'web', { API_URL: api.map(({ url }) => url).join(',') });
    return { redis, documents, events, blobs: minio, mail, api, workers, projectors, web, env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
