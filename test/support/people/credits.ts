import { Module, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus, type Query } from '@nestjs/cqrs';
import 'reflect-metadata';
import { ChangeCredits, type AccountCommand, type AccountKey, type Changed } from '../../../src/credits/index.js';
import type { RootsSettings } from '../../../src/credits/proof/deliver/settings.shared.js';
import { LedgerModule } from '../../../src/credits/ledger.module.js';
import { defined } from '../../../src/kernel/defined.shared.js';
import type { ProductError } from '../../../src/kernel/errors.shared.js';
import type { UserId } from '../../../src/kernel/ids.js';
import type { Result } from '../../../src/kernel/result.js';
import { createMemoryBlobs } from '../../../src/platform/blobs/memory.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { createMemoryJobs } from '../../../src/platform/jobs/memory.js';
import { createMemoryMail } from '../../../src/platform/mail/memory.js';
import { PlatformModule } from '../../../src/platform/platform.module.js';
import { BackgroundModule } from '../../../src/platform/projections/background.module.js';
import { createMemoryRateLimit } from '../../../src/platform/rate-limit/memory.js';
import { systemRandom } from '../../../src/platform/random.js';
import { createMemorySignals } from '../../../src/platform/signals/memory.js';
import { HealthRegistry } from '../../../src/platform/telemetry/health.js';
import { createMetrics } from '../../../src/platform/telemetry/metrics.js';

/** Whose account: each name of a user is one. */
export function account(user: string): AccountKey {
  return { userId: user as UserId, appName: 'kinora', usageType: 'credits' }; // a test's own user
}

/** The Credits context alone, with its projections running, on stores that may be shared with another one. */
export interface TestCredits {
  readonly nest: INestApplicationContext;
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly health: HealthRegistry;
  /** Errors that were logged. */
  readonly errors: readonly string[];
  /** The application's time, milliseconds; may be set. */
  now: number;
  change(account: AccountKey, change: AccountCommand): Promise<Result<Changed, ProductError>>;
  /** @throws Error when the change is refused */
  done(account: AccountKey, change: AccountCommand): Promise<Changed>;
  ask<T>(query: Query<T>): Promise<T>;
  close(): Promise<void>;
}

@Module({})
class CreditsAlone {}

export async function startCredits(
  given: {
    readonly events?: EventStore;
    readonly documents?: DocumentStore;
    readonly now?: number;
    readonly roles?: readonly string[];
    readonly modules?: readonly Type[];
    readonly roots?: RootsSettings;
  } = {},
): Promise<TestCredits> {
  const time = { now: given.now ?? 1_000_000 };
  const clock = { now: () => time.now };
  const events = given.events ?? createMemoryEventStore(clock);
  const documents = given.documents ?? createMemoryDocumentStore();
  const errors: string[] = [];
  const quiet = (): void => {};
  const health = new HealthRegistry();
  const parts = {
    events,
    documents,
    jobs: createMemoryJobs(clock),
    blobs: createMemoryBlobs(),
    mail: createMemoryMail(),
    rateLimit: createMemoryRateLimit(clock),
    signals: createMemorySignals(clock),
    clock,
    random: systemRandom,
    health,
    metrics: createMetrics(false),
    logger: {
      debug: quiet,
      info: quiet,
      warn: quiet,
      error: (_fields: object, message: string) => void errors.push(message),
    },
  };
  const platform = PlatformModule.forRoot(parts, {
    roles: new Set(given.roles ?? ['projector']),
    authSecret: 'the secret of a test, longer than is needed',
    ...defined({ roots: given.roots }),
  });
  const nest = await NestFactory.createApplicationContext(
    { module: CreditsAlone, imports: [platform, BackgroundModule, LedgerModule, ...(given.modules ?? [])] },
    { logger: false, abortOnError: false },
  );
  const commands = nest.get(CommandBus);
  const queries = nest.get(QueryBus);
  const change = (of: AccountKey, what: AccountCommand): Promise<Result<Changed, ProductError>> =>
    commands.execute(new ChangeCredits(of, what));
  return {
    nest,
    events,
    documents,
    health,
    errors,
    change,
    get now() {
      return time.now;
    },
    set now(at: number) {
      time.now = at;
    },
    done: async (of, what) => {
      const answer = await change(of, what);
      if (!answer.ok) throw new Error(answer.error.identifier);
      return answer.value;
    },
    ask: (query) => queries.execute(query),
    close: () => nest.close(),
  };
}
