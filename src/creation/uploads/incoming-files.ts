import { FileStore } from '@tus/file-store';
import type { DataStore, Locker } from '@tus/utils';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOAD_LIMITS } from './upload.shared.js';
import type { UploadId } from './upload.js';

/** Where files lie that come in parts, until they are looked at. */
export interface IncomingFiles {
  /** What the tus library writes to, by `nameOf` an upload. */
  readonly datastore: DataStore;
  /** Keeps two requests from writing to one file; the library's own is of one process. */
  readonly locker?: Locker;
  nameOf(id: string): string;
  /** Whether an error of the library's says that the place cannot be reached now. */
  isAway(error: unknown): boolean;
  /** Makes what is needed, and clears away what belongs to no one. @param wanted whether the file of an upload is still to be kept */
  open(wanted: (id: UploadId) => Promise<boolean>): Promise<void>;
  /** Bytes of a file that is here whole; undefined when there is none, or not all of it. */
  sizeOf(id: UploadId): Promise<number | undefined>;
  /** A path at which the file can be read. @param aside where it may be put, and is then the caller's to remove */
  fetch(id: UploadId, aside: string): Promise<string>;
  drop(id: UploadId): Promise<void>;
  /** Does the work while no one else of the installation works on the same upload. @throws StoreUnavailable when it stays taken */
  alone<T>(id: string, work: () => Promise<T>): Promise<T>;
}

/** Bytes that have not been announced cannot be counted against what a user may store. */
export const EXTENSIONS = ['creation', 'creation-with-upload', 'expiration', 'termination'];

/** Files that arrive in a folder of this process alone. */
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
      // A file's name is its upload's id, and so is its facts' file except for the ending.
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
    // The file first: its facts without it are swept away at the next start.
    for (const file of [id, `${id}.json`]) await rm(join(this.folder, file), { force: true });
  }

  alone<T>(_id: string, work: () => Promise<T>): Promise<T> {
    return work();
  }
}
