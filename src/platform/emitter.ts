/**
 * Listeners that like to hear early that something is there. A hint may be missed or come twice, so no one's
 * correctness may hang on it, and a listener that throws is the listener's own affair.
 */
export class Emitter {
  private readonly listeners = new Set<() => void>();

  /** @returns how to stop listening */
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
        // A hint carries no duty: the listener will find the work on its own round.
      }
    }
  }
}
