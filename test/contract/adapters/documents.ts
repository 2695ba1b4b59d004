import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import type { Adapter } from '../adapters.js';
import { embedded, inMemory } from '../adapters.js';

export const documentStores: readonly Adapter<DocumentStore>[] = [inMemory(createMemoryDocumentStore), embedded(({ documents }) => documents)];
