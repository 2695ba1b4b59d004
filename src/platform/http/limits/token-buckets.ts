/** Refill rate and capacity of a bucket. */
export interface BucketRule {
  readonly perSecond: number;
  readonly burst: number;
}

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** Maximum number of buckets; the least recently used one is dropped first. */
const MAX_BUCKETS = 50_000;

/** In-memory token buckets by key. Each starts full, so a full bucket can be forgotten. */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();

  /** @param now monotonic milliseconds */
  constructor(
    private readonly rule: BucketRule,
    private readonly now: () => number,
    private readonly maxBuckets: number = MAX_BUCKETS,
  ) {}

  /**
   * Takes tokens if there are enough; a refusal takes none.
   * @returns 0 if taken, otherwise milliseconds until there are enough
   */
  take(key: string, cost: number): number {
    const { perSecond, burst } = this.rule;
    const now = this.now();
    const before = this.buckets.get(key);
    const tokens =
      before === undefined ? burst : Math.min(burst, before.tokens + ((now - before.at) * perSecond) / 1_000);
    const isEnough = tokens >= cost;
    this.buckets.delete(key);
    this.buckets.set(key, { tokens: isEnough ? tokens - cost : tokens, at: now });
    const oldest = this.buckets.keys().next().value;
    if (this.buckets.size > this.maxBuckets && oldest !== undefined) this.buckets.delete(oldest);
    return isEnough ? 0 : Math.ceil(((cost - tokens) / perSecond) * 1_000);
  }
}
