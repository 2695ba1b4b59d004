import { readFailure } from '@/lib/errors/failure';

/** How often a failed query is tried again. */
const RETRIES = 2;

/** A failed query is tried twice more, unless the server has understood and refused it. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const failure = readFailure(error);
  const refused = failure.kind === 'product' && failure.httpStatus >= 400 && failure.httpStatus < 500;
  return !refused && failure.kind !== 'aborted' && failures < RETRIES;
}
