import { createMemoryRateLimit } from '../../../src/platform/rate-limit/memory.js';
import type { RateLimit } from '../../../src/platform/rate-limit/port.js';
import type { Adapter } from '../adapters.js';
import { inMemory } from '../adapters.js';

export const rateLimits: readonly Adapter<RateLimit>[] = [inMemory((clock) => createMemoryRateLimit(clock))];
