import { createMemorySignals } from '../../../src/platform/signals/memory.js';
import type { Signals } from '../../../src/platform/signals/port.js';
import { createRedisSignals } from '../../../src/platform/signals/redis.js';
import { inMemory } from '../adapters.js';
import { onRedis, timed, type TimedAdapter } from './redis.js';

export const signalStores: readonly TimedAdapter<Signals>[] = [
  timed(inMemory((clock) => createMemorySignals(clock))),
  onRedis((redis) => createRedisSignals({ redis, log: { warn: () => undefined } })),
];
