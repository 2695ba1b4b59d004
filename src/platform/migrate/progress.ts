import type { Clock, Millis } from '../../kernel/clock.js';

const EVERY_MS: Millis = 2_000;

/** Tells how far a long work has come, now and then. */
export class Progress {
  private last: Millis;

  constructor(
    private readonly clock: Clock,
    readonly say: (line: string) => void,
  ) {
    this.last = clock.now();
  }

  /** Says the line when the one before it is two seconds old. */
  soon(line: () => string): void {
    const now = this.clock.now();
    // A clock that was put back must not silence it.
    if (Math.abs(now - this.last) < EVERY_MS) return;
    this.last = now;
    this.say(line());
  }
}
