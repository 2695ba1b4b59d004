import { codeOf } from '../../kernel/thrown.js';
import { StoreUnavailable } from '../unavailable.js';

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Runs file operations and maps file system errors to the port's error.
 * @param store the port, e.g. `blobs`
 * @throws StoreUnavailable: `full` if the disk is full, otherwise `failed`
 */
export async function onDisk<T>(store: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    throw new StoreUnavailable(store, code !== undefined && NO_ROOM.has(code) ? 'full' : 'failed', String(error));
  }
}
