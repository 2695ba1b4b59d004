import type { Clock, Millis } from '../../kernel/clock.js';
import type { RateAnswer, RateLimit, RateRule } from './port.js';

interface Kept {
  /** Times of the counted takes, oldest first; never more than the rule's limit. */
  readonly takes: readonly Millis[];
  readonly until: Millis;
}

/** Maximum number of keys; above it, expired keys are dropped first, then the oldest. */
const MAX_KEYS = 50_000;

/** Counters of this process only; lost with it. */
export function createMemoryRateLimit(clock: Clock, maxKeys: number = MAX_KEYS): RateLimit {
  const kept = new Map<string, Kept>();

  const makeRoom = (now: Millis): void => {
    if (kept.size < maxKeys) return;
    for (const [key, entry] of kept) if (entry.until <= now) kept.delete(key);
    for (const key of kept.keys()) {
      if (kept.size < maxKeys) return;
      kept.delete(key);
    }
  };

  const take = (key: string, rule: RateRule): RateAnswer => {
    const now = clock.now();
    const takes = (kept.get(key)?.takes ?? []).filter((at) => at > now - rule.windowMs);
    const oldest = takes[0];
    if (oldest !== undefined && takes.length >= rule.limit)
      return { allowed: false, retryAfterMs: oldest + rule.windowMs - now };
    kept.delete(key);
    makeRoom(now);
    kept.set(key, { takes: [...takes, now], until: now + rule.windowMs });
    return { allowed: true, remaining: rule.limit - takes.length - 1 };
  };

  const giveBack = (key: string): void => {
    const entry = kept.get(key);
    if (entry !== undefined) kept.set(key, { ...entry, takes: entry.takes.slice(0, -1) });
  };

  return {
    take: (key, rule) => Promise.resolve(take(key, rule)),
    giveBack: (key) => Promise.resolve(giveBack(key)),
    forget: (key) => Promise.resolve(void kept.delete(key)),
    close: () => Promise.resolve(kept.clear()),
  };
}
