/** Work that is done one after the other for each key, and side by side for different ones. Within one process. */
export class Turns<K> {
  private readonly last = new Map<K, Promise<unknown>>();

  /**
   * Does the work when all that was given before it for the same key has ended, however it did.
   * @returns what the work gives
   * @throws what it throws
   */
  async take<T>(key: K, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(key) === mine) this.last.delete(key);
    }
  }
}
