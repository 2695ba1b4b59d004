import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import type { AppRouter } from '../../../src/app-router.js';
import { startApp as startKinora } from '../../../src/app.js';
import { readConfig, type Config } from '../../../src/config.js';
import { createMemoryBlobs } from '../../../src/platform/blobs/memory.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import { createMemoryJobs } from '../../../src/platform/jobs/memory.js';
import { createMemoryMail } from '../../../src/platform/mail/memory.js';
import type { PlatformParts } from '../../../src/platform/platform.module.js';
import { createMemoryRateLimit } from '../../../src/platform/rate-limit/memory.js';
import { systemRandom } from '../../../src/platform/random.js';
import { createMemorySignals } from '../../../src/platform/signals/memory.js';
import { HealthRegistry } from '../../../src/platform/telemetry/health.js';
import { createMetrics } from '../../../src/platform/telemetry/metrics.js';
import { WITHOUT_CAPS } from '../../services/environment.js';

/** A whole Kinora in this process, without the web app. */
export interface TestApp {
  /** Without a slash at the end. */
  readonly url: string;
  readonly router: AppRouter;
  readonly nest: Pick<INestApplicationContext, 'get'>;
  readonly parts: PlatformParts;
  readonly config: Config;
  /** What was logged, oldest first. */
  readonly logged: readonly { readonly level: string; readonly fields: object; readonly message: string }[];
  /** Moves the application's clock on; timers keep their own time. */
  pass(ms: number): void;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Environment variables over the tests' own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Parts of the platform other than those in memory. */
  readonly parts?: Partial<PlatformParts>;
}

/** The platform on stores in memory. */
export function testParts(
  clock: { now(): number },
  logged: { level: string; fields: object; message: string }[],
  given: Partial<PlatformParts>,
): PlatformParts {
  const log = (level: string) => (fields: object, message: string) => void logged.push({ level, fields, message });
  return {
    events: createMemoryEventStore(clock),
    documents: createMemoryDocumentStore(),
    jobs: createMemoryJobs(clock),
    blobs: createMemoryBlobs(),
    mail: createMemoryMail(),
    rateLimit: createMemoryRateLimit(clock),
    signals: createMemorySignals(clock),
    clock,
    random: systemRandom,
    logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    metrics: createMetrics(false),
    health: new HealthRegistry(),
    ...given,
  };
}

/** Starts the application on stores in memory and a free port of this machine. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kinora-app-'));
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    ROLES: 'api,worker,projector',
    REQUESTS_PER_ADDRESS: '0',
    ...WITHOUT_CAPS,
    ...options.env,
  });
  const logged: { level: string; fields: object; message: string }[] = [];
  let ahead = 0;
  const parts = testParts({ now: () => Date.now() + ahead }, logged, options.parts ?? {});
  const app = await startKinora(parts, config, 'web');
  return {
    url: app.url,
    router: app.router,
    nest: app.nest,
    parts,
    config,
    logged,
    pass: (ms) => {
      ahead += ms;
    },
    close: async () => {
      await app.close();
      await Promise.all([
        parts.events.close(),
        parts.documents.close(),
        parts.jobs.close(),
        parts.blobs.close(),
        parts.mail.close(),
        parts.rateLimit.close(),
        parts.signals.close(),
      ]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
