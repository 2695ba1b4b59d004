import { createBullJobs } from '../../../src/platform/jobs/bullmq.js';
import { createMemoryJobs } from '../../../src/platform/jobs/memory.js';
import type { Jobs } from '../../../src/platform/jobs/port.js';
import { embedded, inMemory } from '../adapters.js';
import { onRedis, timed, type TimedAdapter } from './redis.js';

export const jobStores: readonly TimedAdapter<Jobs>[] = [
  timed(inMemory(createMemoryJobs)),
  timed(embedded(({ jobs }) => jobs)),
  onRedis((redis) => createBullJobs({ redis, log: { warn: () => undefined } })),
];
