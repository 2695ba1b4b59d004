import { StoreUnavailable } from '../../src/platform/unavailable.js';
import type { Chance } from './chance.js';

/** How often a call of a port goes wrong, each from 0 to 1. */
export interface Weather {
  /** It is not carried out, and its caller told that the store cannot be reached. */
  readonly refused: number;
  /** It is carried out, and its caller told the same. */
  readonly lost: number;
}

/** The process died; nothing it had begun is heard of again. */
export class Crash extends Error {}

/** One life of a process. Once it is over none of its calls is answered any more. */
export class Life {
  private over = false;
  private readonly listeners = new Set<() => void>();

  constructor(readonly name: string) {}

  get isOver(): boolean {
    return this.over;
  }

  kill(): void {
    this.over = true;
    for (const listener of [...this.listeners]) listener();
  }

  /** What a caller outside hears of a call to this process: its answer, or that the line is dead. @throws Crash */
  async survive<T>(work: Promise<T>): Promise<T> {
    let died = (): void => undefined;
    const death = new Promise<never>((_resolve, reject) => {
      died = () => reject(new Crash(`${this.name} died`));
      this.listeners.add(died);
    });
    if (this.over) died();
    try {
      return await Promise.race([work, death]);
    } finally {
      this.listeners.delete(died);
    }
  }
}

/** Something that may happen next. */
interface Step {
  /** Whose call it is; undefined for somebody outside. */
  readonly life: Life | undefined;
  readonly run: () => Promise<void> | void;
}

/** A call of a port. */
export interface Call<T> {
  readonly name: string;
  readonly work: () => Promise<T>;
  /** What of it may be carried out when its caller is not to hear of it: of many writes at once each stands alone. */
  readonly partly?: () => Promise<unknown>;
}

/**
 * Decides what happens next, by the seed alone: of everything that waits (calls on their way to a store, answers on
 * their way back, users about to act) any one may be next. Between two steps everybody runs as far as they can without
 * a port.
 */
export class Scheduler {
  private steps: Step[] = [];
  weather: Weather = { refused: 0, lost: 0 };
  /** Steps taken. */
  taken = 0;

  constructor(private readonly chance: Chance) {}

  /** How many things could happen next. */
  get waiting(): number {
    return this.steps.length;
  }

  /** Resolves when it is the caller's turn, somebody outside any process. */
  turn(): Promise<void> {
    return new Promise((resolve) => this.steps.push({ life: undefined, run: () => resolve() }));
  }

  /**
   * Carries out a call of a port when its turn comes and answers when the answer's turn comes. Never settles once the
   * life is over; the call itself may still arrive, as one that was already on the wire.
   * @throws StoreUnavailable as the weather wants it, and what the port throws
   */
  call<T>(life: Life, { name, work, partly = work }: Call<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (life.isOver) return;
      const answer = (run: () => void): void =>
        void this.steps.push({ life, run: () => (life.isOver ? undefined : run()) });
      const unavailable = (): void => reject(new StoreUnavailable('a store', 'unreachable', name));
      this.steps.push({
        life,
        run: async () => {
          if (life.isOver) return void (this.chance.is(0.5) ? await partly() : undefined);
          if (this.chance.is(this.weather.refused)) return answer(unavailable);
          if (this.chance.is(this.weather.lost)) {
            await partly();
            return answer(unavailable);
          }
          const outcome = work();
          await outcome.catch(() => undefined);
          answer(() => resolve(outcome));
        },
      });
    });
  }

  /** Lets one of the things that wait happen. @returns false when nothing waited */
  async step(): Promise<boolean> {
    if (this.steps.length === 0) return false;
    this.taken += 1;
    const index = this.chance.between(0, this.steps.length - 1);
    const [step] = this.steps.splice(index, 1);
    await step?.run();
    await this.rest();
    return true;
  }

  /** Lets everybody run as far as they can: who waits for the next turn of the event loop has it. */
  async rest(): Promise<void> {
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /**
   * What is on the wire when somebody has died: with a server behind it, it arrives some time or never; in the
   * process's own files now or never.
   * @param life one that is over
   */
  async bury(life: Life, isAtOnce: boolean): Promise<void> {
    if (!isAtOnce) return;
    const left = this.steps.filter((step) => step.life === life);
    this.steps = this.steps.filter((step) => step.life !== life);
    for (const { run } of left) await run();
  }
}
