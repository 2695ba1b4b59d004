import type { Database, Statement } from '../sqlite/driver.js';
import type { Position, Revision } from '../../kernel/event-sourcing/event.js';

/** Where a stream stands: its last event. */
export interface StreamHead {
  readonly revision: Revision;
  readonly position: Position;
}

/** The head of a stream that does not exist. */
const NO_HEAD: StreamHead = { revision: -1, position: -1 };

interface TailRow extends StreamHead {
  readonly stream: string;
}

interface ClaimRow {
  readonly recorded_to: Position;
}

const MAX_REMEMBERED = 100_000;

/**
 * Where every stream stands. An append to the log must not touch a page elsewhere, or ten thousand streams cost a
 * random page each; so heads are kept in memory and recorded in the `stream_heads` table now and then, many in
 * one go. What the log holds after the last recording is read again when the store opens.
 */
export class StreamHeads {
  /** Newer than the table. */
  private readonly unrecorded = new Map<string, StreamHead>();
  /** The same as in the table; only a speed-up. */
  private readonly remembered = new Map<string, StreamHead>();
  private readonly find: Statement<[string], StreamHead>;
  private recorded: Position = -1;

  /** @param capacity how many heads that stand in the table are remembered besides */
  constructor(
    private readonly db: Database,
    private readonly capacity = MAX_REMEMBERED,
  ) {
    this.find = db.prepare('SELECT revision, position FROM stream_heads WHERE stream = ?');
    this.reload();
  }

  /** Everything up to this position is in the table. */
  get recordedTo(): Position {
    return this.recorded;
  }

  /** Forgets what memory holds and reads it from the database again. */
  reload(): void {
    this.unrecorded.clear();
    this.remembered.clear();
    this.recorded = this.db.prepare<[], ClaimRow>('SELECT recorded_to FROM log_state').get()?.recorded_to ?? -1;
    const tail = this.db.prepare<[Position], TailRow>(
      'SELECT stream, revision, position FROM events WHERE position > ? ORDER BY position',
    );
    for (const { stream, revision, position } of tail.iterate(this.recorded)) {
      this.unrecorded.set(stream, { revision, position });
    }
  }

  get(stream: string): StreamHead {
    const known = this.unrecorded.get(stream) ?? this.remembered.get(stream);
    if (known !== undefined) return known;
    const found = this.find.get(stream) ?? NO_HEAD;
    if (found !== NO_HEAD) this.remember(stream, found);
    return found;
  }

  /** A stream has grown. */
  advance(stream: string, head: StreamHead): void {
    this.unrecorded.set(stream, head);
  }

  /** Writes into the table what is newer than it. Call inside a transaction, and `settle` once that is committed. */
  record(position: Position): void {
    const put = this.db.prepare(
      `INSERT INTO stream_heads (stream, revision, position) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET revision = excluded.revision, position = excluded.position`,
    );
    // In the table's own order neighbours share a page.
    const sorted = [...this.unrecorded].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [stream, head] of sorted) put.run(stream, head.revision, head.position);
    this.db.prepare('UPDATE log_state SET recorded_to = ?').run(position);
  }

  /** The table now holds everything up to a position. */
  settle(position: Position): void {
    if (position <= this.recorded) return;
    this.recorded = position;
    for (const [stream, head] of this.unrecorded) {
      if (head.position > position) continue;
      this.unrecorded.delete(stream);
      this.remember(stream, head);
    }
  }

  private remember(stream: string, head: StreamHead): void {
    if (this.remembered.size >= this.capacity) this.remembered.clear();
    this.remembered.set(stream, head);
  }
}
