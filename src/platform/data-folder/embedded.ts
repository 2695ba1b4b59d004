import type { Clock } from '../../kernel/clock.js';
import { openFilesystemBlobs } from '../blobs/filesystem.js';
import type { Blobs } from '../blobs/port.js';
import { openDataFolder } from './data-folder.js';
import type { DocumentStore } from '../documents/port.js';
import { createSqliteDocumentStore } from '../documents/sqlite.js';
import type { EventStore } from '../event-store/port.js';
import { createSqliteEventStore } from '../event-store/sqlite.js';
import type { Jobs } from '../jobs/port.js';
import { createSqliteJobs } from '../jobs/sqlite.js';
import { SqliteDatabase } from '../sqlite/database.js';
import type { WriterStatus } from '../sqlite/writer.js';

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  /** Receives what was opened; nothing personal. */
  readonly logger?: { info(details: object, message: string): void };
  /** Maximum database pages of 4 KiB, as a quota; default none. */
  readonly maxPages?: number;
  /** Receives the number of writes in each commit, for metrics. */
  readonly onGroup?: (writes: number) => void;
  /** Called if the writer ends unexpectedly: no write is possible until the process restarts. */
  readonly onWriterDeath?: (detail: string) => void;
}

export interface EmbeddedStores {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  /** The writer's state, for metrics and health. */
  writerStatus(): WriterStatus;
  /** Completes pending writes, closes every store and releases the data folder. */
  close(): Promise<void>;
}

/** A locked data folder with its open database. Each store is opened once, on first request. */
export interface EmbeddedFolder {
  /** Absolute. */
  readonly path: string;
  events(): EventStore;
  documents(): DocumentStore;
  jobs(): Jobs;
  blobs(): Promise<Blobs>;
  writerStatus(): WriterStatus;
  /** Completes pending writes, closes the open stores and releases the data folder. */
  close(): Promise<void>;
}

/**
 * Locks a data folder for this process and opens its database, for the stores without a server.
 * @throws DataFolderTooNew, DataFolderUnreadable, DataFolderInUse; Error if the disk cannot be written durably
 */
export async function openEmbeddedFolder(options: EmbeddedOptions): Promise<EmbeddedFolder> {
  const { dataDir, clock, logger, maxPages = 0, onGroup = () => {}, onWriterDeath = () => {} } = options;
  const folder = openDataFolder(dataDir, clock);
  let database: SqliteDatabase;
  try {
    database = await SqliteDatabase.open({ path: folder.databasePath, maxPages, onGroup, onDeath: onWriterDeath });
  } catch (error) {
    folder.release();
    throw error;
  }
  logger?.info({ dataDir: folder.path }, 'data folder opened');
  const opened: { close(): Promise<void> }[] = [];
  const noted = <Store extends { close(): Promise<void> }>(store: Store): Store => {
    opened.push(store);
    return store;
  };
  return {
    path: folder.path,
    events: () => noted(createSqliteEventStore(database, clock)),
    documents: () => noted(createSqliteDocumentStore(database)),
    jobs: () => noted(createSqliteJobs(database, clock)),
    blobs: async () => noted(await openFilesystemBlobs(database, folder.blobsPath)),
    writerStatus: () => database.writer.status,
    close: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await database.close();
      folder.release();
    },
  };
}

/**
 * Opens the four stores on one data folder: one database file, and files for blobs.
 * @throws DataFolderTooNew, DataFolderUnreadable, DataFolderInUse; Error if the disk cannot be written durably
 */
export async function openEmbeddedStores(options: EmbeddedOptions): Promise<EmbeddedStores> {
  const folder = await openEmbeddedFolder(options);
  try {
    const stores = {
      events: folder.events(),
      documents: folder.documents(),
      jobs: folder.jobs(),
      blobs: await folder.blobs(),
    };
    return { ...stores, writerStatus: () => folder.writerStatus(), close: () => folder.close() };
  } catch (error) {
    await folder.close();
    throw error;
  }
}
