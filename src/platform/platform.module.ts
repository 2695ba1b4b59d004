import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.js';
import type { Blobs } from './blobs/port.js';
import type { DocumentStore } from './documents/port.js';
import { Relay } from './documents/relay.js';
import type { EventStore } from './event-store/port.js';
import type { Logs } from './http/logs.js';
import { OpsController } from './http/ops.controller.js';
import type { Jobs } from './jobs/port.js';
import { Checkpoints } from './projections/checkpoints.js';
import { LogRuntime } from './projections/log-runtime.js';
import { ParkedStreams } from './projections/parked.js';
import type { Random } from './random.js';
import type { RateLimit } from './rate-limit/port.js';
import type { HealthRegistry } from './telemetry/health.js';
import type { Metrics } from './telemetry/metrics.js';
import { BLOBS, CLOCK, CONFIG, DOCUMENTS, EVENT_STORE, HEALTH, JOBS, LOGGER, METRICS, RANDOM, RATE_LIMIT } from './tokens.js';

/** What stands behind the ports, opened; whoever opened it closes it. */
export interface PlatformParts {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly rateLimit: RateLimit;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logs;
  readonly metrics: Metrics;
  readonly health: HealthRegistry;
}

/** The reader of the log, and the relay of messages: contexts add to them while they start (`onModuleInit`). */
const runtimes = [
  { provide: Checkpoints, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => Checkpoints.open(documents) },
  {
    provide: ParkedStreams,
    inject: [DOCUMENTS, CLOCK, LOGGER, METRICS],
    useFactory: (documents: DocumentStore, clock: Clock, log: Logs, gauge: Metrics) => ParkedStreams.open(documents, clock, log, gauge),
  },
  {
    provide: LogRuntime,
    inject: [EVENT_STORE, Checkpoints, ParkedStreams, LOGGER, METRICS],
    useFactory: (events: EventStore, checkpoints: Checkpoints, parked: ParkedStreams, log: Logs, gauge: Metrics) =>
      new LogRuntime({ events, checkpoints, parked, log, gauge }),
  },
  {
    provide: Relay,
    inject: [DOCUMENTS, CLOCK, LOGGER, METRICS],
    useFactory: (documents: DocumentStore, clock: Clock, log: Logs, gauge: Metrics) => new Relay({ documents, clock, log, gauge }),
  },
];

/** Hands the parts to every context by their tokens, and `LogRuntime`, `Relay`, `Checkpoints`, `ParkedStreams` by their classes. */
@Module({})
export class PlatformModule {
  static forRoot(parts: PlatformParts, config: object): DynamicModule {
    const providers = [
      ...runtimes,
      { provide: EVENT_STORE, useValue: parts.events },
      { provide: DOCUMENTS, useValue: parts.documents },
      { provide: JOBS, useValue: parts.jobs },
      { provide: BLOBS, useValue: parts.blobs },
      { provide: RATE_LIMIT, useValue: parts.rateLimit },
      { provide: CLOCK, useValue: parts.clock },
      { provide: RANDOM, useValue: parts.random },
      { provide: LOGGER, useValue: parts.logger },
      { provide: METRICS, useValue: parts.metrics },
      { provide: HEALTH, useValue: parts.health },
      { provide: CONFIG, useValue: config },
    ];
    return {
      module: PlatformModule,
      global: true,
      imports: [CqrsModule],
      controllers: [OpsController],
      providers,
      exports: [...providers.map((provider) => provider.provide), CqrsModule],
    };
  }
}
