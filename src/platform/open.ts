import { join } from 'node:path';
import { wordsOf } from '../kernel/thrown.js';
import type { Clock } from '../kernel/clock.js';
import { takeProcessFolder } from './data-folder/data-folder.js';
import { openEmbeddedFolder, type EmbeddedFolder } from './data-folder/embedded.js';
import { openEmbeddedMail } from './mail/embedded.js';
import type { OpsParts, PlatformParts } from './platform.module.js';
import { systemRandom } from './random.js';
import { createMemoryRateLimit } from './rate-limit/memory.js';
import { ServerNotReached } from './reach.js';
import {
  connectDocuments,
  connectBlobs,
  connectEvents,
  connectMail,
  connectRedis,
  type ServerChoice,
} from './servers.js';
import { createMemorySignals } from './signals/memory.js';
import { HealthRegistry } from './telemetry/health.js';
import { createLogger, type LogLevel } from './telemetry/logger.js';
import { createMetrics } from './telemetry/metrics.js';
import { tracedStores } from './telemetry/tracing-stores.js';
import { StoreUnavailable } from './unavailable.js';

const systemClock: Clock = { now: () => Date.now() };

/** Configuration that decides what is opened. */
export interface PlatformConfig extends ServerChoice {
  readonly dataDir: string;
  readonly logLevel: LogLevel;
  readonly mailFrom: string;
  readonly roles: ReadonlySet<string>;
  readonly otlpEndpoint?: string;
}

/** The opened parts of the platform, and a way to close them. */
export interface OpenPlatform {
  readonly parts: PlatformParts;
  /**
   * The private folder of this process: the data folder itself, or a folder in it if every store has a server.
   * Absolute.
   */
  readonly dataDir: string;
  close(): Promise<void>;
}

type Stores = Omit<PlatformParts, keyof OpsParts>;

/** Parts opened so far, so that a failed start can close them in reverse order. */
class Opened {
  private readonly closers: (() => Promise<void> | void)[] = [];

  note<T extends { close(): Promise<void> }>(part: T): T {
    this.closers.push(() => part.close());
    return part;
  }

  onClose(close: () => Promise<void> | void): void {
    this.closers.push(close);
  }

  /**
   * Closes everything despite errors.
   * @throws the first error
   */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** Parts of every process: log, metrics, health. They need no closing. */
export function openOps(config: { readonly logLevel: LogLevel }): OpsParts {
  const logger = createLogger(config.logLevel);
  const health = new HealthRegistry((part, error) => logger.error({ part, err: error }, 'a component is unhealthy'));
  return { clock: systemClock, random: systemRandom, logger, metrics: createMetrics(), health };
}

/**
 * Opens the configured parts: each store on its server, or on the data folder if it has none. All servers are connected
 * concurrently. If one is not usable, the others are closed again; there is no fallback.
 * @param onWriterDeath called if this process can no longer write
 * @throws ServerNotReached, DataFolderTooNew, DataFolderUnreadable, DataFolderInUse; Error if the disk cannot be
 * written durably
 */
export async function openPlatform(
  config: PlatformConfig,
  onWriterDeath: (detail: string) => void = () => {},
): Promise<OpenPlatform> {
  const ops = openOps(config);
  const opened = new Opened();
  try {
    // Closed last, after everything that still writes spans.
    if (config.otlpEndpoint !== undefined) opened.note(await openTracing(config.otlpEndpoint, config, ops));
    const folder = await openHome(config, ops, opened, onWriterDeath);
    const bare = await openStores(config, folder, ops, opened);
    const stores = config.otlpEndpoint === undefined ? bare : tracedStores(bare);
    watch(stores, folder.embedded, config, ops);
    return { parts: { ...stores, ...ops }, dataDir: folder.path, close: () => opened.close() };
  } catch (error) {
    await opened
      .close()
      .catch((closing: unknown) => ops.logger.warn({ err: closing }, 'a component did not close cleanly'));
    throw error;
  }
}

/** Loaded only if tracing is configured. */
async function openTracing(
  endpoint: string,
  { roles }: PlatformConfig,
  { random, logger: log }: OpsParts,
): Promise<{ close(): Promise<void> }> {
  const { startTracing } = await import('./telemetry/tracing-otlp.js');
  return startTracing({ endpoint, roles, instance: random.uuid(), log });
}

interface Home {
  /** Absolute. */
  readonly path: string;
  /** Absent if every store has a server. */
  readonly embedded?: EmbeddedFolder;
}

async function openHome(
  config: PlatformConfig,
  { clock, logger, metrics }: OpsParts,
  opened: Opened,
  onWriterDeath: (detail: string) => void,
): Promise<Home> {
  const { dataDir, eventStoreUrl, mongodbUrl, redisUrl, s3 } = config;
  if (eventStoreUrl !== undefined && mongodbUrl !== undefined && redisUrl !== undefined && s3 !== undefined) {
    const own = takeProcessFolder(dataDir, clock);
    opened.onClose(() => own.release());
    return { path: own.path };
  }
  const embedded = opened.note(
    await openEmbeddedFolder({ dataDir, clock, logger, onWriterDeath, onGroup: (writes) => metrics.committed(writes) }),
  );
  return { path: embedded.path, embedded };
}

/** @throws ServerNotReached with every server that is not usable */
async function openStores(config: PlatformConfig, home: Home, ops: OpsParts, opened: Opened): Promise<Stores> {
  const { clock, logger: log, random } = ops;
  const own = (): EmbeddedFolder => {
    if (home.embedded === undefined) throw new Error('a store without a server needs the data folder');
    return home.embedded;
  };
  const hub =
    config.redisUrl === undefined
      ? Promise.resolve({
          jobs: own().jobs(),
          rateLimit: opened.note(createMemoryRateLimit(clock)),
          signals: opened.note(createMemorySignals(clock)),
        })
      : connectRedis(config.redisUrl, log, (part) => opened.note(part));
  const documents = hub.then(async ({ signals }) =>
    config.mongodbUrl === undefined
      ? own().documents()
      : opened.note(await connectDocuments(config.mongodbUrl, log, signals)),
  );
  const blobs = documents.then(async (store) =>
    config.s3 === undefined
      ? own().blobs()
      : opened.note(await connectBlobs(config.s3, { documents: store, clock, random, log })),
  );
  const events =
    config.eventStoreUrl === undefined
      ? Promise.resolve(own().events())
      : connectEvents(config.eventStoreUrl, log).then((store) => opened.note(store));
  const mail =
    config.smtpUrl === undefined
      ? openEmbeddedMail({ folder: join(home.path, 'mail'), from: config.mailFrom }).then((port) => opened.note(port))
      : connectMail(config.smtpUrl, config.mailFrom).then((port) => opened.note(port));
  const settled = await Promise.allSettled([hub, documents, blobs, events, mail]);
  // the library does not type it
  const failures = new Set(settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])));
  if (failures.size > 0) throw asOne([...failures]);
  return { ...(await hub), documents: await documents, blobs: await blobs, events: await events, mail: await mail };
}

/** Joins all unusable servers in one line; any other error takes precedence and is unchanged. */
function asOne(failures: readonly unknown[]): unknown {
  const other = failures.find((failure) => !(failure instanceof ServerNotReached));
  return other ?? new ServerNotReached(failures.map((failure) => wordsOf(failure)).join('; '));
}

/** Registers the parts' health checks and metrics. */
function watch(
  stores: Stores,
  embedded: EmbeddedFolder | undefined,
  config: PlatformConfig,
  { health, metrics }: OpsParts,
): void {
  if (embedded !== undefined) {
    metrics.watchWaitingWrites(() => embedded.writerStatus().waiting);
    health.register(
      'writer',
      async () => {
        const { failure } = embedded.writerStatus();
        if (failure !== undefined) throw new StoreUnavailable('writer', 'failed', failure);
      },
      'live',
    );
    // Affects readiness, not liveness: a restart would find the disk just as full.
    health.register('room', async () => {
      const { full } = embedded.writerStatus();
      if (full !== undefined) throw new StoreUnavailable('writer', 'full', full);
    });
  }
  health.register('event store', () => stores.events.ping());
  health.register('documents', () => stores.documents.ping());
  health.register('jobs', () => stores.jobs.ping());
  health.register('blobs', () => stores.blobs.ping());
  if (config.redisUrl !== undefined) health.register('signals', () => stores.signals.ping());
  // Mails wait in the documents while the mail server is unavailable, so only the process that sends them is not ready
  // without it.
  if (config.smtpUrl === undefined || config.roles.has('projector')) health.register('mail', () => stores.mail.ping());
}
