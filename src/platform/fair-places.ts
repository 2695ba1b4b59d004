/** Refused: too much waits already. */
export class TooMuchWaits extends Error {
  constructor() {
    super('too much waits already');
    this.name = 'TooMuchWaits';
  }
}

export interface FairPlacesOptions {
  /** Pieces of work at once. */
  readonly places: number;
  /** Pieces of work that may wait: of one key, and of all keys together. */
  readonly maxWaitingPerKey: number;
  readonly maxWaiting: number;
}

interface Waiting {
  readonly key: string;
  readonly start: () => void;
  readonly refuse: (error: TooMuchWaits) => void;
}

/** Keys whose last turn is remembered. */
const MAX_KEYS = 10_000;

/**
 * A limited number of pieces of work at once. Of those that wait, the one whose key was served least recently is next, so that
 * whoever asks for little waits for little, however much others ask for. When the queue is full, the key that has most in it gives way.
 */
export class FairPlaces {
  private underWay = 0;
  private turn = 0;
  private readonly waiting: Waiting[] = [];
  /** The turn at which each key was served last, the oldest first. */
  private readonly served = new Map<string, number>();

  constructor(private readonly options: FairPlacesOptions) {}

  /** @param key whose work it is. @throws TooMuchWaits; what the work throws */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(key);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits for a place. @returns gives the place back; again does nothing. @throws TooMuchWaits */
  async enter(key: string): Promise<() => void> {
    if (this.underWay < this.options.places) this.start(key);
    else await this.wait(key);
    let isHeld = true;
    return () => {
      if (isHeld) this.leave();
      isHeld = false;
    };
  }

  private wait(key: string): Promise<void> {
    const own = this.countOf(key);
    if (own >= this.options.maxWaitingPerKey || (this.waiting.length >= this.options.maxWaiting && !this.makeRoom(own))) return Promise.reject(new TooMuchWaits());
    return new Promise<void>((resolve, reject) => void this.waiting.push({ key, start: resolve, refuse: reject }));
  }

  /** Refuses the newest of the key that has most waiting, when that is more than a newcomer would have. */
  private makeRoom(own: number): boolean {
    const counts = new Map<string, number>();
    for (const { key } of this.waiting) counts.set(key, (counts.get(key) ?? 0) + 1);
    const [key, most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
    if (most <= own + 1) return false;
    const [refused] = this.waiting.splice(this.waiting.findLastIndex((one) => one.key === key), 1);
    refused?.refuse(new TooMuchWaits());
    return true;
  }

  private countOf(key: string): number {
    return this.waiting.reduce((count, one) => count + (one.key === key ? 1 : 0), 0);
  }

  private start(key: string): void {
    this.underWay += 1;
    this.turn += 1;
    this.served.delete(key);
    this.served.set(key, this.turn);
    if (this.served.size <= MAX_KEYS) return;
    const oldest = this.served.keys().next().value;
    if (oldest !== undefined) this.served.delete(oldest);
  }

  private leave(): void {
    this.underWay -= 1;
    let next: Waiting | undefined;
    for (const one of this.waiting) if (next === undefined || this.lastTurn(one) < this.lastTurn(next)) next = one;
    if (next === undefined) return;
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.start(next.key);
    next.start();
  }

  private lastTurn({ key }: Waiting): number {
    return this.served.get(key) ?? 0;
  }
}
