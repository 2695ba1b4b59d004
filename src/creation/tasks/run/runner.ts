import type { Clock } from '../../../kernel/clock.js';
import { PeriodicTask } from '../../../platform/concurrency/periodic-task.js';
import type { Logs } from '../../../platform/http/logs.js';
import { Leadership } from '../../../platform/leases/leadership.js';
import type { Leases } from '../../../platform/leases/leases.js';
import type { Signals } from '../../../platform/signals/port.js';
import type { TaskId } from '../task.js';
import type { AttemptDeps } from './attempt.js';
import { Capacity } from './capacity.js';
import { Dispatcher, type DispatcherDeps } from './dispatcher.js';
import type { LiveShare } from './live-share.js';
import type { Sweeper } from './sweeper.js';
import { Worker } from './worker.js';

/** Dependencies of attempts. */
export type WorkDeps = Pick<
  AttemptDeps,
  'engine' | 'mark' | 'findDefect' | 'defectReleases' | 'checkVideo' | 'checkResult' | 'blobs' | 'ledger' | 'workFolder'
>;

export interface RunnerDeps extends Omit<DispatcherDeps, 'capacity' | 'log'> {
  /** Absent in a process that runs no tasks and only follows the queue. */
  readonly work?: WorkDeps;
  readonly live: LiveShare;
  readonly sweeper: Pick<Sweeper, 'sweep'>;
  /** Signals between the processes of the installation. */
  readonly shared: Signals;
  /**
   * Leader election, if several processes may run tasks over the same stores: the leader dispatches and sweeps. `clock`
   * is the clock of the leases.
   */
  readonly lead?: { readonly leases: Leases; readonly clock: Clock };
  /** Name of this process for the jobs port. */
  readonly name: string;
  readonly log: Omit<Logs, 'debug'>;
}

/** Runs tasks in this process, or follows how others run them: dispatcher, worker and periodic sweeps. */
export class TaskRunner {
  readonly capacity: Capacity;
  readonly dispatcher: Dispatcher;
  readonly worker: Worker | undefined;
  private readonly dispatching: PeriodicTask;
  private readonly sweeping: PeriodicTask | undefined;
  private readonly leadership: Leadership | undefined;
  private readonly news = new Set<TaskId>();
  private stopListening: readonly (() => void)[] = [];
  /** Whether this process dispatches and sweeps. */
  private isLeading: boolean;

  constructor(private readonly deps: RunnerDeps) {
    const { work, lead, live, log, name, settings, sweeper } = deps;
    this.isLeading = work !== undefined && lead === undefined;
    this.capacity = new Capacity(
      { ...deps, everyMs: settings.sweepEveryMs },
      work ? settings.concurrency : 0,
      settings.concurrency,
    );
    this.dispatcher = new Dispatcher({ ...deps, capacity: this.capacity }, this.isLeading);
    this.worker = work && new Worker({ ...deps, ...work, live: live.board });
    const atOnce = { log, level: 'error', firstMs: 0 } as const;
    this.dispatching = new PeriodicTask(() => this.dispatch(), {
      ...atOnce,
      everyMs: settings.lookAgainMs,
      failure: 'tasks could not be dispatched; retrying',
    });
    this.sweeping =
      work &&
      new PeriodicTask(async () => (this.isLeading ? sweeper.sweep() : undefined), {
        ...atOnce,
        everyMs: settings.sweepEveryMs,
        failure: 'tasks could not be swept; retrying',
      });
    this.leadership =
      work &&
      lead &&
      new Leadership({
        ...lead,
        log,
        name: 'creation.dispatcher',
        holder: name,
        forMs: settings.leadMs,
        job: { start: async () => this.lead(), stop: async () => this.follow() },
      });
  }

  /** Starts whatever this process does: dispatching, working, sweeping. */
  start(): void {
    const { signals, live } = this.deps;
    this.stopListening = [
      signals.listenAll((change) => {
        if (change.what !== 'document') return;
        this.news.add(change.taskId);
        this.dispatching.wake();
      }),
      signals.start(),
      live.start(),
      this.capacity.start(),
    ];
    this.worker?.start();
    this.dispatching.start();
    this.sweeping?.start();
    this.leadership?.begin();
  }

  /** Drains: running tasks return to the queue. */
  async stop(): Promise<void> {
    await Promise.all([this.leadership?.end(), this.dispatching.stop(), this.sweeping?.stop()]);
    await this.worker?.stop();
    for (const stop of this.stopListening) stop();
  }

  private lead(): void {
    this.isLeading = true;
    this.dispatcher.lead();
    this.dispatching.wake();
    this.sweeping?.wake();
  }

  private follow(): void {
    this.isLeading = false;
    this.dispatcher.follow();
  }

  private async dispatch(): Promise<void> {
    const named = [...this.news];
    this.news.clear();
    await this.dispatcher.round(named);
  }
}
