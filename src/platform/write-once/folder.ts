import { link, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, wordsOf } from '../../kernel/thrown.js';
import type { Random } from '../random.js';
import { StoreUnavailable } from '../unavailable.js';
import type { WriteOnce, WriteOutcome } from './port.js';

const ASIDE = /^\.aside-/;

/**
 * Files in a folder, for example one on another disk or server. The folder is created when it is missing. A file is
 * linked to its name once it is complete, so a power failure leaves no partial file, and is readable only.
 */
export function createWriteOnceFolder({
  folder,
  random,
}: {
  readonly folder: string;
  readonly random: Random;
}): WriteOnce {
  const on = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new StoreUnavailable('write-once folder', codeOf(error) === 'ENOSPC' ? 'full' : 'failed', wordsOf(error));
    }
  };
  const get = (name: string): Promise<string | undefined> =>
    on(async () =>
      readFile(join(folder, name), 'utf8').catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }),
    );
  const write = async (name: string, content: string | Uint8Array): Promise<WriteOutcome> => {
    const aside = join(folder, `.aside-${random.uuid()}`);
    const file = await open(aside, 'wx', 0o444);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    try {
      await link(aside, join(folder, name));
      const entries = await open(folder, 'r');
      await entries.sync().finally(() => entries.close());
      return 'written';
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      return Buffer.from(content).equals(await readFile(join(folder, name))) ? 'kept' : 'differs';
    } finally {
      await unlink(aside);
    }
  };
  return {
    get,
    put: (name, content) =>
      on(async () => {
        await mkdir(folder, { recursive: true });
        return write(name, content);
      }),
    names: () =>
      on(async () =>
        (
          await readdir(folder).catch((error: unknown) => {
            if (codeOf(error) === 'ENOENT') return [];
            throw error;
          })
        )
          .filter((name) => !ASIDE.test(name))
          .sort(),
      ),
    close: () => Promise.resolve(),
  };
}
