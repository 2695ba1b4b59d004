import { LANE_TURNS, type Lane } from '../../../billing/plans/entitlements.shared.js';
import type { Millis } from '../../../kernel/clock.js';
import type { TaskId } from '../task.js';
import type { Task } from '../task.state.js';

type Owner = Task['owner'];

export interface Waiting {
  readonly id: TaskId;
  readonly owner: Owner;
  readonly queuedAt: Millis;
  /**
   * The owner's limit of tasks at once at the submission; and the part of it that comes from a role, which stays when
   * the plan changes.
   */
  readonly parallel: number;
  readonly byRole?: number;
  readonly lane: Lane;
}

/**
 * Scheduler state: everything about the order that the tasks themselves do not say. Another process continues from it.
 */
export interface SchedulerState {
  /** Position in the round of lanes. */
  readonly cursor: number;
  /** Grows with each turn, and is never behind the arrival time of a task. */
  readonly turn: number;
  /** Last turn of the owners who have waited since before it. */
  readonly last: readonly { readonly lane: Lane; readonly owner: Owner; readonly turn: number }[];
}

// Object.keys loses the type of the keys.
const LANES = Object.keys(LANE_TURNS) as readonly Lane[];

/** One round of lanes. Each lane appears once for each of its turns, spread as evenly as possible. */
export const ROUND: readonly Lane[] = roundOf(LANE_TURNS);

function roundOf(turns: Readonly<Record<Lane, number>>): readonly Lane[] {
  const total = LANES.reduce((sum, lane) => sum + turns[lane], 0);
  const credit = new Map(LANES.map((lane) => [lane, 0]));
  return Array.from({ length: total }, () => {
    for (const lane of LANES) credit.set(lane, (credit.get(lane) ?? 0) + turns[lane]);
    const next = LANES.reduce((best, lane) => ((credit.get(lane) ?? 0) > (credit.get(best) ?? 0) ? lane : best));
    credit.set(next, (credit.get(next) ?? 0) - total);
    return next;
  });
}

/** An owner's waiting tasks in one lane, oldest first. */
interface Line {
  readonly owner: Owner;
  waiting: readonly Waiting[];
  /** The owner's last turn in this lane; 0 before the first. */
  last: number;
}

/**
 * Fair scheduling. Lanes take turns in a weighted round, so no lane starves. Within a lane, owners take turns (round
 * robin), each with their oldest task: next is the owner whose arrival or last turn is longest ago. A new owner
 * therefore joins at the end of the round, and everyone is served after at most one turn of each earlier owner. An
 * owner at their limit keeps their position and is skipped until one of their tasks ends.
 */
export class FairQueue {
  private readonly lanes = new Map<Lane, Map<Owner, Line>>(LANES.map((lane) => [lane, new Map()]));
  private readonly waitingIn = new Map<TaskId, Waiting>();
  private readonly running = new Map<TaskId, Owner>();
  private readonly runningOf = new Map<Owner, number>();
  /** Current limits of owners by their plans, where known. */
  private readonly limits = new Map<Owner, number>();
  private cursor = 0;
  private turn = 0;
  private known = new Map<string, number>();
  private taken: { readonly id: TaskId; readonly cursor: number; readonly last: number } | undefined;

  /** Adds a waiting task. No effect on a task that already waits or runs. */
  enter(task: Waiting): void {
    if (this.waitingIn.has(task.id) || this.running.has(task.id)) return;
    const line = this.lineOf(task);
    line.waiting = [...line.waiting, task].sort((a, b) => a.queuedAt - b.queuedAt || (a.id < b.id ? -1 : 1));
    this.waitingIn.set(task.id, task);
    this.turn = Math.max(this.turn, task.queuedAt);
  }

  /** Marks a task as running, whoever started it. */
  start(id: TaskId, owner: Owner): void {
    this.dropWaiting(id);
    if (this.running.has(id)) return;
    this.running.set(id, owner);
    this.runningOf.set(owner, this.runningCount(owner) + 1);
  }

  /** Removes a task that neither waits nor runs any more. */
  leave(id: TaskId): void {
    this.dropWaiting(id);
    const owner = this.running.get(id);
    if (owner === undefined) return;
    this.running.delete(id);
    const left = this.runningCount(owner) - 1;
    if (left > 0) this.runningOf.set(owner, left);
    else this.runningOf.delete(owner);
  }

  /** Owners with both waiting and running tasks. Only for them does the limit matter. */
  heldUp(): readonly Owner[] {
    const waiting = new Set([...this.lanes.values()].flatMap((lines) => [...lines.keys()]));
    return [...this.runningOf.keys()].filter((owner) => waiting.has(owner));
  }

  /**
   * Sets the limit of the owner's current plan, in place of the one at submission. Forgotten once the owner has no
   * waiting task.
   */
  allow(owner: Owner, parallel: number): void {
    this.limits.set(owner, parallel);
  }

  /**
   * Takes the next task and counts it as running; undefined if no owner may run one.
   * @param now lower bound of the turn
   */
  take(now: Millis = 0): Waiting | undefined {
    for (let step = 0; step < ROUND.length; step += 1) {
      const place = (this.cursor + step) % ROUND.length;
      const line = this.nextIn(ROUND[place]);
      const [first] = line?.waiting ?? [];
      if (line === undefined || first === undefined) continue;
      this.taken = { id: first.id, cursor: this.cursor, last: line.last };
      this.cursor = (place + 1) % ROUND.length;
      this.turn = Math.max(now, this.turn + 1);
      line.last = this.turn;
      this.start(first.id, first.owner);
      return first;
    }
    return undefined;
  }

  /** Returns a task that was just taken but could not be started. It waits again, and its turn is undone. */
  giveBack(task: Waiting): void {
    this.leave(task.id);
    this.enter(task);
    if (this.taken?.id !== task.id) return;
    this.cursor = this.taken.cursor;
    this.lineOf(task).last = this.taken.last;
  }

  /** State for a dispatcher that continues this queue. */
  state(): SchedulerState {
    const lines = [...this.lanes].flatMap(([lane, inLane]) => [...inLane.values()].map((line) => ({ lane, ...line })));
    const last = lines
      .filter((line) => line.last > (line.waiting[0]?.queuedAt ?? 0))
      .map(({ lane, owner, last: turn }) => ({ lane, owner, turn }));
    return { cursor: this.cursor, turn: this.turn, last };
  }

  /** Continues from the state of another queue. */
  resume({ cursor, turn, last }: SchedulerState): void {
    this.cursor = cursor % ROUND.length;
    this.turn = Math.max(this.turn, turn);
    this.known = new Map(last.map((one) => [nameOf(one), one.turn]));
    for (const [lane, lines] of this.lanes)
      for (const line of lines.values()) line.last = this.known.get(nameOf({ lane, owner: line.owner })) ?? 0;
  }

  /** Queue position of a waiting task; 1 is next. Owners' limits are ignored. */
  place(id: TaskId): number | undefined {
    const task = this.waitingIn.get(id);
    const own = task === undefined ? undefined : this.lanes.get(task.lane)?.get(task.owner);
    if (task === undefined || own === undefined) return undefined;
    const ownBefore = own.waiting.findIndex((one) => one.id === id);
    let before = ownBefore;
    for (const line of this.lanes.get(task.lane)?.values() ?? []) {
      if (line !== own) before += Math.min(line.waiting.length, isBefore(line, own) ? ownBefore + 1 : ownBefore);
    }
    return before + 1 + this.beforeInOtherLanes(task.lane, before + 1);
  }

  isRunning(id: TaskId): boolean {
    return this.running.has(id);
  }

  runningCount(owner: Owner): number {
    return this.runningOf.get(owner) ?? 0;
  }

  /** All waiting and running tasks. */
  ids(): readonly TaskId[] {
    return [...this.waitingIn.keys(), ...this.running.keys()];
  }

  get size(): { readonly waiting: number; readonly running: number } {
    return { waiting: this.waitingIn.size, running: this.running.size };
  }

  /** The next owner of a lane among those below their limit. */
  private nextIn(lane: Lane | undefined): Line | undefined {
    let next: Line | undefined;
    for (const line of (lane === undefined ? undefined : this.lanes.get(lane))?.values() ?? []) {
      const [first] = line.waiting;
      if (first === undefined || this.runningCount(line.owner) >= this.limitOf(first)) continue;
      if (next === undefined || isBefore(line, next)) next = line;
    }
    return next;
  }

  private limitOf({ owner, parallel, byRole = 0 }: Waiting): number {
    return Math.max(byRole, this.limits.get(owner) ?? parallel);
  }

  /** Number of tasks taken from the other lanes before a lane's nth turn. */
  private beforeInOtherLanes(lane: Lane, nth: number): number {
    const rounds = Math.floor((nth - 1) / LANE_TURNS[lane]);
    const passed = new Map(LANES.map((other) => [other, rounds * LANE_TURNS[other]]));
    for (let step = 0, own = nth - rounds * LANE_TURNS[lane]; own > 0; step += 1) {
      const here = ROUND[(this.cursor + step) % ROUND.length] ?? lane;
      if (here === lane) own -= 1;
      else passed.set(here, (passed.get(here) ?? 0) + 1);
    }
    return LANES.filter((other) => other !== lane).reduce(
      (sum, other) => sum + Math.min(this.waitingInLane(other), passed.get(other) ?? 0),
      0,
    );
  }

  private waitingInLane(lane: Lane): number {
    let count = 0;
    for (const line of this.lanes.get(lane)?.values() ?? []) count += line.waiting.length;
    return count;
  }

  private lineOf({ lane, owner }: Pick<Waiting, 'lane' | 'owner'>): Line {
    const lines = this.lanes.get(lane) ?? new Map<Owner, Line>();
    const line = lines.get(owner) ?? { owner, waiting: [], last: this.known.get(nameOf({ lane, owner })) ?? 0 };
    lines.set(owner, line);
    return line;
  }

  private dropWaiting(id: TaskId): void {
    const task = this.waitingIn.get(id);
    const lines = task === undefined ? undefined : this.lanes.get(task.lane);
    const line = task === undefined ? undefined : lines?.get(task.owner);
    if (task === undefined || lines === undefined || line === undefined) return;
    this.waitingIn.delete(id);
    line.waiting = line.waiting.filter((one) => one.id !== id);
    if (line.waiting.length > 0) return;
    lines.delete(task.owner);
    if (LANES.every((lane) => this.lanes.get(lane)?.has(task.owner) !== true)) this.limits.delete(task.owner);
  }
}

const nameOf = ({ lane, owner }: { readonly lane: Lane; readonly owner: Owner }): string => `${lane} ${owner}`;

/** Since when an owner waits for a turn: since their arrival or their last turn. */
const waitsSince = ({ last, waiting }: Line): number => Math.max(last, waiting[0]?.queuedAt ?? 0);

function isBefore(a: Line, b: Line): boolean {
  return waitsSince(a) < waitsSince(b) || (waitsSince(a) === waitsSince(b) && a.owner < b.owner);
}
