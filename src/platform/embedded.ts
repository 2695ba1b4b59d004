import type { Clock } from '../kernel/clock.js';
import { openFilesystemBlobs } from './blobs/filesystem.js';
import type { Blobs } from './blobs/port.js';
import { openDataFolder } from './data-folder.js';
import type { DocumentStore } from './documents/port.js';
import { createSqliteDocumentStore } from './documents/sqlite.js';
import type { EventStore } from './event-store/port.js';
import { createSqliteEventStore } from './event-store/sqlite.js';
import type { Jobs } from './jobs/port.js';
import { createSqliteJobs } from './jobs/sqlite.js';
import { SqliteDatabase } from './sqlite/database.js';
import type { WriterStatus } from './sqlite/writer.js';

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  /** Told what was opened; nothing personal. */
  readonly logger?: { info(details: object, message: string): void };
  /** A ceiling on the database's pages of 4 KiB, as a quota; default none. */
  readonly maxPages?: number;
  /** Hears how many writes each commit held, for metrics. */
  readonly onGroup?: (writes: number) => void;
  /** Hears that the writer has ended though nobody closed it: nothing can be written until the process is started anew. */
  readonly onWriterDeath?: (detail: string) => void;
}

export interface EmbeddedStores {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  /** The writer's state, for metrics and health. */
  writerStatus(): WriterStatus;
  /** Finishes the writes handed over, closes every store and lets the data folder go. */
  close(): Promise<void>;
}

/**
 * Opens the four stores on one data folder: one database file, and files for blobs.
 * @throws DataFolderTooNew, DataFolderUnreadable, DataFolderInUse; Error when the disk cannot be written durably
 */
export async function openEmbeddedStores(options: EmbeddedOptions): Promise<EmbeddedStores> {
  const { dataDir, clock, logger, maxPages = 0, onGroup = () => {}, onWriterDeath = () => {} } = options;
  const folder = openDataFolder(dataDir, clock);
  let database: SqliteDatabase | undefined;
  try {
    const opened = (database = await SqliteDatabase.open({ path: folder.databasePath, maxPages, onGroup, onDeath: onWriterDeath }));
    const events = createSqliteEventStore(opened, clock);
    const documents = createSqliteDocumentStore(opened);
    const jobs = createSqliteJobs(opened, clock);
    const blobs = await openFilesystemBlobs(opened, folder.blobsPath);
    logger?.info({ dataDir: folder.path, head: await events.head() }, 'embedded stores opened');
    return {
      events,
      documents,
      jobs,
      blobs,
      writerStatus: () => opened.writer.status,
      close: async () => {
        await Promise.all([events.close(), documents.close(), jobs.close(), blobs.close()]);
        await opened.close();
        folder.release();
      },
    };
  } catch (error) {
    await database?.close();
    folder.release();
    throw error;
  }
}
