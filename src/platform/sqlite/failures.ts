import { codeOf, wordsOf } from '../../kernel/thrown.js';

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
  const code = codeOf(error);
  const detail = code === undefined ? wordsOf(error) : `${code}: ${wordsOf(error)}`;
  return { reason: code !== undefined && NO_ROOM.has(code) ? 'full' : 'failed', detail };
}
