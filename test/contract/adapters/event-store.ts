import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import type { Adapter } from '../adapters.js';
import { embedded, inMemory } from '../adapters.js';

export const eventStores: readonly Adapter<EventStore>[] = [inMemory(createMemoryEventStore), embedded(({ events }) => events)];
