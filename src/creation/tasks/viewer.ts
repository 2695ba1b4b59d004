import type { Clock, Millis } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';
import type { Versioned } from '../../platform/documents/port.js';
import type { Dispatcher } from './run/dispatcher.js';
import type { LiveShare } from './run/live-share.js';
import type { TaskChanged, TaskSignals } from './signals.js';
import type { TaskView } from './task.shared.js';
import { hasEnded, type TaskId } from './task.js';
import type { Processing, Task } from './task.state.js';
import type { TaskStore } from './task.store.js';
import { viewTask } from './task.view.js';

export interface ViewerDeps {
  readonly tasks: TaskStore;
  readonly live: LiveShare;
  readonly dispatcher: Pick<Dispatcher, 'outlook'>;
  readonly signals: TaskSignals;
  readonly clock: Clock;
  /** Polling interval of a subscription, in case a signal is lost; shorter while a task is queued. */
  readonly lookAgainMs: Millis;
}

/** A change as sent to a subscriber. `cursor` is the position to resume from, in milliseconds since the epoch. */
export interface SeenChange {
  readonly cursor: Millis;
  readonly view: TaskView;
}

interface Seen {
  readonly task: Versioned<Task>;
  /** Whether every earlier change has been seen. */
  readonly isInOrder: boolean;
}

/** Clock skew between machines and slow writes may put a change this many milliseconds before the cursor. */
const CURSOR_MARGIN = 10_000;
const QUEUE_LOOK_MS = 2_000;

/** Views of tasks: joins the document, the live progress and the queue position. */
export class TaskViewer {
  constructor(private readonly deps: ViewerDeps) {}

  /** Tasks as their owner sees them now, including progress that other processes store. */
  async show(tasks: readonly Versioned<Task>[]): Promise<readonly TaskView[]> {
    await this.load(tasks);
    return tasks.map((task) => this.view(task));
  }

  /** A task as its owner sees it now, from what this process knows. */
  view(task: Versioned<Task>): TaskView {
    const {
      live: { board },
      dispatcher,
    } = this.deps;
    const { document } = task;
    const attempt = document.status === 'processing' ? document.attempt : 0;
    const outlook = document.status === 'queued' ? dispatcher.outlook(document.id) : undefined;
    return viewTask(task, {
      live: (index) => board.output(document.id, attempt, index),
      sequence: board.sequence(document.id, attempt),
      place: outlook?.place,
      estimateMs: document.status === 'processing' ? this.left(document) : outlook?.estimateMs,
    });
  }

  /**
   * Yields an owner's tasks: first those that have not ended or have changed since the cursor, then every change, until
   * the signal aborts. Nothing is sent twice without a change; polling finds what signals lose. A task that was
   * moved to the trash, deleted, or refused later, is sent again as `deleted`.
   */
  async *watch(
    owner: UserId,
    since: Millis | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<SeenChange, void, undefined> {
    const { signals } = this.deps;
    const known = new Map<TaskId, Versioned<Task>>();
    const sent = new Map<TaskId, { readonly print: string; readonly changedAt: Millis }>();
    const news = new Inbox(signal);
    const stop = signals.listen(owner, (change) => news.add(change));
    let cursor = since ?? this.deps.clock.now();
    try {
      for (let isRound = true; !signal.aborted;) {
        const seen = isRound ? this.all(owner, cursor - CURSOR_MARGIN) : this.changed(owner, news.take(), known);
        for await (const { task, isInOrder } of seen) {
          const { id, changedAt, hidden, trashedAt } = task.document;
          if (hasEnded(task.document)) known.delete(id);
          else known.set(id, task);
          if (isInOrder) cursor = Math.max(cursor, changedAt);
          await this.load([task]);
          const view = this.view(task);
          const gone = trashedAt === undefined ? 'deleted' : 'trashed';
          const print = hidden ? gone : `${view.version} ${view.place ?? ''}`;
          if (sent.get(id)?.print === print) continue;
          sent.set(id, { print, changedAt });
          yield { cursor, view };
        }
        // Entries that no later round can meet again are forgotten.
        for (const [id, { changedAt }] of sent)
          if (!known.has(id) && changedAt <= cursor - CURSOR_MARGIN) sent.delete(id);
        const isWaiting = [...known.values()].some(({ document }) => document.status === 'queued');
        isRound = !(await news.wait(
          isWaiting ? Math.min(QUEUE_LOOK_MS, this.deps.lookAgainMs) : this.deps.lookAgainMs,
        ));
      }
    } finally {
      stop();
    }
  }

  /**
   * Tasks out of change order come first and do not move the cursor, so that a client that disconnects in between skips
   * nothing.
   */
  private async *all(owner: UserId, since: Millis): AsyncGenerator<Seen, void, undefined> {
    const { tasks } = this.deps;
    for await (const task of tasks.changedSince(owner, since, true)) yield { task, isInOrder: false };
    for (const task of await tasks.unfinished(owner)) yield { task, isInOrder: false };
    for await (const task of tasks.changedSince(owner, since)) yield { task, isInOrder: true };
  }

  /** For progress alone the document need not be read. */
  private async *changed(
    owner: UserId,
    changes: readonly TaskChanged[],
    known: ReadonlyMap<TaskId, Versioned<Task>>,
  ): AsyncGenerator<Seen, void, undefined> {
    const found = await Promise.all(
      changes.map(async ({ taskId, what }) => {
        const cached = what === 'progress' ? known.get(taskId) : undefined;
        return cached?.document.status === 'processing' ? cached : this.deps.tasks.get(taskId);
      }),
    );
    for (const task of found) if (task?.document.owner === owner) yield { task, isInOrder: true };
  }

  private async load(tasks: readonly Versioned<Task>[]): Promise<void> {
    const running = tasks.flatMap(({ document }) =>
      document.status === 'processing' && !this.deps.live.board.knows(document.id, document.attempt) ? [document] : [],
    );
    if (running.length > 0) await this.deps.live.load(running);
  }

  private left(task: Processing): Millis | undefined {
    const outputs = task.outputs.map((output, index) =>
      output.state === 'ready' || output.state === 'failed'
        ? 1
        : this.deps.live.board.output(task.id, task.attempt, index).fraction,
    );
    const done = outputs.reduce((sum, part) => sum + part, 0) / Math.max(1, outputs.length);
    const spent = this.deps.clock.now() - task.startedAt;
    return done < 0.05 || spent <= 0 ? undefined : Math.round((spent / done) * (1 - done));
  }
}

/** Collects changes between two reads: one per task, where a document change outranks progress. */
class Inbox {
  private readonly changes = new Map<TaskId, TaskChanged>();
  private wake: (() => void) | undefined;

  constructor(private readonly signal: AbortSignal) {}

  add(change: TaskChanged): void {
    if (change.what !== 'progress' || !this.changes.has(change.taskId)) this.changes.set(change.taskId, change);
    this.wake?.();
  }

  take(): readonly TaskChanged[] {
    const taken = [...this.changes.values()];
    this.changes.clear();
    return taken;
  }

  /** @returns true if there is a change; false after the timeout or when the signal aborts */
  async wait(ms: Millis): Promise<boolean> {
    if (this.changes.size > 0 || this.signal.aborted) return this.changes.size > 0;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      this.signal.addEventListener('abort', this.wake, { once: true });
    });
    if (this.wake) this.signal.removeEventListener('abort', this.wake);
    this.wake = undefined;
    return this.changes.size > 0;
  }
}
