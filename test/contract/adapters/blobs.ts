import { createMemoryBlobs } from '../../../src/platform/blobs/memory.js';
import type { Blobs } from '../../../src/platform/blobs/port.js';
import type { Adapter } from '../adapters.js';
import { embedded, inMemory } from '../adapters.js';

export const blobStores: readonly Adapter<Blobs>[] = [inMemory(createMemoryBlobs), embedded(({ blobs }) => blobs)];
