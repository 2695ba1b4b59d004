import { createMemoryRateLimit } from '../../../src/platform/rate-limit/memory.js';
import type { RateLimit } from '../../../src/platform/rate-limit/port.js';
import { createRedisRateLimit } from '../../../src/platform/rate-limit/redis.js';
import { inMemory } from '../adapters.js';
import { onRedis, timed, type TimedAdapter } from './redis.js';

export const rateLimits: readonly TimedAdapter<RateLimit>[] = [
  timed(inMemory((clock) => createMemoryRateLimit(clock))),
  onRedis((redis) => createRedisRateLimit({ redis })),
];
