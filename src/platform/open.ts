import type { Clock } from '../kernel/clock.js';
import { openEmbeddedStores } from './embedded.js';
import type { PlatformParts } from './platform.module.js';
import { systemRandom } from './random.js';
import { createMemoryRateLimit } from './rate-limit/memory.js';

const systemClock: Clock = { now: () => Date.now() };

/** The parts of the platform, and how to close them. */
export interface OpenPlatform {
  readonly parts: PlatformParts;
  close(): Promise<void>;
}

/**
 * Opens what the configuration asks for: the embedded stores on one data folder.
 * @throws DataFolderTooNew, DataFolderUnreadable, DataFolderInUse; Error when the disk cannot be written durably
 */
export async function openPlatform(config: { readonly dataDir: string }): Promise<OpenPlatform> {
  const logger = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };
  const stores = await openEmbeddedStores({ dataDir: config.dataDir, clock: systemClock, logger });
  const rateLimit = createMemoryRateLimit(systemClock);
  return {
    parts: {
      events: stores.events,
      documents: stores.documents,
      jobs: stores.jobs,
      blobs: stores.blobs,
      rateLimit,
      clock: systemClock,
      random: systemRandom,
      logger,
      metrics: { contentType: 'text/plain', metrics: () => Promise.resolve(''), requested: () => undefined },
      health: { check: () => Promise.resolve({ live: true, ready: true, checks: {} }) },
    },
    close: async () => {
      await rateLimit.close();
      await stores.close();
    },
  };
}
