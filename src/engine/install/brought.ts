import { constants } from 'node:fs';
import { copyFile, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ModelFile } from './catalogue.js';
import { sha256Of, sizeOf } from './download.js';
import { diskFaultOf, InstallFault } from './fault.js';
import type { FileDigest } from './hub.js';

/**
 * A model file that the operator brought along, for machines without internet: as in the hub
 * (`owner/name/path/file`), or by its name alone.
 */
export async function broughtFile(
  folder: string,
  { repository, path }: Pick<ModelFile, 'repository' | 'path'>,
): Promise<string | undefined> {
  for (const one of [join(folder, ...repository.split('/'), ...path.split('/')), join(folder, basename(path))]) {
    if (((await sizeOf(one)) ?? 0) > 0) return one;
  }
  return undefined;
}

/**
 * Copies a file that was brought along, without a second copy where the file system can share blocks. If a file with
 * its name and `.sha256` is beside it (as `sha256sum` writes it), they must agree.
 * @returns its size and SHA-256
 * @throws InstallFault room, unwritable, corrupt; the signal's reason
 */
export async function copyBroughtFile(from: string, path: string, signal: AbortSignal): Promise<FileDigest> {
  const aside = `${path}.part`;
  try {
    await copyFile(from, aside, constants.COPYFILE_FICLONE);
    signal.throwIfAborted();
    const sha256 = await sha256Of(aside, signal);
    const expected = /^[0-9a-f]{64}/i.exec(await readFile(`${from}.sha256`, 'utf8').catch(() => ''))?.[0];
    if (expected !== undefined && expected.toLowerCase() !== sha256)
      throw new InstallFault('corrupt', `${from}: SHA-256 ${sha256} instead of ${expected}`);
    const bytes = (await sizeOf(aside)) ?? 0;
    await rename(aside, path);
    return { bytes, sha256 };
  } catch (error) {
    await rm(aside, { force: true });
    throw diskFaultOf(error) ?? error;
  }
}
