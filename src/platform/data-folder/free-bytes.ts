import { statfs } from 'node:fs/promises';

/** Free bytes on a folder's disk, for a user without administrator rights. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
