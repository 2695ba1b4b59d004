import type { Millis } from '../../kernel/clock.js';

/** Gives a permit back. Calling it again does nothing. */
export type Release = () => void;

function onlyOnce(give: () => void): Release {
  let isHeld = true;
  return () => {
    if (isHeld) give();
    isHeld = false;
  };
}

/** A limited number of permits. Those who wait for one get it in the order in which they came. Within one process. */
export class Semaphore {
  private free: number;
  private readonly waiting = new Set<() => void>();

  /** @param permits how many may be held at once */
  constructor(permits: number) {
    this.free = permits;
  }

  /** Runs the work while it holds a permit. @returns what the work returns. @throws what the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Waits for a permit. */
  async acquire(): Promise<Release> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => void this.waiting.add(resolve));
    return onlyOnce(() => {
      this.release();
    });
  }

  /** Waits for a permit, so many milliseconds at most. @returns undefined when it got none */
  async acquireWithin(ms: Millis): Promise<Release | undefined> {
    if (this.free > 0) return this.acquire();
    const isServed = await new Promise<boolean>((resolve) => {
      const serve = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.waiting.delete(serve);
        resolve(false);
      }, ms);
      this.waiting.add(serve);
    });
    return isServed
      ? onlyOnce(() => {
          this.release();
        })
      : undefined;
  }

  private release(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.free += 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}

/** Refused: too much work waits already. */
export class QueueFull extends Error {
  constructor() {
    super('too much work waits already');
    this.name = 'QueueFull';
  }
}

export interface FairSemaphoreOptions {
  /** Permits that may be held at once. */
  readonly permits: number;
  /** Requests that may wait: of one key, and of all keys together. */
  readonly maxWaitingPerKey: number;
  readonly maxWaiting: number;
}

interface Waiting {
  readonly key: string;
  readonly start: () => void;
  readonly refuse: (error: QueueFull) => void;
}

/** Keys whose last permit is remembered. */
const MAX_KEYS = 10_000;

/**
 * A limited number of permits, shared fairly among keys. The next permit goes to the key that was served least
 * recently, so that whoever requests little waits for little, however much others request. When the queue is full, the
 * key that has most in it gives way.
 */
export class FairSemaphore {
  private held = 0;
  private servings = 0;
  private readonly waiting: Waiting[] = [];
  /** The number of each key's last serving, the oldest first. */
  private readonly served = new Map<string, number>();

  constructor(private readonly options: FairSemaphoreOptions) {}

  /** Runs the work while it holds a permit. @param key whose work it is. @throws QueueFull; what the work throws */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Waits for a permit. @throws QueueFull */
  async acquire(key: string): Promise<Release> {
    if (this.held < this.options.permits) this.serve(key);
    else await this.wait(key);
    return onlyOnce(() => {
      this.release();
    });
  }

  private wait(key: string): Promise<void> {
    const own = this.countOf(key);
    if (own >= this.options.maxWaitingPerKey || (this.waiting.length >= this.options.maxWaiting && !this.makeRoom(own)))
      return Promise.reject(new QueueFull());
    return new Promise<void>((resolve, reject) => void this.waiting.push({ key, start: resolve, refuse: reject }));
  }

  /** Refuses the newest of the key that has most waiting, when that is more than a newcomer would have. */
  private makeRoom(own: number): boolean {
    const counts = new Map<string, number>();
    for (const { key } of this.waiting) counts.set(key, (counts.get(key) ?? 0) + 1);
    const [key, max] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
    if (max <= own + 1) return false;
    const [refused] = this.waiting.splice(
      this.waiting.findLastIndex((one) => one.key === key),
      1,
    );
    refused?.refuse(new QueueFull());
    return true;
  }

  private countOf(key: string): number {
    return this.waiting.reduce((count, one) => count + (one.key === key ? 1 : 0), 0);
  }

  private serve(key: string): void {
    this.held += 1;
    this.servings += 1;
    this.served.delete(key);
    this.served.set(key, this.servings);
    if (this.served.size <= MAX_KEYS) return;
    const oldest = this.served.keys().next().value;
    if (oldest !== undefined) this.served.delete(oldest);
  }

  private release(): void {
    this.held -= 1;
    let next: Waiting | undefined;
    for (const one of this.waiting)
      if (next === undefined || this.lastServing(one) < this.lastServing(next)) next = one;
    if (next === undefined) return;
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.serve(next.key);
    next.start();
  }

  private lastServing({ key }: Waiting): number {
    return this.served.get(key) ?? 0;
  }
}
