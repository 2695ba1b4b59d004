import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../../kernel/thrown.js';
import type { CollectionDefinition, DocumentStore } from '../../../platform/documents/port.js';
import type { Logs } from '../../../platform/http/logs.js';
import { syncDirectory } from '../../../platform/data-folder/data-folder.js';

const FILE = 'credential.json';

const kept = z.object({ version: z.literal(1), key: z.string(), certificate: z.string(), root: z.string() });
/** A signing key (PKCS #8) with its certificate and the root certificate, each as base64 DER. */
export type Kept = z.infer<typeof kept>;

/** Storage of an installation's signing key. */
export interface KeyLocation {
  read(): Promise<Kept | undefined>;
  /**
   * Stores a new key in place of the one that was read.
   * @returns the stored key, which may come from another process that was faster
   */
  write(made: Kept): Promise<Kept>;
}

const COLLECTION: CollectionDefinition = { name: 'creation_credential_v1', indexes: [] };
const stored = z.object({ sealed: z.string() });
const ONE = 'credential';

/**
 * Key storage in a folder of this process.
 * @param folder created if missing
 */
export function folderLocation(folder: string): KeyLocation {
  return {
    read: () => read(folder),
    write: async (made) => {
      await write(folder, made);
      return made;
    },
  };
}

/**
 * Key storage among the documents, for processes that share them. It is sealed under the installation's secret, so that
 * access to the store alone does not allow signing. A key sealed under another secret counts as missing and is
 * replaced; earlier signatures include their own certificate and stay valid.
 * @param log told once in that case
 */
export async function documentLocation(
  documents: DocumentStore,
  seal: { seal(text: string): string; open(sealed: string): string },
  log: Pick<Logs, 'warn'>,
): Promise<KeyLocation> {
  const collection = await documents.collection(COLLECTION, (found) => stored.parse(found));
  let version = 0;
  let isLogged = false;
  const opened = (sealed: string): string | undefined => {
    try {
      return seal.open(sealed);
    } catch (error) {
      if (!isLogged)
        log.warn(
          { err: error },
          'the key that signs results was sealed under another AUTH_SECRET; a new key and certificate take its place',
        );
      isLogged = true;
      return undefined;
    }
  };
  const readStored = async (): Promise<Kept | undefined> => {
    const found = await collection.get(ONE);
    version = found?.version ?? 0;
    const text = found && opened(found.document.sealed);
    return text === undefined ? undefined : kept.parse(JSON.parse(text));
  };
  return {
    read: readStored,
    write: async (made) => {
      const written = await collection.put({
        id: ONE,
        document: { sealed: seal.seal(JSON.stringify(made)) },
        expectedVersion: version,
      });
      if (written === 'written') return made;
      return (await readStored()) ?? made;
    },
  };
}

async function read(folder: string): Promise<Kept | undefined> {
  try {
    return kept.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes key and certificate atomically, readable by this OS user only. */
async function write(folder: string, made: Kept): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = join(folder, `${FILE}.${randomBytes(4).toString('hex')}`);
  try {
    await writeFile(aside, JSON.stringify(made), { mode: 0o600, flush: true, flag: 'wx' });
    await rename(aside, join(folder, FILE));
  } finally {
    await rm(aside, { force: true });
  }
  await syncDirectory(folder);
  await syncDirectory(dirname(folder));
}
