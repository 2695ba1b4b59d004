import type { Millis } from '../../kernel/clock.js';

/** So many takes of one key in any span of `windowMs`. */
export interface RateRule {
  /** 1 or more. */
  readonly limit: number;
  readonly windowMs: Millis;
}

export type RateAnswer =
  | { readonly allowed: true }
  /** `retryAfterMs`: when the next take of this key will be allowed. */
  | { readonly allowed: false; readonly retryAfterMs: Millis };

/**
 * Counts attempts by key. A take that is refused counts for nothing, so that a caller who waits is let in.
 * @throws StoreUnavailable when the counter cannot be reached
 */
export interface RateLimit {
  /** @param key what is limited, with its kind before it, e.g. `sign-in:<hash>`; never anything personal */
  take(key: string, rule: RateRule): Promise<RateAnswer>;
  /** Takes the newest take of a key back, as of what was not done after all; where there is none, nothing changes. */
  giveBack(key: string): Promise<void>;
  /** Lets a key begin again, as after the right password. */
  forget(key: string): Promise<void>;
  close(): Promise<void>;
}
