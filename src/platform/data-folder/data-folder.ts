import {
  mkdirSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Database, resultCodeOf } from '../sqlite/driver.js';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';

/** Version of the data folder's layout. It is raised when older programs could no longer read the folder correctly. */
const DATA_FOLDER_VERSION = 1;

/** A newer version of the program created the folder. Nothing in it was changed. */
export class DataFolderTooNew extends Error {
  constructor(
    readonly folder: string,
    readonly found: number,
    readonly supported: number,
  ) {
    super(
      `the data folder ${folder} has format ${found}, made by a newer version; this version reads up to format ${supported}. ` +
        'Nothing was changed. Start the newer version, or choose another folder with DATA_DIR.',
    );
    this.name = 'DataFolderTooNew';
  }
}

/** The folder is no data folder, or its FORMAT file is damaged. Nothing in it was changed. */
export class DataFolderUnreadable extends Error {
  constructor(
    readonly folder: string,
    detail: string,
  ) {
    super(`${folder} cannot be used as a data folder: ${detail}. Nothing was changed.`);
    this.name = 'DataFolderUnreadable';
  }
}

/** Another process has the folder open. */
export class DataFolderInUse extends Error {
  constructor(
    readonly folder: string,
    readonly holder: string,
  ) {
    super(
      `the data folder ${folder} is in use by ${holder}. Stop that process, or choose another folder with DATA_DIR.`,
    );
    this.name = 'DataFolderInUse';
  }
}

/** A folder that this process owns until it releases it or dies. */
export interface DataFolder {
  /** Absolute. */
  readonly path: string;
  readonly databasePath: string;
  readonly blobsPath: string;
  /** Releases the folder to other processes. */
  release(): void;
}

/**
 * Locks a data folder for this process, and creates it if missing.
 * @throws DataFolderTooNew, DataFolderUnreadable, DataFolderInUse
 */
export function openDataFolder(folder: string, clock: Clock): DataFolder {
  const path = resolve(folder);
  checkFormat(path);
  // It holds images and sessions, so no other user of this machine may read it.
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const unlock = lock(path, clock);
  const [databasePath, blobsPath] = [join(path, 'kinora.db'), join(path, 'blobs')];
  try {
    // The previous owner may have changed the format, so it is checked again under the lock.
    if (!checkFormat(path)) writeWhole(join(path, 'FORMAT'), `${DATA_FOLDER_VERSION}\n`);
    makePrivate(databasePath, blobsPath);
  } catch (error) {
    unlock();
    throw error;
  }
  return { path, databasePath, blobsPath, release: unlock };
}

/**
 * Restricts the permissions of a folder that existed before and was open to others. SQLite gives a database's side
 * files the mode of the database.
 */
function makePrivate(databasePath: string, blobsPath: string): void {
  if (!existsSync(databasePath)) closeSync(openSync(databasePath, 'a', 0o600));
  mkdirSync(blobsPath, { recursive: true, mode: 0o700 });
}

/** A folder for a process's private files that belong to no store: work in progress, or mail without a mail server. */
export interface ProcessFolder {
  /** Absolute. */
  readonly path: string;
  /** Releases the folder to other processes. */
  release(): void;
}

/** More processes than this on one machine and data folder indicate a mistake. */
const MAX_PROCESSES = 256;

/**
 * Takes the first `process-<n>` of a data folder that no living process holds. Used when the stores are elsewhere:
 * several processes may share the folder, and a restarted process finds its previous files.
 * @throws DataFolderInUse if there are too many; file system errors
 */
export function takeProcessFolder(folder: string, clock: Clock): ProcessFolder {
  const root = resolve(folder);
  for (let n = 0; n < MAX_PROCESSES; n += 1) {
    const path = join(root, `process-${n}`);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    try {
      return { path, release: lock(path, clock) };
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
    }
  }
  throw new DataFolderInUse(root, `${MAX_PROCESSES} processes`);
}

/** fsyncs a folder, so that a created or renamed file survives a power failure. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @returns whether the folder has a FORMAT file */
function checkFormat(path: string): boolean {
  const file = join(path, 'FORMAT');
  if (!existsSync(file)) {
    if (existsSync(join(path, 'kinora.db')))
      throw new DataFolderUnreadable(path, 'it has a database but no FORMAT file');
    return false;
  }
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new DataFolderUnreadable(path, 'its FORMAT file holds no version');
  const found = Number(text);
  if (found > DATA_FOLDER_VERSION) throw new DataFolderTooNew(path, found, DATA_FOLDER_VERSION);
  return true;
}

/** SQLite's result code when another connection holds the lock. */
const BUSY = 5;

/**
 * An operating system lock, on a file that SQLite opens. It ends with the process in any case, so it is never stale. A
 * text file next to it names the holder.
 */
function lock(path: string, clock: Clock): () => void {
  const db = new Database(join(path, 'LOCK'), { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (resultCodeOf(error) === BUSY) throw new DataFolderInUse(path, holderOf(path));
    throw error;
  }
  const since = new Date(clock.now()).toISOString();
  writeWhole(join(path, 'OWNER'), `${JSON.stringify({ pid: process.pid, host: hostname(), since })}\n`);
  return () => db.close();
}

const ownerShape = z.object({ pid: z.number(), host: z.string(), since: z.string() });

function holderOf(path: string): string {
  try {
    const { pid, host, since } = ownerShape.parse(JSON.parse(readFileSync(join(path, 'OWNER'), 'utf8')));
    return `process ${pid} on ${host} since ${since}`;
  } catch {
    return 'another process';
  }
}

/** Writes a file atomically and durably. */
function writeWhole(file: string, text: string): void {
  const aside = `${file}.new`;
  writeFileSync(aside, text, { flush: true });
  renameSync(aside, file);
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
