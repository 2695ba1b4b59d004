import { Database } from './driver.js';

export interface WriterSettings {
  /** The database file. */
  readonly path: string;
  /** The WAL is written back into the database when it has so many pages of 4 KiB. */
  readonly checkpointPages: number;
  /** A ceiling on the file's pages, as a quota; 0 for none. */
  readonly maxPages: number;
}


/** `synchronous = FULL`: in WAL mode the log is fsynced with every commit; NORMAL would lose acknowledged ones. */
const FULL = 2;

/**
 * Opens the connection that writes.
 * @throws Error when the file system gives no write-ahead log or no full synchronisation: neither is optional here
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
  // What is deleted is written over with zeros: names and addresses are among it (adr/0062).
  db.pragma('secure_delete = ON');
  // After a burst the log gives its room back, down to 64 MiB.
  db.pragma('journal_size_limit = 67108864');
  if (maxPages > 0) db.pragma(`max_page_count = ${maxPages}`);
  return db;
}

/** Opens a connection that reads what is committed; the writer has made the file. */
export function openForReading(path: string): Database {
  const db = new Database(path, { readOnly: true, timeout: 5_000 });
  db.pragma('cache_size = -65536');
  return db;
}
