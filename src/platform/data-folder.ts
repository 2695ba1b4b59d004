import { mkdirSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Database, resultCodeOf } from './sqlite/driver.js';
import { z } from 'zod';
import type { Clock } from '../kernel/clock.js';

/** How the data folder is laid out. It grows when an older program could no longer read it rightly. */
const DATA_FOLDER_VERSION = 1;

/** The folder was made by a newer version of the program. Nothing in it was touched. */
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

/** The folder holds something that is no data folder, or its FORMAT file is damaged. Nothing in it was touched. */
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
    super(`the data folder ${folder} is in use by ${holder}. Stop that process, or choose another folder with DATA_DIR.`);
    this.name = 'DataFolderInUse';
  }
}

/** A folder that this process owns until it lets go or dies. */
export interface DataFolder {
  /** Absolute. */
  readonly path: string;
  readonly databasePath: string;
  readonly blobsPath: string;
  /** Lets another process have it. */
  release(): void;
}

/**
 * Takes a data folder for this process alone, making it when it is missing.
 * @throws DataFolderTooNew, DataFolderUnreadable, DataFolderInUse
 */
export function openDataFolder(folder: string, clock: Clock): DataFolder {
  const path = resolve(folder);
  checkFormat(path);
  // Images and sessions in it are no one else's on this machine.
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const unlock = lock(path, clock);
  const [databasePath, blobsPath] = [join(path, 'kinora.db'), join(path, 'blobs')];
  try {
    // Whoever had the folder until now may have changed its format.
    if (!checkFormat(path)) writeWhole(join(path, 'FORMAT'), `${DATA_FOLDER_VERSION}\n`);
    makePrivate(databasePath, blobsPath);
  } catch (error) {
    unlock();
    throw error;
  }
  return { path, databasePath, blobsPath, release: unlock };
}

/** Nor are they in a folder that was there before and is open to others. SQLite gives the files beside a database the database's own mode. */
function makePrivate(databasePath: string, blobsPath: string): void {
  if (!existsSync(databasePath)) closeSync(openSync(databasePath, 'a', 0o600));
  mkdirSync(blobsPath, { recursive: true, mode: 0o700 });
}

/** A folder for what is one process's alone and no store: work in progress, letters without a mail server. */
export interface ProcessFolder {
  /** Absolute. */
  readonly path: string;
  /** Lets another process have it. */
  release(): void;
}

/** More processes than this on one machine and data folder are a mistake. */
const MAX_PROCESSES = 256;

/**
 * Takes the first `process-<n>` of a data folder that no living process has, for one whose stores are elsewhere: several may
 * share the folder, and one that starts again finds again what its forerunner left.
 * @throws DataFolderInUse when there are too many; what the file system says
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

/** fsyncs a folder, so that a name given or taken in it survives a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @returns whether the folder has a format yet */
function checkFormat(path: string): boolean {
  const file = join(path, 'FORMAT');
  if (!existsSync(file)) {
    if (existsSync(join(path, 'kinora.db'))) throw new DataFolderUnreadable(path, 'it has a database but no FORMAT file');
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
 * The lock is the operating system's, on a file that SQLite opens: it goes with the process however that ends, so
 * none is ever stale. Who has it stands beside it in words.
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

/** A file appears whole or not at all, and stays. */
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
