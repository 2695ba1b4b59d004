import { z } from 'zod';
import { Broadcast } from '../../platform/signals/broadcast.js';
import type { Signals } from '../../platform/signals/port.js';
import type { ProjectId } from '../projects/project.js';

// Our own store has this id.
const boardNews = z.object({ id: z.custom<ProjectId>((value) => typeof value === 'string') });
type BoardNews = z.infer<typeof boardNews>;

/** Says that something was made of a board, here and to the other processes. A hint; it may be lost. */
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

  /** Hears from now on what other processes tell. @returns how to stop */
  start(): () => void {
    return this.others.subscribe(({ id }) => this.deliver(id));
  }

  /** Hears of one board. @returns how to stop */
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
