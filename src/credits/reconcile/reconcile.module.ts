import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import { PeriodicTask } from '../../platform/concurrency/periodic-task.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { Logs } from '../../platform/http/logs.js';
import { Leadership } from '../../platform/leases/leadership.js';
import { Leases } from '../../platform/leases/leases.js';
import type { Random } from '../../platform/random.js';
import type { HealthRegistry } from '../../platform/telemetry/health.js';
import type { Metrics } from '../../platform/telemetry/metrics.js';
import { CLOCK, CONFIG, DOCUMENTS, HEALTH, LOGGER, METRICS, RANDOM } from '../../platform/tokens.js';
import { LedgerModule } from '../ledger.module.js';
import { isRunDue } from './nightly.js';
import { ReconcileLedger } from './reconcile.commands.js';
import { openReconciliations, type Reconciliations } from './reconciliations.js';

interface RoleConfig {
  readonly roles: ReadonlySet<string>;
}

const LOOK_EVERY_MS = 60_000;
/** Lease for the nightly run, so that one process of the installation does it. */
const LEASE = 'ledger-reconciliation';
const LEASE_MS = 30_000;
const RECONCILIATIONS = Symbol('RECONCILIATIONS');

/** Reconciles every night, and reports the last result to health checks and metrics. */
@Module({
  imports: [LedgerModule],
  providers: [{ provide: RECONCILIATIONS, inject: [DOCUMENTS], useFactory: openReconciliations }],
})
export class ReconcileModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly looks: PeriodicTask;
  private leadership: Leadership | undefined;

  constructor(
    @Inject(RECONCILIATIONS) private readonly kept: Reconciliations,
    private readonly commands: CommandBus,
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    @Inject(RANDOM) private readonly random: Random,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(HEALTH) private readonly health: HealthRegistry,
    @Inject(METRICS) private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly log: Logs,
    @Inject(CONFIG) private readonly config: RoleConfig,
  ) {
    this.looks = new PeriodicTask(() => this.look(), {
      log,
      level: 'error',
      failure: 'the nightly reconciliation failed; it is retried in a minute',
      everyMs: LOOK_EVERY_MS,
      firstMs: 0,
    });
  }

  onModuleInit(): void {
    this.health.register('reconciliation', () => this.lastResult());
  }

  /** Among processes that share their documents, only one runs it. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.roles.has('projector')) return;
    if (!this.documents.shared) return this.looks.start();
    // A monotonic clock: the time of day can be adjusted.
    const clock = { now: () => performance.now() };
    this.leadership = new Leadership({
      leases: await Leases.open(this.documents, clock),
      clock,
      log: this.log,
      name: LEASE,
      holder: this.random.uuid(),
      forMs: LEASE_MS,
      job: { start: async () => this.looks.start(), stop: () => this.looks.stop() },
    });
    this.leadership.begin();
  }

  async onModuleDestroy(): Promise<void> {
    await this.leadership?.end();
    await this.looks.stop();
  }

  private async look(): Promise<void> {
    const now = this.clock.now();
    if (!isRunDue(await this.kept.scheduledAt(now), now)) return;
    const { found, streams, events, tookMs } = await this.commands.execute(
      new ReconcileLedger(undefined, false, 'schedule'),
    );
    await this.kept.ran(now);
    this.log.info({ found, streams, events, tookMs }, 'reconciled the ledger');
  }

  /** Reports differences without failing the health check: the product works, and finance must look at them. */
  private async lastResult(): Promise<string | void> {
    const last = await this.kept.last();
    if (last === undefined) return 'not run yet';
    this.metrics.differing(last.found);
    if (last.found > 0)
      return `${last.found} differences at ${new Date(last.at).toISOString()}; to see them: /finance/checks`;
  }
}
