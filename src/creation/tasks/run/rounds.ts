import type { Millis } from '../../../kernel/clock.js';
import { outsideTraces } from '../../../platform/telemetry/tracing.js';

/** What a round tells when it fails; a pino logger is one. */
export interface Log {
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/**
 * Work done again and again, one round at a time: at once when woken, and on a timer should no one wake it. A round that
 * throws is told of and tried again at the next; it never ends the rounds.
 */
export class Rounds {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isWanted = false;
  private isStopped = true;

  /** @param everyMs longest pause between two rounds */
  constructor(private readonly name: string, private readonly everyMs: Millis, private readonly round: () => Promise<void>, private readonly log: Log) {}

  start(): void {
    if (!this.isStopped) return;
    this.isStopped = false;
    this.wake();
  }

  /** Asks for a round soon; one that is under way is followed by another. */
  wake(): void {
    if (this.isStopped) return;
    this.isWanted = true;
    this.running ??= this.run();
  }

  /** No further round begins. @returns when the one under way is over */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    clearTimeout(this.timer);
    while (this.isWanted && !this.isStopped) {
      this.isWanted = false;
      try {
        await outsideTraces(() => this.round());
      } catch (error) {
        this.log.error({ err: error, part: this.name }, 'a round failed and will be tried again');
      }
    }
    this.running = undefined;
    if (!this.isStopped) this.timer = setTimeout(() => this.wake(), this.everyMs);
  }
}
