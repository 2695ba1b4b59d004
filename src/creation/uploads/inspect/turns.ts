/** Work that must not overlap: one after the other under the same key. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly counts = new Map<string, number>();

  /** How many wait or run under a key. */
  waiting(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  /** Does the work when everything begun before under this key is over, however that ended. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.last.set(key, mine);
    this.counts.set(key, this.waiting(key) + 1);
    try {
      return await mine;
    } finally {
      const left = this.waiting(key) - 1;
      if (left === 0) this.counts.delete(key);
      else this.counts.set(key, left);
      if (this.last.get(key) === mine) this.last.delete(key);
    }
  }
}

/** So many pieces of work at once; the others wait, first come first served. */
export class Places {
  private free: number;
  private readonly queue: (() => void)[] = [];

  constructor(places: number) {
    this.free = places;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => { this.queue.push(resolve); });
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }
}
