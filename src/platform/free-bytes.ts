import { statfs } from 'node:fs/promises';

/** Bytes that are free on the disk of a folder, for whoever is no administrator of the machine. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
