import { productError } from '../../../kernel/errors.shared.js';
import type { Jobs } from '../../../platform/jobs/port.js';
import { finishReserving, type ReserveDeps } from '../submit/reserve.js';
import { isUnsure, settleTask } from '../submit/settle.js';
import { cancel, hasEnded, loseAttempt, type Task } from '../task.js';
import { jobId } from './dispatcher.js';
import type { FailureLog } from '../../../platform/http/logs.js';

export interface SweeperDeps extends ReserveDeps {
  readonly jobs: Jobs;
  readonly log: FailureLog;
}

/** Something else that finishes what a crash left in the middle. May be done again and by several at once. */
export interface Sweep {
  sweep(): Promise<void>;
}

/**
 * Finishes from the documents alone whatever a crash left in the middle. Each duty is idempotent and may run by several
 * sweepers at once. What the dispatcher lost it finds itself (`Dispatcher.lookAtAll`).
 */
export class Sweeper {
  private readonly others: Sweep[] = [];

  constructor(private readonly deps: SweeperDeps) {}

  /** Has others sweep in each round, after the tasks, in the order in which they were added. */
  add(...others: readonly Sweep[]): void {
    this.others.push(...others);
  }

  /** One round over all that may need it. A task that cannot be helped now does not keep the others waiting. */
  async sweep(): Promise<void> {
    const { clock, settings, tasks } = this.deps;
    const now = clock.now();
    for await (const { document } of tasks.needing('reserving', now - settings.reservingPatienceMs)) await this.each(document, () => this.reserving(document));
    for await (const { document } of tasks.needing('queued', now + 1)) await this.each(document, async () => void (await this.late(document)));
    for await (const { document } of tasks.needing('processing', now + 1)) await this.each(document, () => this.processing(document));
    for await (const { document } of tasks.needing('unsettled', now - settings.reservingPatienceMs)) await this.each(document, () => this.unsettled(document));
    for await (const { document } of tasks.needing('unsure', now - settings.requestLifeMs)) await this.each(document, () => this.unsettled(document));
    for await (const task of tasks.needing('purge', now - settings.purgeAfterMs)) await this.each(task.document, async () => void (await tasks.purge(task)));
    for (const other of this.others) await other.sweep();
  }

  private async each(task: Task, duty: () => Promise<void>): Promise<void> {
    try {
      await duty();
    } catch (error) {
      this.deps.log.warn({ err: error, taskId: task.id, status: task.status }, 'a task could not be looked after and will be tried again');
    }
  }

  private async reserving(task: Task): Promise<void> {
    if (task.status !== 'reserving') return;
    if (!(await this.late(task))) await finishReserving(this.deps, task);
  }

  private async processing(task: Task): Promise<void> {
    if (task.status !== 'processing') return;
    const { clock, settings, tasks, signals } = this.deps;
    // Three leases without a sign: the worker is dead and its job gone too, or another would have taken it up; or it cannot write, and what it makes could not be kept.
    if (clock.now() - task.heartbeatAt < 3 * settings.leaseMs) return void (await this.late(task));
    const lost = await tasks.change(task.id, (now) => (
      loseAttempt(now, task.attempt, clock.now(), settings.attempts, productError('ENGINE_FAILED'))
    ));
    if (lost.ok) signals.changed(task, 'document');
  }

  /** A task past its deadline is cancelled, while its hold still stands. @returns whether it was */
  private async late(task: Task): Promise<boolean> {
    const { clock, tasks, signals, jobs } = this.deps;
    if (hasEnded(task) || clock.now() < task.deadlineAt) return false;
    const canceled = await tasks.change(task.id, (now) => (
      hasEnded(now) || clock.now() < now.deadlineAt ? { ok: false, error: 'not-now' } : cancel(now, clock.now(), 'deadline')
    ));
    if (!canceled.ok) return false;
    if (task.status !== 'reserving') await jobs.cancel(jobId(task.id, task.status === 'queued' ? task.attempt + 1 : task.attempt));
    signals.changed(task, 'document');
    return true;
  }

  private async unsettled(task: Task): Promise<void> {
    if (hasEnded(task) && isUnsure(task, this.deps.clock.now(), this.deps.settings)) return;
    await settleTask(this.deps, task.id);
  }
}
