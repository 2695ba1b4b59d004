import type { Millis } from '../../kernel/clock.js';

/** Maximum takes of one key in any period of `windowMs`. */
export interface RateRule {
  /** 1 or more. */
  readonly limit: number;
  readonly windowMs: Millis;
}

export type RateAnswer =
  /** `remaining`: takes of this key that are still allowed in the same period. */
  | { readonly allowed: true; readonly remaining: number }
  /** `retryAfterMs`: milliseconds until the next take of this key is allowed. */
  | { readonly allowed: false; readonly retryAfterMs: Millis };

/**
 * Counts attempts by key. A refused take does not count, so a caller who waits is admitted.
 * @throws StoreUnavailable if the counter cannot be reached
 */
export interface RateLimit {
  /** @param key what is limited, with a prefix for its kind, e.g. `sign-in:<hash>`; never anything personal */
  take(key: string, rule: RateRule): Promise<RateAnswer>;
  /** Undoes the newest take of a key, for an action that did not happen; without one, no effect. */
  giveBack(key: string): Promise<void>;
  /** Resets a key, for example after the right password. */
  forget(key: string): Promise<void>;
  close(): Promise<void>;
}
