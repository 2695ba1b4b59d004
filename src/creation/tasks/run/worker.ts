import { z } from 'zod';
import { isTraceparent, type Traceparent } from '../../../kernel/trace.js';
import type { LeasedJob } from '../../../platform/jobs/port.js';
import { inSpan } from '../../../platform/telemetry/tracing.js';
import type { TaskId } from '../task.js';
import { TaskAttempt, type AttemptDeps } from './attempt.js';
import { PeriodicTask } from '../../../platform/concurrency/periodic-task.js';
import type { FailureLog } from '../../../platform/http/logs.js';

export interface WorkerDeps extends AttemptDeps {
  /** Name of this process for the jobs port. */
  readonly name: string;
  readonly log: FailureLog;
}

const payload = z.object({
  taskId: z.custom<TaskId>((value) => typeof value === 'string'),
  attempt: z.int().min(1),
  traceparent: z.custom<Traceparent>(isTraceparent).exactOptional(),
});

/** Leases and runs jobs, up to its concurrency, each with a heartbeat, until it is stopped. */
export class Worker {
  private readonly running = new Map<TaskAttempt, Promise<void>>();
  private readonly leasing: PeriodicTask;
  private stopListening: readonly (() => void)[] = [];

  constructor(private readonly deps: WorkerDeps) {
    const { settings, log } = deps;
    this.leasing = new PeriodicTask(() => this.round(), {
      log,
      level: 'error',
      failure: 'jobs could not be leased; retrying',
      everyMs: Math.min(settings.lookAgainMs, settings.leaseMs / 4),
      firstMs: 0,
    });
  }

  start(): void {
    const { jobs, signals, settings } = this.deps;
    this.stopListening = [
      jobs.onAdded(settings.queue, () => this.leasing.wake()),
      signals.listenAll((change) => {
        if (change.what === 'document') void this.stopIfEnded(change.taskId);
      }),
    ];
    this.leasing.start();
  }

  /** Drains: running tasks stop and return to the queue, at no cost to anyone. */
  async stop(): Promise<void> {
    for (const stop of this.stopListening) stop();
    await this.leasing.stop();
    for (const attempt of this.running.keys()) attempt.stop('drain');
    await Promise.all(this.running.values());
  }

  /** Attempts that run in this process. */
  attempts(): Iterable<TaskAttempt> {
    return this.running.keys();
  }

  /**
   * Leases as many jobs as there is room for.
   * @throws StoreUnavailable
   */
  async round(): Promise<void> {
    const { jobs, settings, name } = this.deps;
    const room = settings.concurrency - this.running.size;
    if (room <= 0) return;
    for (const job of await jobs.lease(settings.queue, name, settings.leaseMs, room)) this.take(job);
  }

  /** Resolves once nothing runs. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running.values());
  }

  private take(job: LeasedJob): void {
    const { traceparent, ...by } = payload.parse(job.payload);
    const attempt = new TaskAttempt(this.deps, job, by);
    const over = this.run(attempt, traceparent).finally(() => {
      this.running.delete(attempt);
      this.leasing.wake();
    });
    this.running.set(attempt, over);
  }

  private async run(attempt: TaskAttempt, traceparent: Traceparent | undefined): Promise<void> {
    const { settings, log } = this.deps;
    const every = { log, level: 'error', everyMs: settings.heartbeatMs } as const;
    const signs = [
      new PeriodicTask(() => attempt.keepLease(), { ...every, failure: 'a job lease could not be extended; retrying' }),
      new PeriodicTask(() => attempt.beat(), { ...every, failure: 'a heartbeat failed; the next one follows' }),
    ];
    for (const sign of signs) sign.start();
    const limit = setTimeout(() => attempt.stop('timeout'), settings.attemptLimitMs);
    try {
      await inSpan('attempt', () => attempt.run(), { parent: traceparent });
    } catch (error) {
      attempt.stop('lost');
      log.error(
        { err: error, taskId: attempt.by.taskId },
        'an attempt was interrupted; the next one continues from the stored state',
      );
    } finally {
      clearTimeout(limit);
      await Promise.all(signs.map((sign) => sign.stop()));
    }
  }

  /** Stops a cancelled task at once instead of at its next heartbeat. */
  private async stopIfEnded(id: TaskId): Promise<void> {
    const mine = [...this.running.keys()].filter((attempt) => attempt.by.taskId === id);
    if (mine.length === 0) return;
    try {
      const task = (await this.deps.tasks.get(id))?.document;
      for (const attempt of mine) {
        if (task?.status !== 'processing' && task?.status !== 'queued') attempt.stop('canceled');
      }
    } catch (error) {
      this.deps.log.warn(
        { err: error, taskId: id },
        'cancellation of a task could not be checked; the next heartbeat checks again',
      );
    }
  }
}
