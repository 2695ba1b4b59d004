import type { Clock } from '../kernel/clock.js';
import { createMemoryBlobs } from './blobs/memory.js';
import { createMemoryDocumentStore } from './documents/memory.js';
import { createMemoryEventStore } from './event-store/memory.js';
import { createMemoryJobs } from './jobs/memory.js';
import type { PlatformParts } from './platform.module.js';
import { systemRandom } from './random.js';
import { createMemoryRateLimit } from './rate-limit/memory.js';

const systemClock: Clock = { now: () => Date.now() };

/** The parts of the platform, and how to close them. */
export interface OpenPlatform {
  readonly parts: PlatformParts;
  close(): Promise<void>;
}

/** Opens what the configuration asks for. */
export function openPlatform(): Promise<OpenPlatform> {
  const parts: PlatformParts = {
    events: createMemoryEventStore(systemClock),
    documents: createMemoryDocumentStore(),
    jobs: createMemoryJobs(systemClock),
    blobs: createMemoryBlobs(),
    rateLimit: createMemoryRateLimit(systemClock),
    clock: systemClock,
    random: systemRandom,
    logger: { debug: () => undefined, info: console.log, warn: console.warn, error: console.error },
    metrics: { contentType: 'text/plain', metrics: () => Promise.resolve(''), requested: () => undefined },
    health: { check: () => Promise.resolve({ live: true, ready: true, checks: {} }) },
  };
  return Promise.resolve({
    parts,
    close: async () => {
      for (const part of [parts.jobs, parts.documents, parts.events, parts.blobs, parts.rateLimit]) await part.close();
    },
  });
}
