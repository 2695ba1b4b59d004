import type { Millis } from '../kernel/clock.js';
import type { Logs } from './http/logs.js';

export interface RecurringOptions {
  /** What is said in the log of a turn that fails, e.g. `old notices could not be deleted`. The next turn is a new try. */
  readonly failing: string;
  readonly log: Pick<Logs, 'warn'>;
  readonly everyMs: Millis;
  /** Until the first turn, for what is seldom done: a process that is started anew more often than `everyMs` would never do it. Default `everyMs`. */
  readonly firstMs?: Millis;
}

/**
 * Work that a process does again every so often, for as long as it lives. One turn at a time: one that takes longer is waited for, and
 * so it is when the process ends, before its stores are closed. It keeps no process alive.
 */
export class Recurring {
  private readonly timers: NodeJS.Timeout[] = [];
  private turn: Promise<void> | undefined;

  constructor(private readonly work: () => Promise<void>, private readonly options: RecurringOptions) {}

  start(): void {
    const { everyMs, firstMs } = this.options;
    const begin = (): void => void this.once();
    this.timers.push(setInterval(begin, everyMs).unref(), ...(firstMs === undefined ? [] : [setTimeout(begin, firstMs).unref()]));
  }

  /** No further turn begins. @returns when the one under way is over */
  async stop(): Promise<void> {
    for (const timer of this.timers.splice(0)) clearTimeout(timer);
    await this.turn;
  }

  /** Does it now, or joins the turn that is under way. Never throws: what fails is told in the log. */
  once(): Promise<void> {
    this.turn ??= this.tried().finally(() => {
      this.turn = undefined;
    });
    return this.turn;
  }

  private async tried(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      this.options.log.warn({ err: error }, this.options.failing);
    }
  }
}
