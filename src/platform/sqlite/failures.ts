import { wordsOf } from '../../kernel/thrown.js';
import { resultCodeOf } from './driver.js';

/** A stable code for the writer's failure, and the driver's own message. */
export interface WriteFailure {
  readonly reason: 'full' | 'failed';
  readonly detail: string;
}

/** SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE and SQLITE_IOERR_TRUNCATE (sqlite.org/rescode.html). */
const NO_ROOM = new Set([13, 778, 4_874, 1_546]);

/**
 * Classifies a driver error. SQLite reports FULL if the disk is full, IOERR_WRITE if a limit on the file's size stops a
 * write, and IOERR_SHMSIZE if the shared index cannot grow. All of them end once there is space.
 */
export function writeFailure(error: unknown): WriteFailure {
  const code = resultCodeOf(error);
  const detail = code === undefined ? wordsOf(error) : `SQLite error ${code}: ${wordsOf(error)}`;
  return { reason: code !== undefined && NO_ROOM.has(code) ? 'full' : 'failed', detail };
}
