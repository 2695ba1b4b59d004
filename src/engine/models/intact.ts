import { join } from 'node:path';
import { sha256Of, sizeOf } from '../install/download.js';
import type { ModelFile } from './catalogue.shared.js';

/** Files of a model that are absent or differ from their size or SHA-256, by path. */
export async function damagedFiles(folder: string, files: readonly ModelFile[]): Promise<readonly string[]> {
  const found = await Promise.all(
    files.map(async ({ path, bytes, sha256 }) => {
      const at = join(folder, path);
      // A file that cannot be read is as good as absent.
      const isIntact = (await sizeOf(at)) === bytes && (await sha256Of(at).catch(() => '')) === sha256;
      return isIntact ? [] : [path];
    }),
  );
  return found.flat();
}
