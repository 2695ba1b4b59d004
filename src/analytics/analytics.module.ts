import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.js';
import type { DocumentStore } from '../platform/documents/port.js';
import type { Logs } from '../platform/http/logs.js';
import type { Random } from '../platform/random.js';
import { CLOCK, CONFIG, DOCUMENTS, LOGGER, RANDOM } from '../platform/tokens.js';
import { RecordEventsHandler } from './commands.js';
import { DayCounts, PARTS } from './day-counts.js';
import { GetAnalyticsReportHandler } from './queries.js';
import { DAYS_KEPT } from './report.shared.js';
import { dayOf, dayPlus } from './report.js';
import { Visits } from './visits.js';

interface RoleConfig {
  readonly roles: ReadonlySet<string>;
}

const SWEEP_EVERY_MS = 3_600_000;
/** A process that is started anew more often than that sweeps too. */
const FIRST_SWEEP_MS = 60_000;
/** Days that a visit is remembered after it was last heard of; it ends after thirty idle minutes. */
const VISITS_KEPT = 2;

@Module({
  imports: [CqrsModule],
  providers: [
    { provide: Visits, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => Visits.open(documents) },
    { provide: DayCounts, inject: [DOCUMENTS, RANDOM], useFactory: (documents: DocumentStore, random: Random) => DayCounts.open(documents, random.between(0, PARTS - 1)) },
    RecordEventsHandler, GetAnalyticsReportHandler,
  ],
})
export class AnalyticsModule implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private first: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | undefined;

  constructor(
    private readonly visits: Visits,
    private readonly days: DayCounts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logs,
    @Inject(CONFIG) private readonly config: RoleConfig,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.roles.has('projector')) return;
    this.timer = setInterval(() => this.sweepOnce(), SWEEP_EVERY_MS);
    this.timer.unref();
    this.first = setTimeout(() => this.sweepOnce(), FIRST_SWEEP_MS);
    this.first.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    clearTimeout(this.first);
    await this.sweeping;
  }

  /** One that takes longer is waited for, also when the process ends. */
  private sweepOnce(): void {
    this.sweeping ??= this.sweep().finally(() => {
      this.sweeping = undefined;
    });
  }

  private async sweep(): Promise<void> {
    const today = dayOf(this.clock.now());
    try {
      await this.visits.sweep(dayPlus(today, -VISITS_KEPT));
      await this.days.sweep(dayPlus(today, 1 - DAYS_KEPT));
    } catch (error) {
      this.logger.warn({ err: error }, 'counts that are old enough could not be deleted; it is tried again in an hour');
    }
  }
}
