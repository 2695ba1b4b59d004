import { createMemoryJobs } from '../../../src/platform/jobs/memory.js';
import type { Jobs } from '../../../src/platform/jobs/port.js';
import type { Adapter } from '../adapters.js';
import { embedded, inMemory } from '../adapters.js';

export const jobStores: readonly Adapter<Jobs>[] = [inMemory(createMemoryJobs), embedded(({ jobs }) => jobs)];
