import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.js';
import type { Blobs } from './blobs/port.js';
import type { DocumentStore } from './documents/port.js';
import type { EventStore } from './event-store/port.js';
import { ExportParts } from './export-parts.js';
import type { Logs } from './http/logs.js';
import { OpsController } from './http/ops.controller.js';
import type { Jobs } from './jobs/port.js';
import type { MailPort } from './mail/port.js';
import { ProductClock } from './product-clock.js';
import type { Random } from './random.js';
import type { RateLimit } from './rate-limit/port.js';
import type { Signals } from './signals/port.js';
import type { HealthRegistry } from './telemetry/health.js';
import type { Metrics } from './telemetry/metrics.js';
import {
  BLOBS,
  CLOCK,
  CONFIG,
  DOCUMENTS,
  EVENT_STORE,
  HEALTH,
  JOBS,
  LOGGER,
  MAIL,
  METRICS,
  RANDOM,
  RATE_LIMIT,
  SIGNALS,
  WALL_CLOCK,
} from './tokens.js';

/** Parts of every process. */
export interface OpsParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logs;
  readonly metrics: Metrics;
  readonly health: HealthRegistry;
}

/** The opened implementations of the ports; whoever opens them closes them. */
export interface PlatformParts extends OpsParts {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly mail: MailPort;
  readonly rateLimit: RateLimit;
  readonly signals: Signals;
}

/** Provides the parts to every context by their tokens. */
@Module({})
export class PlatformModule {
  static forRoot(parts: PlatformParts, config: object): DynamicModule {
    const providers = [
      { provide: EVENT_STORE, useValue: parts.events },
      { provide: DOCUMENTS, useValue: parts.documents },
      { provide: JOBS, useValue: parts.jobs },
      { provide: BLOBS, useValue: parts.blobs },
      { provide: MAIL, useValue: parts.mail },
      { provide: RATE_LIMIT, useValue: parts.rateLimit },
      { provide: SIGNALS, useValue: parts.signals },
      { provide: WALL_CLOCK, useValue: parts.clock },
      {
        provide: ProductClock,
        useFactory: () =>
          ProductClock.open({
            documents: parts.documents,
            signals: parts.signals,
            wall: parts.clock,
            log: parts.logger,
          }),
      },
      { provide: CLOCK, useExisting: ProductClock },
      { provide: RANDOM, useValue: parts.random },
      { provide: LOGGER, useValue: parts.logger },
      { provide: METRICS, useValue: parts.metrics },
      { provide: HEALTH, useValue: parts.health },
      { provide: CONFIG, useValue: config },
      { provide: ExportParts, useValue: new ExportParts() },
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

/** For a process that serves pages only: health and metrics. */
@Module({})
export class OpsModule {
  static forRoot({ health }: OpsParts): DynamicModule {
    return { module: OpsModule, controllers: [OpsController], providers: [{ provide: HEALTH, useValue: health }] };
  }
}
