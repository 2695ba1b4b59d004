import { z } from 'zod';
import type { UserId } from '../../kernel/ids.js';
import { Broadcast } from '../../platform/signals/broadcast.js';
import type { Signals } from '../../platform/signals/port.js';
import type { TaskId } from './task.js';

/**
 * A change of a task: its document, only the document's version and time (`beat`, which matters to subscribers only),
 * or its progress. A hint that may be lost.
 */
export class TaskChanged {
  constructor(
    readonly taskId: TaskId,
    readonly owner: UserId,
    readonly what: 'document' | 'beat' | 'progress',
  ) {}
}

type Listener = (change: TaskChanged) => void;

const taskNews = z.object({
  // Written by our own store, so ids need no check.
  taskId: z.custom<TaskId>((value) => typeof value === 'string'),
  owner: z.custom<UserId>((value) => typeof value === 'string'),
  what: z.enum(['document', 'beat']),
});

/** Changes of tasks between processes. Progress is sent separately (run/live-share.ts). */
export function taskBroadcast(signals: Signals): Broadcast<z.infer<typeof taskNews>> {
  return new Broadcast(signals, 'creation.tasks', taskNews);
}

/** Delivers hints to listeners by owner, so that a thousand open pages do not all hear of every change. */
export class TaskSignals {
  private readonly byOwner = new Map<UserId, Set<Listener>>();
  private readonly all = new Set<Listener>();

  /**
   * @param publish sends a hint within this process; its receiver calls `deliver`
   * @param others the other processes
   */
  constructor(
    private readonly publish: (change: TaskChanged) => void = (change) => this.deliver(change),
    private readonly others?: Pick<ReturnType<typeof taskBroadcast>, 'publish' | 'subscribe'>,
  ) {}

  /** Signals a change, in this process and to the others. */
  changed(task: { readonly id: TaskId; readonly owner: UserId }, what: TaskChanged['what']): void {
    this.publish(new TaskChanged(task.id, task.owner, what));
    if (what !== 'progress') this.others?.publish({ taskId: task.id, owner: task.owner, what });
  }

  /** Handles a change from another process. */
  receive(change: TaskChanged): void {
    this.publish(change);
  }

  /**
   * Subscribes to changes from other processes.
   * @returns a function that unsubscribes
   */
  start(): () => void {
    return (
      this.others?.subscribe(({ taskId, owner, what }) => this.receive(new TaskChanged(taskId, owner, what))) ??
      (() => undefined)
    );
  }

  deliver(change: TaskChanged): void {
    for (const listener of [...(this.byOwner.get(change.owner) ?? []), ...this.all]) listener(change);
  }

  /**
   * Subscribes to one owner's tasks.
   * @returns a function that unsubscribes
   */
  listen(owner: UserId, listener: Listener): () => void {
    const listeners = this.byOwner.get(owner) ?? new Set();
    this.byOwner.set(owner, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.byOwner.delete(owner);
    };
  }

  /**
   * Subscribes to every task.
   * @returns a function that unsubscribes
   */
  listenAll(listener: Listener): () => void {
    this.all.add(listener);
    return () => this.all.delete(listener);
  }
}
