import { createMemorySignals } from '../../../src/platform/signals/memory.js';
import type { Signals } from '../../../src/platform/signals/port.js';
import type { Adapter } from '../adapters.js';
import { inMemory } from '../adapters.js';

export const signalStores: readonly Adapter<Signals>[] = [inMemory((clock) => createMemorySignals(clock))];
