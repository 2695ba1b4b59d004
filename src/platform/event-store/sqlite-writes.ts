import type { Database } from '../sqlite/driver.js';
import type { WriteSet } from '../sqlite/group-commit.js';
import { StreamHeads } from './stream-heads.js';

/**
 * The log in commit order: a row is only ever added at the end. `previous` is the position of the stream's event
 * before this one (−1 for the first), so that a stream reads back from its head without an index.
 */
export const EVENT_STORE_SCHEMA = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    previous INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS stream_heads (
    stream TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    position INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS log_state (
    only INTEGER PRIMARY KEY CHECK (only = 0),
    recorded_to INTEGER NOT NULL
  ) STRICT;
  INSERT INTO log_state (only, recorded_to) VALUES (0, -1) ON CONFLICT DO NOTHING;
`;

/** An append's outcome as a cell. */
export const APPENDED = 1;
export const CONFLICT = 0;

interface LastRow {
  readonly position: number | null;
}

/**
 * `events.append`: stream, expected revision, time, how many events, then id, type, data, metadata of each.
 * Answers 1, revision, position, recorded-to; or 0 and the actual revision.
 * @param recordEvery after how many events the heads of streams are recorded
 */
export function eventStoreWrites(db: Database, recordEvery = 65_536): WriteSet {
  const heads = new StreamHeads(db);
  const last = db.prepare<[], LastRow>('SELECT max(position) AS position FROM events');
  const insert = db.prepare(
    `INSERT INTO events (position, stream, revision, previous, id, type, recorded_at, data, metadata)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  let position = last.get()?.position ?? -1;
  let recording: number | undefined;
  return {
    handlers: {
      'events.append': (input, answer) => {
        const stream = input.text();
        const expected = input.number();
        const recordedAt = input.number();
        const count = input.number();
        const head = heads.get(stream);
        if (head.revision !== expected) {
          input.rewind(input.place + count * 4);
          answer.push(CONFLICT, head.revision);
          return;
        }
        let { revision, position: previous } = head;
        let at = position;
        for (let n = 0; n < count; n += 1) {
          at += 1;
          revision += 1;
          const id = input.text();
          const type = input.text();
          insert.run(at, stream, revision, previous, id, type, recordedAt, input.text(), input.text());
          previous = at;
        }
        position = at;
        if (count > 0) heads.advance(stream, { revision, position });
        answer.push(APPENDED, revision, count > 0 ? position : -1, heads.recordedTo);
      },
    },
    beforeCommit: () => {
      recording = position - heads.recordedTo >= recordEvery ? position : undefined;
      if (recording !== undefined) heads.record(recording);
    },
    afterCommit: () => {
      if (recording !== undefined) heads.settle(recording);
    },
    afterRollback: () => {
      heads.reload();
      position = last.get()?.position ?? -1;
    },
  };
}
