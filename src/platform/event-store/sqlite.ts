import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Statement } from '../sqlite/driver.js';
import type { Clock, Millis } from '../../kernel/clock.js';
import type {
  LoggedEvent,
  NewEvent,
  Position,
  RecordedEvent,
  Revision,
  StreamName,
} from '../../kernel/event-sourcing/event.js';
import { Emitter } from '../emitter.js';
import type { Cell, CellReader } from '../sqlite/cells.js';
import type { SqliteDatabase } from '../sqlite/database.js';
import { StoreUnavailable } from '../unavailable.js';
import { followLog } from './follow.js';
import type { AppendResult, Batch, EventStore, FollowOptions, ReadStreamOptions } from './port.js';
import { APPENDED } from './sqlite-writes.js';
import { StreamHeads } from './stream-heads.js';

/** The event store on the embedded database. @param clock stamps `recordedAt` */
export function createSqliteEventStore(database: SqliteDatabase, clock: Clock): EventStore {
  return new SqliteEventStore(database, clock);
}

interface LinkedEvent extends LoggedEvent {
  readonly previous: Position;
}

/** Rows read in one go before others get their turn on this thread. */
const ROWS_A_TURN = 2_000;
const EVENT = 'position, stream, revision, id, type, data, metadata, recorded_at AS recordedAt';

function appendCells(stream: StreamName, expected: Revision, at: Millis, events: readonly NewEvent[]): readonly Cell[] {
  const [only] = events;
  // Most appends are of one event: an array that need not grow.
  if (only !== undefined && events.length === 1)
    return [stream, expected, at, 1, only.id, only.type, only.data, only.metadata];
  const cells: Cell[] = [stream, expected, at, events.length];
  for (const { id, type, data, metadata } of events) cells.push(id, type, data, metadata);
  return cells;
}

class SqliteEventStore implements EventStore {
  readonly shared = false;
  private readonly heads: StreamHeads;
  private readonly linked: Statement<[Position], LinkedEvent>;
  private readonly link: Statement<[Position], Position>;
  private readonly log: Statement<[Position, Position], LoggedEvent>;
  private readonly appended = new Emitter();
  /** The last position that was acknowledged; what the writer has committed beyond it is not yet shown. */
  private acknowledged: Position;
  private closed = false;

  constructor(
    private readonly database: SqliteDatabase,
    private readonly clock: Clock,
  ) {
    const { reader } = database;
    this.heads = new StreamHeads(reader);
    this.linked = reader.prepare(`SELECT ${EVENT}, previous FROM events WHERE position = ?`);
    this.link = reader.column<[Position], Position>('SELECT previous FROM events WHERE position = ?');
    this.log = reader.prepare(`SELECT ${EVENT} FROM events WHERE position > ? AND position <= ? ORDER BY position`);
    this.acknowledged = reader.column<[], Position | null>('SELECT max(position) FROM events').get() ?? -1;
  }

  append(stream: StreamName, expected: Revision, events: readonly NewEvent[]): Promise<AppendResult> {
    if (this.closed) return Promise.reject(this.closedError());
    return this.database.writer.submit(
      'event store',
      'events.append',
      appendCells(stream, expected, this.clock.now(), events),
      (answer) => this.answered(stream, answer),
    );
  }

  private answered(stream: StreamName, answer: CellReader): AppendResult {
    if (answer.number() !== APPENDED) return { outcome: 'conflict', actual: answer.number() };
    const revision = answer.number();
    const position = answer.number();
    const recordedTo = answer.number();
    if (position < 0) return { outcome: 'appended', revision, position: undefined };
    this.heads.advance(stream, { revision, position });
    this.heads.settle(recordedTo);
    this.acknowledged = position;
    this.appended.emit();
    return { outcome: 'appended', revision, position };
  }

  async readStream(stream: StreamName, options: ReadStreamOptions = {}): Promise<readonly RecordedEvent[]> {
    this.assertOpen();
    const head = this.heads.get(stream);
    const limit = options.limit ?? Infinity;
    if (options.direction === 'backwards') {
      const from = Math.min(options.from ?? head.revision, head.revision);
      return this.walkBack(head.position, head.revision - from, Math.min(limit, from + 1));
    }
    const from = Math.max(options.from ?? 0, 0);
    const to = Math.min(head.revision, from + limit - 1);
    return (await this.walkBack(head.position, head.revision - to, to - from + 1)).reverse();
  }

  /** Follows a stream's links from its head: passes over some events, then takes some. */
  private async walkBack(head: Position, passOver: number, take: number): Promise<LoggedEvent[]> {
    const events: LoggedEvent[] = [];
    if (take <= 0) return events;
    let at = head;
    for (let passed = 0; passed < passOver; passed += 1) {
      at = this.link.get(at) ?? -1;
      if (passed % ROWS_A_TURN === ROWS_A_TURN - 1) await this.othersTurn();
    }
    while (events.length < take) {
      const row = this.linked.get(at);
      if (row === undefined) break;
      const { previous, ...event } = row;
      events.push(event);
      at = previous;
      if (events.length % ROWS_A_TURN === 0) await this.othersTurn();
    }
    return events;
  }

  private async othersTurn(): Promise<void> {
    await nextTurn();
    this.assertOpen();
  }

  follow(options: FollowOptions): AsyncIterable<Batch> {
    return followLog(
      {
        page: (after, prefixes, limit) => this.page(after, prefixes, limit),
        onAppended: (listener) => this.appended.subscribe(listener),
      },
      options,
    );
  }

  private page(after: Position, prefixes: readonly string[], limit: number): Batch {
    this.assertOpen();
    // Positions have no gaps, so that the end of the page is known before it is read.
    const checkpoint = Math.max(after, Math.min(after + limit, this.acknowledged));
    const rows = checkpoint > after ? this.log.all(after, checkpoint) : [];
    return {
      events: rows.filter((event) => prefixes.some((prefix) => event.stream.startsWith(prefix))),
      checkpoint,
      caughtUp: checkpoint >= this.acknowledged,
    };
  }

  async placeAfter(stream: StreamName, revision: Revision, after: Position): Promise<Position | undefined> {
    this.assertOpen();
    const head = this.heads.get(stream);
    if (revision < 0 || revision > head.revision) return undefined;
    const [event] = await this.walkBack(head.position, head.revision - revision, 1);
    return event !== undefined && event.position > after ? event.position : undefined;
  }

  async head(): Promise<Position> {
    this.assertOpen();
    return this.acknowledged;
  }

  async ping(): Promise<void> {
    this.assertOpen();
    await this.database.ping('event store');
  }

  async close(): Promise<void> {
    this.closed = true;
    this.appended.emit();
  }

  private assertOpen(): void {
    if (this.closed) throw this.closedError();
    this.database.assertOpen('event store');
  }

  private closedError(): StoreUnavailable {
    return new StoreUnavailable('event store', 'closed', 'the store was closed');
  }
}
