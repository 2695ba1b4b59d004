import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Statement } from '../sqlite/driver.js';
import { codeOf } from '../../kernel/thrown.js';
import { KeyedMutex } from '../concurrency/keyed-mutex.js';
import { syncDirectory } from '../data-folder/data-folder.js';
import { onDisk } from '../data-folder/on-disk.js';
import type { Cell, CellReader } from '../sqlite/cells.js';
import type { SqliteDatabase } from '../sqlite/database.js';
import { StoreUnavailable } from '../unavailable.js';
import type { BlobHash, BlobInfo, Blobs, ListedBlob } from './port.js';
import { cutRange } from './range.js';

/**
 * Opens blobs as files in a folder; their references are in the embedded database. Leftovers of a killed process are
 * removed first.
 * @param folder for `tmp/` and the blobs, e.g. `<dataDir>/blobs`
 * @throws StoreUnavailable if the folder cannot be used
 */
export async function openFilesystemBlobs(database: SqliteDatabase, folder: string): Promise<Blobs> {
  const blobs = new FilesystemBlobs(database, folder);
  await blobs.sweep();
  return blobs;
}

const STORE = 'blobs';
const READ_BYTES = 256 * 1024;
const LISTED_AT_ONCE = 500;

class FilesystemBlobs implements Blobs {
  private readonly tmp: string;
  private readonly sizeOf: Statement<[string], number>;
  private readonly unsettled: Statement<[], string>;
  private readonly page: Statement<[string, number], BlobInfo>;
  private readonly references: Statement<[string], string>;
  /** Serialises all work on one blob's file and references. */
  private readonly mutex = new KeyedMutex<BlobHash>();
  private closed = false;

  constructor(
    private readonly database: SqliteDatabase,
    private readonly folder: string,
  ) {
    this.tmp = join(folder, 'tmp');
    this.sizeOf = database.reader.column<[string], number>('SELECT size FROM blobs WHERE hash = ?');
    this.unsettled = database.reader.column<[], string>('SELECT hash FROM blob_unsettled');
    this.page = database.reader.prepare('SELECT hash, size FROM blobs WHERE hash > ? ORDER BY hash LIMIT ?');
    this.references = database.reader.column<[string], string>(
      'SELECT reference FROM blob_references WHERE hash = ? ORDER BY reference',
    );
  }

  /** Removes what a killed process left: partly written files, and files without references. */
  async sweep(): Promise<void> {
    await onDisk(STORE, async () => {
      await mkdir(this.tmp, { recursive: true });
      for (const name of await readdir(this.tmp)) await rm(join(this.tmp, name), { force: true });
    });
    for (const hash of this.unsettled.all()) {
      // This store wrote the file name, so it is a digest.
      const own = hash as BlobHash;
      if (this.sizeOf.get(own) === undefined) await this.removeFile(own);
      await this.write('blobs.gone', [own], () => undefined);
    }
  }

  async put(content: Uint8Array | AsyncIterable<Uint8Array>, reference: string): Promise<BlobInfo> {
    this.assertOpen();
    const aside = join(this.tmp, randomUUID());
    try {
      const info = await this.writeAside(aside, content);
      await this.inTurn(info.hash, () => this.settleIn(aside, info, reference));
      return info;
    } finally {
      await rm(aside, { force: true });
    }
  }

  /** Writes the bytes to a temporary file. The source is read no faster than the disk writes. */
  private async writeAside(aside: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<BlobInfo> {
    const digest = createHash('sha256');
    let size = 0;
    const file = await onDisk(STORE, () => open(aside, 'wx'));
    try {
      for await (const part of 'byteLength' in content ? [content] : content) {
        digest.update(part);
        await onDisk(STORE, () => file.writeFile(part));
        size += part.byteLength;
      }
      await onDisk(STORE, () => file.sync());
    } finally {
      await file.close();
    }
    // A lower-case hexadecimal digest is exactly this type.
    return { hash: digest.digest('hex') as BlobHash, size };
  }

  private async settleIn(aside: string, { hash, size }: BlobInfo, reference: string): Promise<void> {
    const there = await stat(this.pathOf(hash)).catch(() => undefined);
    if (this.sizeOf.get(hash) === undefined || there?.size !== size) {
      await this.write('blobs.arriving', [hash], () => undefined);
      await onDisk(STORE, async () => {
        if ((await mkdir(this.shardOf(hash), { recursive: true })) !== undefined) await syncDirectory(this.folder);
        await rename(aside, this.pathOf(hash));
        await syncDirectory(this.shardOf(hash));
      });
    }
    await this.write('blobs.arrived', [hash, size, reference], () => undefined);
  }

  addReference(hash: BlobHash, reference: string): Promise<boolean> {
    return this.inTurn(hash, () => this.write('blobs.refer', [hash, reference], (answer) => answer.number() > 0));
  }

  removeReference(hash: BlobHash, reference: string): Promise<void> {
    return this.inTurn(hash, async () => {
      const last = await this.write('blobs.release', [hash, reference], (answer) => answer.number() > 0);
      if (!last) return;
      await this.removeFile(hash);
      await this.write('blobs.gone', [hash], () => undefined);
    });
  }

  async *list(after?: BlobHash): AsyncGenerator<ListedBlob, void, undefined> {
    let last: string = after ?? '';
    for (let isLast = false; !isLast;) {
      this.assertOpen();
      const page = this.page.all(last, LISTED_AT_ONCE);
      for (const info of page) {
        this.assertOpen();
        yield { ...info, references: this.references.all(info.hash) };
        last = info.hash;
      }
      isLast = page.length < LISTED_AT_ONCE;
    }
  }

  async info(hash: BlobHash): Promise<BlobInfo | undefined> {
    this.assertOpen();
    const size = this.sizeOf.get(hash);
    return size === undefined ? undefined : { hash, size };
  }

  async read(
    hash: BlobHash,
    range?: { readonly start: number; readonly end: number },
  ): Promise<AsyncIterable<Uint8Array> | undefined> {
    const info = await this.info(hash);
    if (info === undefined) return undefined;
    const { start, length } = cutRange(range, info.size);
    return readFile(this.pathOf(hash), start, length);
  }

  async ping(): Promise<void> {
    this.assertOpen();
    await onDisk(STORE, () => stat(this.tmp));
    await this.database.ping(STORE);
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  private async removeFile(hash: BlobHash): Promise<void> {
    await onDisk(STORE, async () => {
      await rm(this.pathOf(hash), { force: true });
      await syncDirectory(this.shardOf(hash)).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
      });
    });
  }

  private async inTurn<T>(hash: BlobHash, work: () => Promise<T>): Promise<T> {
    this.assertOpen();
    return this.mutex.run(hash, work);
  }

  private write<T>(kind: string, cells: readonly Cell[], decode: (answer: CellReader) => T): Promise<T> {
    return this.database.writer.submit(STORE, kind, cells, decode);
  }

  private shardOf(hash: BlobHash): string {
    return join(this.folder, hash.slice(0, 2));
  }

  private pathOf(hash: BlobHash): string {
    return join(this.shardOf(hash), hash);
  }

  private assertOpen(): void {
    if (this.closed) throw new StoreUnavailable(STORE, 'closed', 'the store was closed');
    this.database.assertOpen(STORE);
  }
}

async function* readFile(path: string, start: number, length: number): AsyncGenerator<Uint8Array, void, undefined> {
  if (length === 0) return;
  const file = await onDisk(STORE, () => open(path, 'r'));
  try {
    const end = start + length;
    for (let at = start; at < end;) {
      const chunk = Buffer.allocUnsafe(Math.min(READ_BYTES, end - at));
      const { bytesRead } = await onDisk(STORE, () => file.read(chunk, 0, chunk.byteLength, at));
      if (bytesRead === 0)
        throw new StoreUnavailable(STORE, 'failed', `${path} is shorter than it was when it was stored`);
      yield chunk.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}
