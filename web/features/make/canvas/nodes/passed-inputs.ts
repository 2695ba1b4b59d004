import { readFailure } from '@/lib/errors/failure';

/** Retry delay in milliseconds, for a lost connection or an unavailable store. */
const AGAIN_MS = 4_000;

/** Milliseconds to wait after a rate limit; undefined for any other failure. */
export function restOf(error: unknown): number | undefined {
  const failure = readFailure(error);
  if (failure.kind !== 'product' || failure.identifier !== 'AI_RATE_LIMIT') return undefined;
  const { seconds } = failure.params;
  return typeof seconds === 'number' ? Math.max(1, seconds) * 1_000 : AGAIN_MS;
}

/**
 * When a failed request can be repeated unchanged: after a lost connection, an unavailable store, or a rate limit. A
 * refusal is final.
 * @returns milliseconds from now; undefined for never
 */
export function passesIn(error: unknown): number | undefined {
  const failure = readFailure(error);
  return failure.kind !== 'product' || failure.identifier === 'TRY_AGAIN' ? AGAIN_MS : restOf(error);
}
