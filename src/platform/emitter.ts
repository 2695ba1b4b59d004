/**
 * Listeners for best-effort notifications. A notification may be lost or repeated, so correctness must not depend on
 * it. Errors of a listener are ignored.
 */
export class Emitter {
  private readonly listeners = new Set<() => void>();

  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void {
    const own = (): void => listener();
    this.listeners.add(own);
    return () => {
      this.listeners.delete(own);
    };
  }

  /** Calls every listener once. */
  emit(): void {
    for (const listener of [...this.listeners]) {
      try {
        listener();
      } catch {
        // A notification is only a hint: the listener finds the work on its next round.
      }
    }
  }
}
