import type { Database } from './driver.js';
import { StoreUnavailable } from '../unavailable.js';
import { openForReading } from './connection.js';
import { SqliteWriter } from './writer.js';

export interface DatabaseOptions {
  /** The database file; created if missing. */
  readonly path: string;
  /** Maximum database pages of 4 KiB, as a quota; default none. */
  readonly maxPages?: number;
  /** Receives the number of writes in each commit. */
  readonly onGroup?: (writes: number) => void;
  /** Called if the writer ends unexpectedly. */
  readonly onDeath?: (detail: string) => void;
}

// 16 MiB of log between checkpoints: less frequent than SQLite's 4 MiB, because each costs two more fsyncs.
const CHECKPOINT_PAGES = 4_000;

/** The embedded database: a thread that writes, and a connection on this thread that reads committed data. */
export class SqliteDatabase {
  private closed = false;

  private constructor(
    readonly writer: SqliteWriter,
    readonly reader: Database,
  ) {}

  /** @throws Error if the file is not a database or cannot be written durably */
  static async open({ path, maxPages = 0, onGroup, onDeath }: DatabaseOptions): Promise<SqliteDatabase> {
    const writer = await SqliteWriter.start({ path, maxPages, checkpointPages: CHECKPOINT_PAGES }, onGroup, onDeath);
    try {
      return new SqliteDatabase(writer, openForReading(path));
    } catch (error) {
      await writer.close();
      throw error;
    }
  }

  /** @throws StoreUnavailable `closed`, or `failed` if the writer has died: reads could then be stale permanently */
  assertOpen(store: string): void {
    if (this.closed) throw new StoreUnavailable(store, 'closed', 'the database was closed');
    const { failure } = this.writer.status;
    if (failure !== undefined) throw new StoreUnavailable(store, 'failed', failure);
  }

  /**
   * A round trip to the writer.
   * @throws StoreUnavailable
   */
  ping(store: string): Promise<void> {
    return this.writer.submit(store, 'ping', [], () => undefined);
  }

  /** Completes every pending write, then closes the file. */
  async close(): Promise<void> {
    if (this.closed) return;
    await this.writer.close();
    this.closed = true;
    this.reader.close();
  }
}
