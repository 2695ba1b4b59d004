import { z } from 'zod';
import { Broadcast } from '../../platform/signals/broadcast.js';
import type { Signals } from '../../platform/signals/port.js';
import type { ProjectId } from '../projects/project.js';

// The signal comes from our own store, so the id needs no check.
const boardNews = z.object({ id: z.custom<ProjectId>((value) => typeof value === 'string') });
type BoardNews = z.infer<typeof boardNews>;

/** Signals, in all processes, that the state of a board has changed. It is a hint and may be lost. */
export class BoardSignals {
  private readonly others: Broadcast<BoardNews>;
  private readonly listeners = new Map<ProjectId, Set<() => void>>();

  constructor(shared: Signals) {
    this.others = new Broadcast(shared, 'creation.boards', boardNews);
  }

  changed(id: ProjectId): void {
    this.deliver(id);
    this.others.publish({ id });
  }

  /**
   * Subscribes to signals from other processes.
   * @returns a function that unsubscribes
   */
  start(): () => void {
    return this.others.subscribe(({ id }) => this.deliver(id));
  }

  /**
   * Subscribes to one board.
   * @returns a function that unsubscribes
   */
  listen(id: ProjectId, listener: () => void): () => void {
    const listeners = this.listeners.get(id) ?? new Set();
    this.listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.listeners.delete(id);
    };
  }

  private deliver(id: ProjectId): void {
    for (const listener of this.listeners.get(id) ?? []) listener();
  }
}
