import type { Clock, Millis } from '../../../kernel/clock.js';
import { defined } from '../../../kernel/defined.shared.js';
import type { Logs } from '../../../platform/http/logs.js';
import type { Jobs } from '../../../platform/jobs/port.js';
import type { CreationSettings } from '../settings.js';
import type { TaskSignals } from '../signals.js';
import { hasEnded, type TaskId } from '../task.js';
import type { Queued, Task } from '../task.state.js';
import type { TaskStore } from '../task.store.js';
import type { Capacity } from './capacity.js';
import { FairQueue, type Waiting } from './fair.js';
import type { SchedulerStateStore } from './scheduler-state.store.js';

export interface DispatcherDeps {
  readonly tasks: TaskStore;
  readonly jobs: Jobs;
  readonly signals: TaskSignals;
  readonly clock: Clock;
  readonly settings: CreationSettings;
  /** Tasks that run at once on all workers. */
  readonly capacity: Pick<Capacity, 'total'>;
  readonly schedulerState: Pick<SchedulerStateStore, 'read' | 'write'>;
  /** Tasks that the owner's plan allows to run at once, now. */
  readonly parallelOf: (owner: Task['owner']) => Promise<number>;
  readonly log: Pick<Logs, 'warn'>;
}

/** Id of an attempt's job. The jobs port ignores a second job with the same id. */
export function jobId(id: TaskId, attempt: number): string {
  return `${id}_${attempt}`;
}

/** Estimated duration of a task before any measurement, in milliseconds. */
const FIRST_GUESS_MS = 4_000;

/**
 * Selects the next tasks, fairly across owners, and keeps a small window of them in the jobs port. Its state is only a
 * copy of the documents, updated by signals and by periodic full reads. One of several dispatchers leads. The others
 * keep their copies up to date and report queue positions, but add no jobs.
 */
export class Dispatcher {
  private readonly queue = new FairQueue();
  /** The attempt added to the jobs port, by task. */
  private readonly dispatched = new Map<TaskId, number>();
  private averageMs: Millis = FIRST_GUESS_MS;
  /**
   * Time of the last full read. undefined before the first and after a failed round, since updates may have been lost.
   */
  private lookedAtAllAt: Millis | undefined;

  private isLeading: boolean;
  /** Whether the scheduler state is known: read since this dispatcher leads. */
  private hasState = false;

  /** @param leads whether it fills the window from the start */
  constructor(
    private readonly deps: DispatcherDeps,
    leads = true,
  ) {
    this.isLeading = leads;
  }

  /** Makes this dispatcher the leader. The next full read finds the jobs of the previous one. */
  lead(): void {
    this.isLeading = true;
    this.hasState = false;
    this.lookedAtAllAt = undefined;
  }

  /** Another dispatcher leads now. Tasks that this one dispatched and that have not begun count as waiting again. */
  follow(): void {
    this.isLeading = false;
    this.hasState = false;
    this.lookedAtAllAt = undefined;
    this.dispatched.clear();
  }

  /** Updates the copy from a document. */
  observe(id: TaskId, task: Task | undefined): void {
    if (task === undefined || hasEnded(task)) {
      if (task !== undefined && this.queue.isRunning(id))
        this.measure(task.finishedAt - (task.startedAt ?? task.finishedAt));
      this.queue.leave(id);
      this.dispatched.delete(id);
    } else if (task.status === 'processing') {
      this.dispatched.set(id, task.attempt);
      this.queue.start(id, task.owner);
    } else if (task.status === 'queued') {
      if (this.dispatched.get(id) === task.attempt + 1) return;
      this.dispatched.delete(id);
      // A waiting task keeps its place, because entering it again has no effect.
      if (this.queue.isRunning(id)) this.queue.leave(id);
      this.queue.enter(task);
    }
  }

  /**
   * One round: reads the given tasks. Reads all tasks if none is given or a full read is due.
   * @throws StoreUnavailable; the next round then reads everything, so the given tasks are not lost
   */
  async round(named: readonly TaskId[]): Promise<void> {
    const { clock, settings } = this.deps;
    const now = clock.now();
    const isDue = this.lookedAtAllAt === undefined || now - this.lookedAtAllAt >= settings.lookAgainMs;
    const isAll = isDue || named.length === 0;
    try {
      await (isAll ? this.lookAtAll() : this.look(named));
      if (isAll) this.lookedAtAllAt = now;
    } catch (error) {
      this.lookedAtAllAt = undefined;
      throw error;
    }
  }

  /** Reads these tasks again and fills the window if there is room. */
  async look(ids: readonly TaskId[]): Promise<void> {
    for (const id of ids) this.observe(id, (await this.deps.tasks.get(id))?.document);
    await this.fill();
  }

  /** Reads all tasks, so that missed changes are seen and jobs lost from the jobs port are added again. */
  async lookAtAll(): Promise<void> {
    const seen = new Set<TaskId>();
    const { tasks, clock, jobs, schedulerState } = this.deps;
    // Once read, the leader's own state is newer than the stored one.
    if (!this.hasState) this.queue.resume(await schedulerState.read());
    this.hasState = this.isLeading;
    for (const upkeep of ['processing', 'queued'] as const) {
      for await (const { document } of tasks.needing(upkeep, clock.now() + 1)) {
        seen.add(document.id);
        this.observe(document.id, document);
        if (this.isLeading && document.status === 'queued' && this.dispatched.has(document.id))
          await jobs.add(this.jobOf(document));
      }
    }
    for (const id of this.queue.ids()) {
      if (!seen.has(id)) this.observe(id, (await tasks.get(id))?.document);
    }
    await this.fill();
  }

  /**
   * Adds jobs until the window is full, no owner may run more, or another dispatcher leads.
   * @throws StoreUnavailable
   */
  async fill(): Promise<void> {
    const { jobs, settings } = this.deps;
    if (!this.isLeading) return;
    const room = settings.window - (await jobs.size(settings.queue)).waiting;
    if (room > 0 && (await this.put(room)) > 0) await this.deps.schedulerState.write(this.queue.state());
  }

  /**
   * Adds up to this many jobs.
   * @returns how many
   * @throws StoreUnavailable
   */
  private async put(room: number): Promise<number> {
    let count = 0;
    await this.askLimits();
    while (count < room && this.isLeading) {
      const next = this.queue.take(this.deps.clock.now());
      if (next === undefined) break;
      if (await this.dispatch(next)) count += 1;
    }
    return count;
  }

  /**
   * Updates the owners' limits from their current plans. If a lookup fails, the last known limit stays, so that no
   * other owner has to wait.
   */
  private async askLimits(): Promise<void> {
    await Promise.all(
      this.queue.heldUp().map(async (owner) => {
        try {
          this.queue.allow(owner, await this.deps.parallelOf(owner));
        } catch (error) {
          this.deps.log.warn(
            { err: error, user: owner },
            'a user’s concurrency limit could not be read; the last known limit stays',
          );
        }
      }),
    );
  }

  /**
   * Adds the job of a task taken from the queue.
   * @returns false if the task no longer waits
   * @throws StoreUnavailable
   */
  private async dispatch(next: Waiting): Promise<boolean> {
    const { jobs, tasks } = this.deps;
    try {
      const task = (await tasks.get(next.id))?.document;
      if (task?.status !== 'queued') {
        this.observe(next.id, task);
        return false;
      }
      this.dispatched.set(task.id, task.attempt + 1);
      await jobs.add(this.jobOf(task));
      return true;
    } catch (error) {
      // Otherwise it would count as running for ever and block its owner.
      this.dispatched.delete(next.id);
      this.queue.giveBack(next);
      throw error;
    }
  }

  /**
   * Queue position (1 is next) and estimated milliseconds until the task is finished; undefined for a task that does
   * not wait.
   */
  outlook(id: TaskId): { readonly place: number; readonly estimateMs: Millis } | undefined {
    const place = this.queue.place(id);
    if (place === undefined)
      return this.dispatched.has(id) ? { place: 1, estimateMs: Math.round(this.averageMs * 1.5) } : undefined;
    const ahead = place - 1 + this.queue.size.running;
    return { place, estimateMs: Math.round(this.averageMs * (ahead / this.deps.capacity.total() + 1)) };
  }

  private jobOf(task: Queued): {
    readonly id: string;
    readonly queue: string;
    readonly payload: { readonly taskId: TaskId; readonly attempt: number; readonly traceparent?: string };
  } {
    const attempt = task.attempt + 1;
    return {
      id: jobId(task.id, attempt),
      queue: this.deps.settings.queue,
      payload: { taskId: task.id, attempt, ...defined({ traceparent: task.traceparent }) },
    };
  }

  private measure(ms: Millis): void {
    if (ms > 0) this.averageMs += (ms - this.averageMs) / 8;
  }
}
