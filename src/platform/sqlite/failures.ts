/** A stable word for why the writer could not do something, and the driver's own words. */
export interface WriteFailure {
  readonly reason: 'full' | 'failed';
  readonly detail: string;
}

const NO_ROOM = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_TRUNCATE']);

/**
 * Sorts an error of the driver. SQLite says FULL when the disk has no room, but IOERR_WRITE when a limit on the file's
 * size stops a write, and IOERR_SHMSIZE when the shared index has no room to grow: all three end when there is room.
 */
export function writeFailure(error: unknown): WriteFailure {
  const code = errorCode(error);
  const detail = error instanceof Error || isErrorLike(error) ? `${code ?? 'error'}: ${error.message}` : String(error);
  return { reason: code !== undefined && NO_ROOM.has(code) ? 'full' : 'failed', detail };
}

/** The `code` of a driver's or Node's error, when it has one. */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}

// An error of another realm (a test's context) is no instance of this realm's Error.
function isErrorLike(error: unknown): error is { readonly message: string } {
  return typeof error === 'object' && error !== null && typeof Reflect.get(error, 'message') === 'string';
}
