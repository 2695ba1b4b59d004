import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.js';
import type { DocumentStore } from '../platform/documents/port.js';
import type { Logs } from '../platform/http/logs.js';
import type { Random } from '../platform/random.js';
import { PeriodicTask } from '../platform/concurrency/periodic-task.js';
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
const FIRST_SWEEP_MS = 60_000;
/** Days that a visit is kept after its last batch; a visit ends after thirty idle minutes. */
const VISITS_KEPT = 2;

@Module({
  imports: [CqrsModule],
  providers: [
    { provide: Visits, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => Visits.open(documents) },
    {
      provide: DayCounts,
      inject: [DOCUMENTS, RANDOM],
      useFactory: (documents: DocumentStore, random: Random) => DayCounts.open(documents, random.between(0, PARTS - 1)),
    },
    RecordEventsHandler,
    GetAnalyticsReportHandler,
  ],
})
export class AnalyticsModule implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeps: PeriodicTask;

  constructor(
    private readonly visits: Visits,
    private readonly days: DayCounts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) log: Logs,
    @Inject(CONFIG) private readonly config: RoleConfig,
  ) {
    this.sweeps = new PeriodicTask(() => this.sweep(), {
      log,
      failure: 'old analytics counts could not be deleted; retrying in an hour',
      everyMs: SWEEP_EVERY_MS,
      firstMs: FIRST_SWEEP_MS,
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.roles.has('projector')) this.sweeps.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeps.stop();
  }

  private async sweep(): Promise<void> {
    const today = dayOf(this.clock.now());
    await this.visits.sweep(dayPlus(today, -VISITS_KEPT));
    await this.days.sweep(dayPlus(today, 1 - DAYS_KEPT));
  }
}
