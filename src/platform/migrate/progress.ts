import type { Clock, Millis } from '../../kernel/clock.js';

const EVERY_MS: Millis = 2_000;

/** Reports the progress of long work from time to time. */
export class Progress {
  private last: Millis;

  constructor(
    private readonly clock: Clock,
    readonly say: (line: string) => void,
  ) {
    this.last = clock.now();
  }

  /** Reports a line if the previous one is two seconds old. */
  soon(line: () => string): void {
    const now = this.clock.now();
    // Also reports after the clock was set back.
    if (Math.abs(now - this.last) < EVERY_MS) return;
    this.last = now;
    this.say(line());
  }
}
