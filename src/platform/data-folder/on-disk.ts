import { codeOf } from '../../kernel/thrown.js';
import { StoreUnavailable } from '../unavailable.js';

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether a thrown value says that the disk, or what a user may use of it, is full. */
export const isDiskFull = (thrown: unknown): boolean => NO_ROOM.has(codeOf(thrown) ?? '');

/**
 * Runs file operations and maps file system errors to the port's error.
 * @param store the port, e.g. `blobs`
 * @throws StoreUnavailable: `full` if the disk is full, otherwise `failed`
 */
export async function onDisk<T>(store: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StoreUnavailable(store, isDiskFull(error) ? 'full' : 'failed', String(error));
  }
}
