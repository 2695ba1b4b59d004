import { Database } from './driver.js';

export interface WriterSettings {
  /** The database file. */
  readonly path: string;
  /** WAL size in pages of 4 KiB at which it is checkpointed. */
  readonly checkpointPages: number;
  /** Maximum pages of the file, as a quota; 0 for none. */
  readonly maxPages: number;
}

/** `synchronous = FULL`: in WAL mode the log is fsynced with every commit; NORMAL would lose acknowledged ones. */
const FULL = 2;

/**
 * Opens the writing connection.
 * @throws Error if the file system supports no write-ahead log or no full synchronisation: both are required
 */
export function openForWriting({ path, checkpointPages, maxPages }: WriterSettings): Database {
  const db = new Database(path, { timeout: 5_000 });
  const journal = db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  const synchronous = db.pragma('synchronous');
  if (journal !== 'wal' || synchronous !== FULL) {
    db.close();
    throw new Error(`SQLite would not be durable here: journal ${String(journal)}, synchronous ${String(synchronous)}`);
  }
  db.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  // Deleted data is overwritten with zeros, because it includes names and addresses (adr/0062).
  db.pragma('secure_delete = ON');
  // After a burst the log shrinks to 64 MiB.
  db.pragma('journal_size_limit = 67108864');
  if (maxPages > 0) db.pragma(`max_page_count = ${maxPages}`);
  return db;
}

/** Opens a connection that reads committed data; the writer has created the file. */
export function openForReading(path: string): Database {
  const db = new Database(path, { readOnly: true, timeout: 5_000 });
  db.pragma('cache_size = -65536');
  return db;
}
