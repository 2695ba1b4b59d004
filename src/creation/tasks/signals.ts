import { z } from 'zod';
import type { UserId } from '../../kernel/ids.js';
import { Broadcast } from '../../platform/signals/broadcast.js';
import type { Signals } from '../../platform/signals/port.js';
import type { TaskId } from './task.js';

/**
 * Something about a task is new: its document, only its version and time (`beat`, which concerns those who watch it), or
 * how far its images are. A hint; it may be lost.
 */
export class TaskChanged {
  constructor(readonly taskId: TaskId, readonly owner: UserId, readonly what: 'document' | 'beat' | 'progress') {}
}

type Listener = (change: TaskChanged) => void;

const taskNews = z.object({
  // Our own store made these ids.
  taskId: z.custom<TaskId>((value) => typeof value === 'string'),
  owner: z.custom<UserId>((value) => typeof value === 'string'),
  what: z.enum(['document', 'beat']),
});

/** What one process tells the others of tasks; how far they are goes its own way (run/live-share.ts). */
export function taskBroadcast(signals: Signals): Broadcast<z.infer<typeof taskNews>> {
  return new Broadcast(signals, 'creation.tasks', taskNews);
}

/** Hands hints to those who wait for them, by owner, so that a thousand open pages do not each hear of everything. */
export class TaskSignals {
  private readonly byOwner = new Map<UserId, Set<Listener>>();
  private readonly all = new Set<Listener>();

  /**
   * @param publish where a hint goes out in this process; the one who receives it there calls `deliver`
   * @param others the other processes
   */
  constructor(
    private readonly publish: (change: TaskChanged) => void = (change) => this.deliver(change),
    private readonly others?: Pick<ReturnType<typeof taskBroadcast>, 'publish' | 'subscribe'>,
  ) {}

  /** Says that a task changed, here and to the other processes. */
  changed(task: { readonly id: TaskId; readonly owner: UserId }, what: TaskChanged['what']): void {
    this.publish(new TaskChanged(task.id, task.owner, what));
    if (what !== 'progress') this.others?.publish({ taskId: task.id, owner: task.owner, what });
  }

  /** A change that another process told of. */
  receive(change: TaskChanged): void {
    this.publish(change);
  }

  /** Hears from now on what other processes tell. @returns how to stop */
  start(): () => void {
    return this.others?.subscribe(({ taskId, owner, what }) => this.receive(new TaskChanged(taskId, owner, what))) ?? (() => undefined);
  }

  /** Calls everyone who listens. */
  deliver(change: TaskChanged): void {
    for (const listener of [...(this.byOwner.get(change.owner) ?? []), ...this.all]) listener(change);
  }

  /** Hears of one owner's tasks. @returns how to stop */
  listen(owner: UserId, listener: Listener): () => void {
    const listeners = this.byOwner.get(owner) ?? new Set();
    this.byOwner.set(owner, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.byOwner.delete(owner);
    };
  }

  /** Hears of every task. @returns how to stop */
  listenAll(listener: Listener): () => void {
    this.all.add(listener);
    return () => this.all.delete(listener);
  }
}
