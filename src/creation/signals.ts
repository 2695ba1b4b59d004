import type { UserId } from '../kernel/ids.js';
import type { TaskId } from './task.js';

/**
 * Something about a task is new: its document, only its version and time (`beat`, which concerns those who watch it), or
 * how far its pictures are. A hint, carried in process; it may be lost.
 */
export class TaskChanged {
  constructor(readonly taskId: TaskId, readonly owner: UserId, readonly what: 'document' | 'beat' | 'progress') {}
}

type Listener = (change: TaskChanged) => void;

/** Hands hints to those who wait for them, by owner, so that a thousand open pages do not each hear of everything. */
export class TaskSignals {
  private readonly byOwner = new Map<UserId, Set<Listener>>();
  private readonly all = new Set<Listener>();

  /** @param publish where a hint goes out; the one who receives it there calls `deliver` */
  constructor(private readonly publish: (change: TaskChanged) => void = (change) => this.deliver(change)) {}

  /** Says that a task changed. */
  changed(task: { readonly id: TaskId; readonly owner: UserId }, what: TaskChanged['what']): void {
    this.publish(new TaskChanged(task.id, task.owner, what));
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
