import { join } from 'node:path';
import type { Clock } from '../kernel/clock.js';
import { openEmbeddedStores, type EmbeddedStores } from './embedded.js';
import { openEmbeddedMail } from './mail/embedded.js';
import type { MailPort } from './mail/port.js';
import type { PlatformParts } from './platform.module.js';
import { systemRandom } from './random.js';
import { createMemoryRateLimit } from './rate-limit/memory.js';
import { createMemorySignals } from './signals/memory.js';
import { HealthRegistry } from './telemetry/health.js';
import { createLogger, type LogLevel } from './telemetry/logger.js';
import { createMetrics } from './telemetry/metrics.js';
import { StoreUnavailable } from './unavailable.js';

const systemClock: Clock = { now: () => Date.now() };

/** The parts of the platform, and how to close them. */
export interface OpenPlatform {
  readonly parts: PlatformParts;
  close(): Promise<void>;
}

/**
 * Opens what the configuration asks for: the embedded stores on one data folder, and letters in a folder of it.
 * @param onWriterDeath hears that nothing can be written any more in this process
 * @throws DataFolderTooNew, DataFolderUnreadable, DataFolderInUse; Error when the disk cannot be written durably
 */
export async function openPlatform(config: { readonly dataDir: string; readonly logLevel: LogLevel; readonly mailFrom: string }, onWriterDeath: (detail: string) => void = () => {}): Promise<OpenPlatform> {
  const logger = createLogger(config.logLevel);
  const metrics = createMetrics();
  const health = new HealthRegistry((part, error) => logger.error({ part, err: error }, 'a part is not well'));
  const stores = await openEmbeddedStores({ dataDir: config.dataDir, clock: systemClock, logger, onWriterDeath, onGroup: (writes) => metrics.committed(writes) });
  const mail = await openMail(stores, config);
  metrics.watchWaitingWrites(() => stores.writerStatus().waiting);
  health.register('writer', async () => {
    const { failure } = stores.writerStatus();
    if (failure !== undefined) throw new StoreUnavailable('writer', 'failed', failure);
  }, 'live');
  // Ready, not live: a process started anew finds the disk as full as this one.
  health.register('room', async () => {
    const { full } = stores.writerStatus();
    if (full !== undefined) throw new StoreUnavailable('writer', 'full', full);
  });
  health.register('event store', () => stores.events.ping());
  health.register('documents', () => stores.documents.ping());
  health.register('jobs', () => stores.jobs.ping());
  health.register('blobs', () => stores.blobs.ping());
  health.register('mail', () => mail.ping());
  const rateLimit = createMemoryRateLimit(systemClock);
  const signals = createMemorySignals(systemClock);
  return {
    parts: {
      events: stores.events,
      documents: stores.documents,
      jobs: stores.jobs,
      blobs: stores.blobs,
      mail,
      rateLimit,
      signals,
      clock: systemClock,
      random: systemRandom,
      logger,
      metrics,
      health,
    },
    close: async () => {
      await rateLimit.close();
      await signals.close();
      await mail.close();
      await stores.close();
    },
  };
}

/** The folder of letters, within the data folder that the stores have locked. */
async function openMail(stores: EmbeddedStores, { dataDir, mailFrom }: { readonly dataDir: string; readonly mailFrom: string }): Promise<MailPort> {
  try {
    return await openEmbeddedMail({ folder: join(dataDir, 'mail'), from: mailFrom });
  } catch (error) {
    await stores.close();
    throw error;
  }
}
