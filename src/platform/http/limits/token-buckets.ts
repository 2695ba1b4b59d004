/** How fast tokens come back, and how many a bucket holds at most. */
export interface BucketRule {
  readonly perSecond: number;
  readonly burst: number;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** Buckets that are kept; the one that was used least recently goes first. */
const MAX_BUCKETS = 50_000;

/** Token buckets by key, in memory: each begins full, and is as good as new once it has filled up again. */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();

  /** @param now milliseconds that only grow */
  constructor(private readonly rule: BucketRule, private readonly now: () => number, private readonly maxBuckets: number = MAX_BUCKETS) {}

  /**
   * Takes tokens where there are enough; a refusal takes none.
   * @returns 0 when they were taken, else the milliseconds until there are enough
   */
  take(key: string, cost: number): number {
    const { perSecond, burst } = this.rule;
    const now = this.now();
    const before = this.buckets.get(key);
    const tokens = before === undefined ? burst : Math.min(burst, before.tokens + ((now - before.at) * perSecond) / 1_000);
    const isEnough = tokens >= cost;
    this.buckets.delete(key);
    this.buckets.set(key, { tokens: isEnough ? tokens - cost : tokens, at: now });
    const oldest = this.buckets.keys().next().value;
    if (this.buckets.size > this.maxBuckets && oldest !== undefined) this.buckets.delete(oldest);
    return isEnough ? 0 : Math.ceil(((cost - tokens) / perSecond) * 1_000);
  }
}
