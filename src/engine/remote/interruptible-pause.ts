import { setTimeout as pause } from 'node:timers/promises';

/** A pause that can be interrupted. An interrupt without a pending pause shortens the next one. */
export class InterruptiblePause {
  private isInterrupted = false;
  private wake: (() => void) | undefined;

  interrupt(): void {
    this.isInterrupted = true;
    this.wake?.();
  }

  /** @returns after an interrupt or `ms` milliseconds. @throws the signal's reason */
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
