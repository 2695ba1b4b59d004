import { readFailure } from '@/lib/errors/failure';

/** Number of retries of a failed query. */
const RETRIES = 2;

/** Whether to retry a failed query: twice, unless the server has refused it. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const failure = readFailure(error);
  const refused = failure.kind === 'product' && failure.httpStatus >= 400 && failure.httpStatus < 500;
  return !refused && failure.kind !== 'aborted' && failures < RETRIES;
}
