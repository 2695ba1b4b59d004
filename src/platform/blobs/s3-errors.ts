import { codeOf } from '../../kernel/thrown.js';
import { StoreUnavailable } from '../unavailable.js';

const STORE = 'blobs';

/** The S3 error code, e.g. `NoSuchKey`. */
export function nameOf(error: unknown): string | undefined {
  const name: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'name') : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Whether an error means that the object does not exist. */
export const isMissing = (error: unknown): boolean => nameOf(error) === 'NoSuchKey' || nameOf(error) === 'NotFound';

const NO_ROOM = new Set([
  'XMinioStorageFull',
  'XMinioStorageQuotaExceeded',
  'QuotaExceeded',
  'InsufficientStorage',
  'ServiceQuotaExceededException',
]);
const AWAY = new Set(['TimeoutError', 'AbortError', 'RequestTimeout', 'SlowDown', 'ServiceUnavailable', 'Throttling']);

/** Errors on this side, before any request to the server. */
const OUR_OWN = new Set([
  'CredentialsProviderError',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'ZodError',
]);

/** Maps an SDK or network error to the port's error; the port's own errors are unchanged. */
export function unavailable(error: unknown, about: string): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const name = nameOf(error) ?? 'error';
  const code = codeOf(error);
  const status = statusOf(error);
  const detail = `${about}: ${name}${code === undefined || code === name ? '' : ` ${code}`}${error instanceof Error && error.message !== '' ? `: ${error.message}` : ''}`;
  if (NO_ROOM.has(name) || status === 507) return new StoreUnavailable(STORE, 'full', detail);
  // An error without a status had no answer from the server.
  const away = AWAY.has(name) || (status === undefined ? !OUR_OWN.has(name) : status === 429 || status >= 500);
  return new StoreUnavailable(STORE, away ? 'unreachable' : 'failed', detail);
}

function statusOf(error: unknown): number | undefined {
  const metadata: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, '$metadata') : undefined;
  const status: unknown =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'httpStatusCode') : undefined;
  return typeof status === 'number' ? status : undefined;
}

/**
 * Runs one operation on the server.
 * @throws StoreUnavailable
 */
export async function callS3<T>(about: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unavailable(error, about);
  }
}
