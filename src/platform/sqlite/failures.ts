import { wordsOf } from '../../kernel/thrown.js';
import { resultCodeOf } from './driver.js';

/** A stable word for why the writer could not do something, and the driver's own words. */
export interface WriteFailure {
  readonly reason: 'full' | 'failed';
  readonly detail: string;
}

/** SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE and SQLITE_IOERR_TRUNCATE (sqlite.org/rescode.html). */
const NO_ROOM = new Set([13, 778, 4_874, 1_546]);

/**
 * Sorts an error of the driver. SQLite says FULL when the disk has no room, but IOERR_WRITE when a limit on the file's
 * size stops a write, and IOERR_SHMSIZE when the shared index has no room to grow: all three end when there is room.
 */
export function writeFailure(error: unknown): WriteFailure {
  const code = resultCodeOf(error);
  const detail = code === undefined ? wordsOf(error) : `SQLite error ${code}: ${wordsOf(error)}`;
  return { reason: code !== undefined && NO_ROOM.has(code) ? 'full' : 'failed', detail };
}
