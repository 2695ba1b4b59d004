import type { Clock, Millis } from '../../../kernel/clock.js';
import { defined } from '../../../kernel/defined.shared.js';
import type { Logs } from '../../../platform/http/logs.js';
import type { Jobs } from '../../../platform/jobs/port.js';
import type { CreationSettings } from '../settings.js';
import type { TaskSignals } from '../signals.js';
import { hasEnded, type Queued, type Task, type TaskId } from '../task.js';
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
  /** Tasks that run at once, over all workers. */
  readonly capacity: Pick<Capacity, 'total'>;
  readonly schedulerState: Pick<SchedulerStateStore, 'read' | 'write'>;
  /** Tasks of someone that may run at once by their plan, now. */
  readonly parallelOf: (owner: Task['owner']) => Promise<number>;
  readonly log: Pick<Logs, 'warn'>;
}

/** The name of an attempt: the job's id in the jobs port, where adding it twice is adding it once. */
export function jobId(id: TaskId, attempt: number): string {
  return `${id}_${attempt}`;
}

/** Before anything was measured: what a task takes, milliseconds. */
const FIRST_GUESS_MS = 4_000;

/**
 * Chooses what runs next, fairly over owners, and keeps a small window of it in the jobs port. All it knows is a copy of
 * what the documents say, brought up to date by signals and read again from time to time. Of several, one leads at a time;
 * the others keep their copies, tell what waits by them, and put nothing anywhere.
 */
export class Dispatcher {
  private readonly queue = new FairQueue();
  /** Attempt that was put into the jobs port, by task. */
  private readonly dispatched = new Map<TaskId, number>();
  private averageMs: Millis = FIRST_GUESS_MS;
  /** When everything was last read; never, or a round has failed since: what it had been told of is not known then. */
  private lookedAtAllAt: Millis | undefined;

  private isLeading: boolean;
  /** Whether whose turn it is, is known here: read since this one leads. */
  private hasState = false;

  /** @param leads whether it fills the window from the start */
  constructor(private readonly deps: DispatcherDeps, leads = true) {
    this.isLeading = leads;
  }

  /** From now on this one fills the window. What the one before has put there is found by reading everything. */
  lead(): void {
    this.isLeading = true;
    this.hasState = false;
    this.lookedAtAllAt = undefined;
  }

  /** Another one fills the window: what this one had put there and no one began waits like all else. */
  follow(): void {
    this.isLeading = false;
    this.hasState = false;
    this.lookedAtAllAt = undefined;
    this.dispatched.clear();
  }

  /** Takes in what a document says now. */
  observe(id: TaskId, task: Task | undefined): void {
    if (task === undefined || hasEnded(task)) {
      if (task !== undefined && this.queue.isRunning(id)) this.measure(task.finishedAt - (task.startedAt ?? task.finishedAt));
      this.queue.leave(id);
      this.dispatched.delete(id);
    } else if (task.status === 'processing') {
      this.dispatched.set(id, task.attempt);
      this.queue.start(id, task.owner);
    } else if (task.status === 'queued') {
      if (this.dispatched.get(id) === task.attempt + 1) return;
      this.dispatched.delete(id);
      // One that already waits keeps its place: to enter again changes nothing.
      if (this.queue.isRunning(id)) this.queue.leave(id);
      this.queue.enter(task);
    }
  }

  /**
   * One round: the tasks named are read, or everything when nothing is named or it is time to, however many are named.
   * @throws StoreUnavailable with what was named not forgotten: the next round reads everything
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

  /** Reads these tasks again and, if there is room, puts what is next into the jobs port. */
  async look(ids: readonly TaskId[]): Promise<void> {
    for (const id of ids) this.observe(id, (await this.deps.tasks.get(id))?.document);
    await this.fill();
  }

  /** Reads everything again: what was missed is seen, what was lost from the jobs port is put there again. */
  async lookAtAll(): Promise<void> {
    const seen = new Set<TaskId>();
    const { tasks, clock, jobs, schedulerState } = this.deps;
    // Who leads knows better than what is written down, once it has read it.
    if (!this.hasState) this.queue.resume(await schedulerState.read());
    this.hasState = this.isLeading;
    for (const upkeep of ['processing', 'queued'] as const) {
      for await (const { document } of tasks.needing(upkeep, clock.now() + 1)) {
        seen.add(document.id);
        this.observe(document.id, document);
        if (this.isLeading && document.status === 'queued' && this.dispatched.has(document.id)) await jobs.add(this.jobOf(document));
      }
    }
    for (const id of this.queue.ids()) {
      if (!seen.has(id)) this.observe(id, (await tasks.get(id))?.document);
    }
    await this.fill();
  }

  /** Moves tasks into the jobs port until its window is full, no one may run more, or another leads. @throws StoreUnavailable */
  async fill(): Promise<void> {
    const { jobs, settings } = this.deps;
    if (!this.isLeading) return;
    const room = settings.window - (await jobs.size(settings.queue)).waiting;
    if (room > 0 && (await this.put(room)) > 0) await this.deps.schedulerState.write(this.queue.state());
  }

  /** Puts up to so many into the jobs port. @returns how many @throws StoreUnavailable */
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

  /** How many tasks of someone may run at once follows their plan as it is now. Where that cannot be asked, it stays as it was last known: no one else waits for that. */
  private async askLimits(): Promise<void> {
    await Promise.all(this.queue.heldUp().map(async (owner) => {
      try {
        this.queue.allow(owner, await this.deps.parallelOf(owner));
      } catch (error) {
        this.deps.log.warn({ err: error, user: owner }, 'how many tasks somebody may run at once could not be asked; it stays as it was');
      }
    }));
  }

  /** Puts what was taken from the queue into the jobs port. @returns false when it no longer waits @throws StoreUnavailable */
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
      // Else it would count as running for ever and hold its owner's turn.
      this.dispatched.delete(next.id);
      this.queue.giveBack(next);
      throw error;
    }
  }

  /** Place in the queue (1 is next) and milliseconds until it should be finished; nothing for one that does not wait. */
  outlook(id: TaskId): { readonly place: number; readonly estimateMs: Millis } | undefined {
    const place = this.queue.place(id);
    if (place === undefined) return this.dispatched.has(id) ? { place: 1, estimateMs: Math.round(this.averageMs * 1.5) } : undefined;
    const ahead = place - 1 + this.queue.size.running;
    return { place, estimateMs: Math.round(this.averageMs * (ahead / this.deps.capacity.total() + 1)) };
  }

  private jobOf(task: Queued): { readonly id: string; readonly queue: string; readonly payload: { readonly taskId: TaskId; readonly attempt: number; readonly traceparent?: string } } {
    const attempt = task.attempt + 1;
    return { id: jobId(task.id, attempt), queue: this.deps.settings.queue, payload: { taskId: task.id, attempt, ...defined({ traceparent: task.traceparent }) } };
  }

  private measure(ms: Millis): void {
    if (ms > 0) this.averageMs += (ms - this.averageMs) / 8;
  }
}
