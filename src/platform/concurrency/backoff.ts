import { noJitterGenerator } from 'cockatiel';
import type { Millis } from '../../kernel/clock.js';

export interface BackoffOptions {
  /** The pause after the first failure. */
  readonly firstMs: Millis;
  /** No pause is longer. */
  readonly maxMs: Millis;
}

/**
 * Exponential backoff without jitter: each failure doubles the pause before the next try.
 * @returns the pause after so many failures in a row, which is at least 1
 */
export function exponentialBackoff({ firstMs, maxMs }: BackoffOptions): (failures: number) => Millis {
  const options = { initialDelay: firstMs, maxDelay: maxMs, exponent: 2, generator: noJitterGenerator };
  return (failures) => noJitterGenerator(failures - 1, options)[0];
}
