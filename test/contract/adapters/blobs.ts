import { createMemoryBlobs } from '../../../src/platform/blobs/memory.js';
import type { Blobs } from '../../../src/platform/blobs/port.js';
import { openS3Blobs } from '../../../src/platform/blobs/s3.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { systemRandom } from '../../../src/platform/random.js';
import { createLogger } from '../../../src/platform/telemetry/logger.js';
import type { Adapter } from '../adapters.js';
import { embedded, inMemory, ManualClock } from '../adapters.js';
import { freshBucket } from './s3.js';
import { s3Server } from './servers.js';

const s3: Adapter<Blobs> = {
  name: 's3',
  missing: s3Server.missing,
  time: 'manual',
  open: async () => {
    const clock = new ManualClock();
    const store = await openS3Blobs({ s3: await freshBucket(), documents: createMemoryDocumentStore(), clock, random: systemRandom, log: createLogger('silent') });
    return { store, clock, dispose: () => store.close() };
  },
  close: () => s3Server.stop(),
};

export const blobStores: readonly Adapter<Blobs>[] = [inMemory(createMemoryBlobs), embedded(({ blobs }) => blobs), s3];
