import { noJitterGenerator } from 'cockatiel';
import type { Millis } from '../../kernel/clock.js';

export interface BackoffOptions {
  /** Pause after the first failure, milliseconds. */
  readonly firstMs: Millis;
  /** Maximum pause, milliseconds. */
  readonly maxMs: Millis;
}

/**
 * Exponential backoff without jitter: each failure doubles the pause.
 * @returns the pause after this many consecutive failures (at least 1)
 */
export function exponentialBackoff({ firstMs, maxMs }: BackoffOptions): (failures: number) => Millis {
  const options = { initialDelay: firstMs, maxDelay: maxMs, exponent: 2, generator: noJitterGenerator };
  return (failures) => noJitterGenerator(failures - 1, options)[0];
}
