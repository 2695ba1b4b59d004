import type { Database } from './driver.js';
import { StoreUnavailable } from '../unavailable.js';
import { openForReading } from './connection.js';
import { SqliteWriter } from './writer.js';

export interface DatabaseOptions {
  /** The database file; it is made when missing. */
  readonly path: string;
  /** A ceiling on the database's pages of 4 KiB, as a quota; default none. */
  readonly maxPages?: number;
  /** Hears how many writes each commit held. */
  readonly onGroup?: (writes: number) => void;
  /** Hears that the writer has ended though no one closed it. */
  readonly onDeath?: (detail: string) => void;
}

// 16 MiB of log between checkpoints: rarer than SQLite's 4 MiB, because each costs two more fsyncs.
const CHECKPOINT_PAGES = 4_000;

/** The embedded database: one thread that writes, one connection on this thread that reads what is committed. */
export class SqliteDatabase {
  private closed = false;

  private constructor(
    readonly writer: SqliteWriter,
    readonly reader: Database,
  ) {}

  /** @throws Error when the file is no database or cannot be written durably */
  static async open({ path, maxPages = 0, onGroup, onDeath }: DatabaseOptions): Promise<SqliteDatabase> {
    const writer = await SqliteWriter.start({ path, maxPages, checkpointPages: CHECKPOINT_PAGES }, onGroup, onDeath);
    try {
      return new SqliteDatabase(writer, openForReading(path));
    } catch (error) {
      await writer.close();
      throw error;
    }
  }

  /** @throws StoreUnavailable `closed`, or `failed` when the writer has died: what is read might then be stale permanently */
  assertOpen(store: string): void {
    if (this.closed) throw new StoreUnavailable(store, 'closed', 'the database was closed');
    const { failure } = this.writer.status;
    if (failure !== undefined) throw new StoreUnavailable(store, 'failed', failure);
  }

  /** Goes to the writer and back. @throws StoreUnavailable */
  ping(store: string): Promise<void> {
    return this.writer.submit(store, 'ping', [], () => undefined);
  }

  /** Answers every write that was handed over, then lets the file go. */
  async close(): Promise<void> {
    if (this.closed) return;
    await this.writer.close();
    this.closed = true;
    this.reader.close();
  }
}
