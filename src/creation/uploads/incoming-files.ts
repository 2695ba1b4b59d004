import { FileStore } from '@tus/file-store';
import type { DataStore, Locker } from '@tus/utils';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOAD_LIMITS } from './upload.shared.js';
import type { UploadId } from './upload.js';

/** Storage for resumable uploads until they are inspected. */
export interface IncomingFiles {
  /** Data store of the tus library, by `nameOf` an upload. */
  readonly datastore: DataStore;
  /** Prevents concurrent requests on one file. The library's own locker covers one process only. */
  readonly locker?: Locker;
  nameOf(id: string): string;
  /** Whether a library error means that the storage is unavailable. */
  isAway(error: unknown): boolean;
  /**
   * Prepares the storage and removes abandoned files.
   * @param wanted whether the file of an upload is still needed
   */
  open(wanted: (id: UploadId) => Promise<boolean>): Promise<void>;
  /** Size of a complete file in bytes; undefined if it is missing or incomplete. */
  sizeOf(id: UploadId): Promise<number | undefined>;
  /**
   * Makes the file available at a local path.
   * @param aside a path where it may be written; the caller removes that file
   */
  fetch(id: UploadId, aside: string): Promise<string>;
  drop(id: UploadId): Promise<void>;
  /**
   * Runs `work` while no other process of the installation works on the same upload.
   * @throws StoreUnavailable if the lock cannot be obtained
   */
  alone<T>(id: string, work: () => Promise<T>): Promise<T>;
}

/** No deferred length: bytes that were not announced cannot be counted against the user's quota. */
export const EXTENSIONS = ['creation', 'creation-with-upload', 'expiration', 'termination'];

/** Incoming files in a folder of this process. */
export class LocalIncomingFiles implements IncomingFiles {
  readonly datastore: DataStore;

  constructor(private readonly folder: string) {
    this.datastore = new FileStore({ directory: folder, expirationPeriodInMilliseconds: UPLOAD_LIMITS.lifeMs });
    this.datastore.extensions = EXTENSIONS;
  }

  nameOf(id: string): string {
    return id;
  }

  isAway(): boolean {
    return false;
  }

  async open(wanted: (id: UploadId) => Promise<boolean>): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const file of await readdir(this.folder)) {
      // A file is named after its upload's id; its info file has the same name and an ending.
      if (!(await wanted(file.replace(/\.json$/, '') as UploadId))) await rm(join(this.folder, file), { force: true });
    }
  }

  async sizeOf(id: UploadId): Promise<number | undefined> {
    return (await stat(join(this.folder, id)).catch(() => undefined))?.size;
  }

  async fetch(id: UploadId): Promise<string> {
    return join(this.folder, id);
  }

  async drop(id: UploadId): Promise<void> {
    // The file first: an info file without it is removed at the next start.
    for (const file of [id, `${id}.json`]) await rm(join(this.folder, file), { force: true });
  }

  alone<T>(_id: string, work: () => Promise<T>): Promise<T> {
    return work();
  }
}
