import { readFailure } from '@/lib/errors/failure';

/** A line that is down, or a store that is away, is tried again after so long; milliseconds. */
const AGAIN_MS = 4_000;

/** How long somebody who has asked too often is to wait, milliseconds; undefined for any other failure. */
export function restOf(error: unknown): number | undefined {
  const failure = readFailure(error);
  if (failure.kind !== 'product' || failure.identifier !== 'AI_RATE_LIMIT') return undefined;
  const { seconds } = failure.params;
  return typeof seconds === 'number' ? Math.max(1, seconds) * 1_000 : AGAIN_MS;
}

/**
 * When what failed may be tried again as it is: a line that is down comes back, a store that could not answer may answer again, and who has asked too often may
 * ask again after a while. What was refused stays refused.
 * @returns milliseconds from now; undefined for never
 */
export function passesIn(error: unknown): number | undefined {
  const failure = readFailure(error);
  return failure.kind !== 'product' || failure.identifier === 'TRY_AGAIN' ? AGAIN_MS : restOf(error);
}
