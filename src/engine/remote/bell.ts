import { setTimeout as pause } from 'node:timers/promises';

/** A pause that may be cut short. What rings while nobody waits cuts the next pause short. */
export class Bell {
  private hasRung = false;
  private wake: (() => void) | undefined;

  ring(): void {
    this.hasRung = true;
    this.wake?.();
  }

  /** @returns when it has rung, or after so many milliseconds. @throws the signal's reason */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const rung = new AbortController();
    this.wake = () => rung.abort();
    try {
      if (!this.hasRung) await pause(ms, undefined, { signal: AbortSignal.any([signal, rung.signal]) });
    } catch (error) {
      signal.throwIfAborted();
      if (!rung.signal.aborted) throw error;
    } finally {
      this.wake = undefined;
      this.hasRung = false;
    }
  }
}
