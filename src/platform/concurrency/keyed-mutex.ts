/** A mutex per key: work of one key runs in order, work of different keys in parallel. Within one process. */
export class KeyedMutex<K> {
  private readonly tails = new Map<K, { readonly last: Promise<unknown>; readonly count: number }>();

  /** Work that waits or runs under a key. */
  pending(key: K): number {
    return this.tails.get(key)?.count ?? 0;
  }

  /**
   * Runs the work after all earlier work of the same key has settled.
   * @returns the work's result
   * @throws the work's error
   */
  async run<T>(key: K, work: () => Promise<T>): Promise<T> {
    const before = this.tails.get(key);
    const mine = (before?.last ?? Promise.resolve()).then(work, work);
    this.tails.set(key, { last: mine, count: this.pending(key) + 1 });
    try {
      return await mine;
    } finally {
      const tail = this.tails.get(key);
      if (tail === undefined || tail.count === 1) this.tails.delete(key);
      else this.tails.set(key, { ...tail, count: tail.count - 1 });
    }
  }
}
