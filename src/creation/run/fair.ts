import type { Millis } from '../../kernel/clock.js';
import type { Task, TaskId } from '../task.js';

export interface Waiting {
  readonly id: TaskId;
  readonly owner: Task['owner'];
  readonly queuedAt: Millis;
  /** Tasks of this owner that may run at once. */
  readonly parallel: number;
  /** Turns of this owner a round, at least 1. */
  readonly share: number;
}

interface Lane {
  /** Oldest first. */
  waiting: readonly Waiting[];
  /** Turns left before the others' come. */
  turns: number;
}

/**
 * Who is next: round robin over owners, oldest task of each first. A newcomer joins at the end of the round, so everyone
 * who waits is reached after at most one turn of each owner before; an owner whose limit is reached keeps the place and is
 * passed over until one of their tasks ends.
 */
export class FairQueue {
  /** Owners in the order of their turns. */
  private readonly lanes = new Map<Task['owner'], Lane>();
  private readonly waitingIn = new Map<TaskId, Task['owner']>();
  private readonly running = new Map<TaskId, Task['owner']>();
  private readonly runningOf = new Map<Task['owner'], number>();

  /** A task waits. One that already waits or runs changes nothing. */
  enter(task: Waiting): void {
    if (this.waitingIn.has(task.id) || this.running.has(task.id)) return;
    const lane = this.lanes.get(task.owner) ?? { waiting: [], turns: Math.max(1, Math.floor(task.share)) };
    lane.waiting = [...lane.waiting, task].sort((a, b) => a.queuedAt - b.queuedAt || (a.id < b.id ? -1 : 1));
    this.lanes.set(task.owner, lane);
    this.waitingIn.set(task.id, task.owner);
  }

  /** A task runs, whoever started it. */
  start(id: TaskId, owner: Task['owner']): void {
    this.dropWaiting(id);
    if (this.running.has(id)) return;
    this.running.set(id, owner);
    this.runningOf.set(owner, this.runningCount(owner) + 1);
  }

  /** A task neither waits nor runs any more. */
  leave(id: TaskId): void {
    this.dropWaiting(id);
    const owner = this.running.get(id);
    if (owner === undefined) return;
    this.running.delete(id);
    const left = this.runningCount(owner) - 1;
    if (left > 0) this.runningOf.set(owner, left);
    else this.runningOf.delete(owner);
  }

  /** Takes the next task that may run, and counts it as running; nothing when no one may. */
  take(): Waiting | undefined {
    for (const [owner, lane] of this.lanes) {
      const [first] = lane.waiting;
      if (first === undefined || this.runningCount(owner) >= first.parallel) continue;
      this.start(first.id, owner);
      this.passTurn(owner, lane, first.share);
      return first;
    }
    return undefined;
  }

  /** What was taken could not be begun: it waits again, and its owner is next. */
  giveBack(task: Waiting): void {
    this.leave(task.id);
    this.enter(task);
    const lanes = [...this.lanes].sort(([a], [b]) => Number(b === task.owner) - Number(a === task.owner));
    this.lanes.clear();
    for (const [owner, lane] of lanes) this.lanes.set(owner, lane);
  }

  /** A task's place among those that wait; 1 is next. As if no limit held anyone up and each had one turn a round. */
  place(id: TaskId): number | undefined {
    const owner = this.waitingIn.get(id);
    const own = owner === undefined ? undefined : this.lanes.get(owner);
    if (own === undefined) return undefined;
    const ownBefore = own.waiting.findIndex((task) => task.id === id);
    let before = ownBefore;
    let isEarlier = true;
    for (const lane of this.lanes.values()) {
      if (lane === own) isEarlier = false;
      else before += Math.min(lane.waiting.length, isEarlier ? ownBefore + 1 : ownBefore);
    }
    return before + 1;
  }

  isRunning(id: TaskId): boolean {
    return this.running.has(id);
  }

  runningCount(owner: Task['owner']): number {
    return this.runningOf.get(owner) ?? 0;
  }

  /** All that wait and all that run. */
  ids(): readonly TaskId[] {
    return [...this.waitingIn.keys(), ...this.running.keys()];
  }

  get size(): { readonly waiting: number; readonly running: number } {
    return { waiting: this.waitingIn.size, running: this.running.size };
  }

  private dropWaiting(id: TaskId): void {
    const owner = this.waitingIn.get(id);
    const lane = owner === undefined ? undefined : this.lanes.get(owner);
    if (owner === undefined || lane === undefined) return;
    this.waitingIn.delete(id);
    lane.waiting = lane.waiting.filter((task) => task.id !== id);
    if (lane.waiting.length === 0) this.lanes.delete(owner);
  }

  private passTurn(owner: Task['owner'], lane: Lane, share: number): void {
    lane.turns -= 1;
    if (lane.turns > 0 || !this.lanes.has(owner)) return;
    lane.turns = Math.max(1, Math.floor(share));
    this.lanes.delete(owner);
    this.lanes.set(owner, lane);
  }
}
