import { productError } from '../../../kernel/errors.shared.js';
import type { Jobs } from '../../../platform/jobs/port.js';
import { finishReserving, type ReserveDeps } from '../submit/reserve.js';
import { isUnsure, settleTask } from '../submit/settle.js';
import { cancel, hasEnded, loseAttempt } from '../task.js';
import type { Task } from '../task.state.js';
import { jobId } from './dispatcher.js';
import type { FailureLog } from '../../../platform/http/logs.js';

export interface SweeperDeps extends ReserveDeps {
  readonly jobs: Jobs;
  readonly log: FailureLog;
}

/** Another cleanup after crashes. It must be idempotent and safe to run concurrently. */
export interface Sweep {
  sweep(): Promise<void>;
}

/**
 * Completes, from the documents alone, what a crash interrupted. Every duty is idempotent and safe to run in several
 * sweepers at once. The dispatcher recovers lost jobs itself (`Dispatcher.lookAtAll`).
 */
export class Sweeper {
  private readonly others: Sweep[] = [];

  constructor(private readonly deps: SweeperDeps) {}

  /** Adds sweeps that run in each round after the tasks, in order of registration. */
  add(...others: readonly Sweep[]): void {
    this.others.push(...others);
  }

  /** One round over all tasks that may need it. A failure of one task does not stop the others. */
  async sweep(): Promise<void> {
    const { clock, settings, tasks } = this.deps;
    const now = clock.now();
    for await (const { document } of tasks.needing('reserving', now - settings.reservingPatienceMs))
      await this.each(document, () => this.reserving(document));
    for await (const { document } of tasks.needing('queued', now + 1))
      await this.each(document, async () => void (await this.late(document)));
    for await (const { document } of tasks.needing('processing', now + 1))
      await this.each(document, () => this.processing(document));
    for await (const { document } of tasks.needing('unsettled', now - settings.reservingPatienceMs))
      await this.each(document, () => this.unsettled(document));
    for await (const { document } of tasks.needing('unsure', now - settings.requestLifeMs))
      await this.each(document, () => this.unsettled(document));
    for await (const task of tasks.needing('purge', now - settings.purgeAfterMs))
      await this.each(task.document, async () => void (await tasks.purge(task)));
    for (const other of this.others) await other.sweep();
  }

  private async each(task: Task, duty: () => Promise<void>): Promise<void> {
    try {
      await duty();
    } catch (error) {
      this.deps.log.warn(
        { err: error, taskId: task.id, status: task.status },
        'a task could not be swept; it is retried',
      );
    }
  }

  private async reserving(task: Task): Promise<void> {
    if (task.status !== 'reserving') return;
    if (!(await this.late(task))) await finishReserving(this.deps, task);
  }

  private async processing(task: Task): Promise<void> {
    if (task.status !== 'processing') return;
    const { clock, settings, tasks, signals } = this.deps;
    // No heartbeat for three leases: either the worker and its job are gone, or another worker would have taken it up;
    // or the worker cannot write, so its result could not be kept.
    if (clock.now() - task.heartbeatAt < 3 * settings.leaseMs) return void (await this.late(task));
    const lost = await tasks.change(task.id, (now) =>
      loseAttempt(now, task.attempt, clock.now(), settings.attempts, productError('ENGINE_FAILED')),
    );
    if (lost.ok) signals.changed(task, 'document');
  }

  /**
   * Cancels a task past its deadline, while its hold is still valid.
   * @returns whether it did
   */
  private async late(task: Task): Promise<boolean> {
    const { clock, tasks, signals, jobs } = this.deps;
    if (hasEnded(task) || clock.now() < task.deadlineAt) return false;
    const canceled = await tasks.change(task.id, (now) =>
      hasEnded(now) || clock.now() < now.deadlineAt
        ? { ok: false, error: 'not-now' }
        : cancel(now, clock.now(), 'deadline'),
    );
    if (!canceled.ok) return false;
    if (task.status !== 'reserving')
      await jobs.cancel(jobId(task.id, task.status === 'queued' ? task.attempt + 1 : task.attempt));
    signals.changed(task, 'document');
    return true;
  }

  private async unsettled(task: Task): Promise<void> {
    if (hasEnded(task) && isUnsure(task, this.deps.clock.now(), this.deps.settings)) return;
    await settleTask(this.deps, task.id);
  }
}
