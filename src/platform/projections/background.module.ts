import { Global, Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../documents/port.js';
import { Relay } from '../documents/relay.js';
import type { EventStore } from '../event-store/port.js';
import type { Logs } from '../http/logs.js';
import { Leadership } from '../leases/leadership.js';
import { Leases } from '../leases/leases.js';
import type { Random } from '../random.js';
import type { HealthRegistry } from '../telemetry/health.js';
import type { Metrics } from '../telemetry/metrics.js';
import { CONFIG, DOCUMENTS, EVENT_STORE, HEALTH, LOGGER, METRICS, RANDOM, WALL_CLOCK } from '../tokens.js';
import { Checkpoints } from './checkpoints.js';
import { LogRuntime } from './log-runtime.js';
import { PROJECTOR_LEASE, PROJECTOR_LEASE_MS } from './operator-turn.js';
import { ParkedStreams } from './parked.js';
import { Rebuilds } from './rebuilds.js';

interface RoleConfig {
  readonly roles: ReadonlySet<string>;
}

/**
 * Background work: the log reader and the message relay. Contexts register their projections, policies and consumers in
 * `onModuleInit`; both start after that, and only in the role `projector`. Of several such processes on the same
 * documents one is active and the others stand by. Two at once would write the same documents, with twice the work.
 */
@Global()
@Module({
  providers: [
    {
      provide: Checkpoints,
      inject: [DOCUMENTS],
      useFactory: (documents: DocumentStore) => Checkpoints.open(documents),
    },
    {
      provide: ParkedStreams,
      inject: [DOCUMENTS, WALL_CLOCK, LOGGER, METRICS],
      useFactory: (documents: DocumentStore, clock: Clock, log: Logs, gauge: Metrics) =>
        ParkedStreams.open(documents, clock, log, gauge),
    },
    {
      provide: LogRuntime,
      inject: [EVENT_STORE, Checkpoints, ParkedStreams, LOGGER, METRICS],
      useFactory: (events: EventStore, checkpoints: Checkpoints, parked: ParkedStreams, log: Logs, gauge: Metrics) =>
        new LogRuntime({ events, checkpoints, parked, log, gauge }),
    },
    {
      provide: Rebuilds,
      inject: [EVENT_STORE, DOCUMENTS, Checkpoints, ParkedStreams, LogRuntime, LOGGER],
      useFactory: (
        events: EventStore,
        documents: DocumentStore,
        checkpoints: Checkpoints,
        parked: ParkedStreams,
        runtime: LogRuntime,
        log: Logs,
      ) => Rebuilds.open({ stores: { events, documents, checkpoints, parked }, runtime, log }),
    },
    {
      provide: Relay,
      inject: [DOCUMENTS, WALL_CLOCK, LOGGER, METRICS],
      useFactory: (documents: DocumentStore, clock: Clock, log: Logs, gauge: Metrics) =>
        new Relay({ documents, clock, log, gauge }),
    },
  ],
  exports: [Checkpoints, LogRuntime, ParkedStreams, Rebuilds, Relay],
})
export class BackgroundModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private leadership: Leadership | undefined;

  constructor(
    private readonly runtime: LogRuntime,
    private readonly parked: ParkedStreams,
    private readonly rebuilds: Rebuilds,
    private readonly relay: Relay,
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    @Inject(RANDOM) private readonly random: Random,
    @Inject(LOGGER) private readonly log: Logs,
    @Inject(CONFIG) private readonly config: RoleConfig,
    @Inject(HEALTH) private readonly health: HealthRegistry,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.roles.has('projector')) return;
    this.health.register('projections', async () => this.wellbeing());
    if (!this.documents.shared) return this.start();
    // A monotonic clock.
    const clock = { now: () => performance.now() };
    this.leadership = new Leadership({
      leases: await Leases.open(this.documents, clock),
      clock,
      log: this.log,
      name: PROJECTOR_LEASE,
      holder: this.random.uuid(),
      forMs: PROJECTOR_LEASE_MS,
      job: { start: () => this.takeOver(), stop: () => this.stop() },
    });
    this.leadership.begin();
  }

  /** Only after the last call has ended, because a call may wait for a projection. */
  async onApplicationShutdown(): Promise<void> {
    await this.leadership?.end();
    await this.stop();
  }

  /** Loads streams that another process has parked since this one started. */
  private async takeOver(): Promise<void> {
    await this.parked.reload();
    await this.start();
  }

  private async start(): Promise<void> {
    await this.runtime.start();
    await this.relay.start();
    this.rebuilds.start();
  }

  private async stop(): Promise<void> {
    await this.rebuilds.stop();
    await this.relay.stop();
    await this.runtime.stop();
  }

  /** Parked streams are reported but do not make the process unhealthy, because everything else works. */
  private wellbeing(): string | undefined {
    if (this.leadership?.isActive === false) return 'standby: another process runs the projections';
    if (this.runtime.trouble !== undefined) throw new Error(this.runtime.trouble);
    const parts = [
      this.leadership === undefined ? '' : 'run by this process',
      this.parked.size > 0 ? `${this.parked.size} streams parked` : '',
      this.relay.parked > 0 ? `${this.relay.parked} messages parked` : '',
    ].filter((part) => part !== '');
    return parts.length === 0 ? undefined : parts.join(', ');
  }
}
