import { LANE_TURNS, type Lane } from '../../../billing/plans/entitlements.shared.js';
import type { Millis } from '../../../kernel/clock.js';
import type { Task, TaskId } from '../task.js';

type Owner = Task['owner'];

export interface Waiting {
  readonly id: TaskId;
  readonly owner: Owner;
  readonly queuedAt: Millis;
  /** Tasks of this owner that may run at once, as of the submission; and how many of them by a role, whatever becomes of their plan. */
  readonly parallel: number;
  readonly byRole?: number;
  readonly lane: Lane;
}

/** Whose turn it has been: all that the order in which tasks wait does not say. By it a process continues where another stopped. */
export interface SchedulerState {
  /** Place in the round of lanes. */
  readonly cursor: number;
  /** Grows with each turn; never behind the time at which something came. */
  readonly turn: number;
  /** Last turn of those who wait since before it. */
  readonly last: readonly { readonly lane: Lane; readonly owner: Owner; readonly turn: number }[];
}

// Object.keys forgets the type of the keys.
const LANES = Object.keys(LANE_TURNS) as readonly Lane[];

/** One round of lanes: each as often as it has turns, spread as evenly as they go. */
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

/** What one owner has waiting in one lane, oldest first. */
interface Line {
  readonly owner: Owner;
  waiting: readonly Waiting[];
  /** Their last turn here; 0 before the first. */
  last: number;
}

/**
 * Who is next. Lanes have turns in a round, so that none waits for ever; in a lane it is round robin over owners, oldest task of each
 * first: next is who has waited longest since they came or since their last turn. So a newcomer joins at the end of the round, and everyone who
 * waits is reached after at most one turn of each owner before. An owner whose limit is reached keeps the place and is passed over until
 * one of their tasks ends.
 */
export class FairQueue {
  private readonly lanes = new Map<Lane, Map<Owner, Line>>(LANES.map((lane) => [lane, new Map()]));
  private readonly waitingIn = new Map<TaskId, Waiting>();
  private readonly running = new Map<TaskId, Owner>();
  private readonly runningOf = new Map<Owner, number>();
  /** What owners' plans allow now, where it is known. */
  private readonly limits = new Map<Owner, number>();
  private cursor = 0;
  private turn = 0;
  private known = new Map<string, number>();
  private taken: { readonly id: TaskId; readonly cursor: number; readonly last: number } | undefined;

  /** A task waits. One that already waits or runs changes nothing. */
  enter(task: Waiting): void {
    if (this.waitingIn.has(task.id) || this.running.has(task.id)) return;
    const line = this.lineOf(task);
    line.waiting = [...line.waiting, task].sort((a, b) => a.queuedAt - b.queuedAt || (a.id < b.id ? -1 : 1));
    this.waitingIn.set(task.id, task);
    this.turn = Math.max(this.turn, task.queuedAt);
  }

  /** A task runs, whoever started it. */
  start(id: TaskId, owner: Owner): void {
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

  /** Owners who wait while something of theirs runs: for them alone it matters how many may. */
  heldUp(): readonly Owner[] {
    const waiting = new Set([...this.lanes.values()].flatMap((lines) => [...lines.keys()]));
    return [...this.runningOf.keys()].filter((owner) => waiting.has(owner));
  }

  /** What an owner's plan allows now, in place of what it did when they submitted. Forgotten when nothing of theirs waits any more. */
  allow(owner: Owner, parallel: number): void {
    this.limits.set(owner, parallel);
  }

  /** Takes the next task that may run, and counts it as running; undefined when no one may. @param now the turn is never before it */
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

  /** What was taken last could not be begun: it waits again, and its turn is still to come. */
  giveBack(task: Waiting): void {
    this.leave(task.id);
    this.enter(task);
    if (this.taken?.id !== task.id) return;
    this.cursor = this.taken.cursor;
    this.lineOf(task).last = this.taken.last;
  }

  /** Whose turn it has been, for whoever continues with this. */
  state(): SchedulerState {
    const lines = [...this.lanes].flatMap(([lane, inLane]) => [...inLane.values()].map((line) => ({ lane, ...line })));
    const last = lines.filter((line) => line.last > (line.waiting[0]?.queuedAt ?? 0)).map(({ lane, owner, last: turn }) => ({ lane, owner, turn }));
    return { cursor: this.cursor, turn: this.turn, last };
  }

  /** Goes on where another stopped. */
  resume({ cursor, turn, last }: SchedulerState): void {
    this.cursor = cursor % ROUND.length;
    this.turn = Math.max(this.turn, turn);
    this.known = new Map(last.map((one) => [nameOf(one), one.turn]));
    for (const [lane, lines] of this.lanes) for (const line of lines.values()) line.last = this.known.get(nameOf({ lane, owner: line.owner })) ?? 0;
  }

  /** A task's place among those that wait; 1 is next. As if no limit held anyone up. */
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

  /** All that wait and all that run. */
  ids(): readonly TaskId[] {
    return [...this.waitingIn.keys(), ...this.running.keys()];
  }

  get size(): { readonly waiting: number; readonly running: number } {
    return { waiting: this.waitingIn.size, running: this.running.size };
  }

  /** Who is next in a lane, of those who may run one more. */
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

  /** How many of the other lanes are taken before a lane's nth turn. */
  private beforeInOtherLanes(lane: Lane, nth: number): number {
    const rounds = Math.floor((nth - 1) / LANE_TURNS[lane]);
    const passed = new Map(LANES.map((other) => [other, rounds * LANE_TURNS[other]]));
    for (let step = 0, own = nth - rounds * LANE_TURNS[lane]; own > 0; step += 1) {
      const here = ROUND[(this.cursor + step) % ROUND.length] ?? lane;
      if (here === lane) own -= 1;
      else passed.set(here, (passed.get(here) ?? 0) + 1);
    }
    return LANES.filter((other) => other !== lane).reduce((sum, other) => sum + Math.min(this.waitingInLane(other), passed.get(other) ?? 0), 0);
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

/** Since when someone waits for a turn: since they came, or since their last one. */
const waitsSince = ({ last, waiting }: Line): number => Math.max(last, waiting[0]?.queuedAt ?? 0);

function isBefore(a: Line, b: Line): boolean {
  return waitsSince(a) < waitsSince(b) || (waitsSince(a) === waitsSince(b) && a.owner < b.owner);
}
