import { createMemoryBlobs } from '../../../src/platform/blobs/memory.js';
import type { Blobs } from '../../../src/platform/blobs/port.js';
import { openS3Blobs } from '../../../src/platform/blobs/s3.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { systemRandom } from '../../../src/platform/random.js';
import { createLogger } from '../../../src/platform/telemetry/logger.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import type { Adapter } from '../adapters.js';
import { embedded, inMemory, ManualClock } from '../adapters.js';
import { freshBucket } from './s3.js';
import { s3Server } from './servers.js';

const PATIENCE = 12;

async function patiently<T>(open: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || error.reason !== 'unreachable' || tries === PATIENCE) throw error;
    }
  }
}

const s3: Adapter<Blobs> = {
  name: 's3',
  missing: s3Server.missing,
  time: 'manual',
  open: async () => {
    const clock = new ManualClock();
    const s3 = await freshBucket();
    // A server that has just begun may take longer over its first bucket than the product waits for one.
    const store = await patiently(() =>
      openS3Blobs({
        s3,
        documents: createMemoryDocumentStore(),
        clock,
        random: systemRandom,
        log: createLogger('silent'),
      }),
    );
    return { store, clock, dispose: () => store.close() };
  },
  close: () => s3Server.stop(),
};

export const blobStores: readonly Adapter<Blobs>[] = [inMemory(createMemoryBlobs), embedded(({ blobs }) => blobs), s3];
