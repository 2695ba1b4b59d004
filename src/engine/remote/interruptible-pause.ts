import { setTimeout as pause } from 'node:timers/promises';

/** A pause that may be cut short. What rings while no one waits cuts the next pause short. */
export class InterruptiblePause {
  private isInterrupted = false;
  private wake: (() => void) | undefined;

  interrupt(): void {
    this.isInterrupted = true;
    this.wake?.();
  }

  /** @returns when it has rung, or after so many milliseconds. @throws the signal's reason */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const interrupted = new AbortController();
    this.wake = () => interrupted.abort();
    try {
      if (!this.isInterrupted) await pause(ms, undefined, { signal: AbortSignal.any([signal, interrupted.signal]) });
    } catch (error) {
      signal.throwIfAborted();
      if (!interrupted.signal.aborted) throw error;
    } finally {
      this.wake = undefined;
      this.isInterrupted = false;
    }
  }
}
