import { codeOf } from '../kernel/thrown.js';
import { StoreUnavailable } from './unavailable.js';

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Does something with files, and turns the file system's errors into a port's.
 * @param store which port, e.g. `blobs`
 * @throws StoreUnavailable: `full` when there is no room, else `failed`
 */
export async function onDisk<T>(store: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    throw new StoreUnavailable(store, code !== undefined && NO_ROOM.has(code) ? 'full' : 'failed', String(error));
  }
}
