import { decodeMetadata } from '../../kernel/event-sourcing/chain.js';
import type { LoggedEvent, Position } from '../../kernel/event-sourcing/event.js';
import { wordsOf } from '../../kernel/thrown.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { RowOf } from '../../kernel/table.shared.js';
import { ACCOUNT_PREFIX } from '../account/account.key.js';
import type { LedgerRow, OTHER_EVENTS } from './tables.shared.js';

const READ_AT_ONCE = 2_000;

/** Limits an export by event time: `from` inclusive, `to` exclusive; milliseconds since the epoch. */
export interface ExportRange {
  readonly from?: number;
  readonly to?: number;
}

type OtherRow = RowOf<typeof OTHER_EVENTS>;
/** What an event's hash is computed from, as stored. */
export type StoredRow = Omit<OtherRow, 'note'> & Pick<LedgerRow, 'position'>;

/** The stored parts of an event. Null where its metadata cannot be read. */
export function storedOf({ position, stream, revision, type, data, id, recordedAt, metadata }: LoggedEvent): StoredRow {
  const row = { position, stream, revision, type, data, eventId: id, recordedAt: new Date(recordedAt) };
  try {
    const { version, at, causedBy = null, traceparent = null, previousHash, hash } = decodeMetadata(metadata);
    return { ...row, version, at: new Date(at), causedBy, traceparent, previousHash, hash };
  } catch {
    return { ...row, version: null, at: null, causedBy: null, traceparent: null, previousHash: null, hash: null };
  }
}

function otherRow(recorded: LoggedEvent): OtherRow {
  const stored = storedOf(recorded);
  if (stored.hash !== null) return { ...stored, note: null };
  try {
    decodeMetadata(recorded.metadata);
    return { ...stored, note: null };
  } catch (error) {
    return { ...stored, note: wordsOf(error) };
  }
}

/**
 * Every event of the log that belongs to no account, in log order, up to a log position.
 * @throws StoreUnavailable
 */
export async function* otherEvents(
  log: Pick<EventStore, 'follow'>,
  end: Position,
  { from = -Infinity, to = Infinity }: ExportRange,
): AsyncGenerator<OtherRow, void, undefined> {
  const stop = new AbortController();
  try {
    for await (const { events, checkpoint, caughtUp } of log.follow({
      after: -1,
      prefixes: [''],
      batchSize: READ_AT_ONCE,
      signal: stop.signal,
    })) {
      for (const recorded of events) {
        if (recorded.position > end) return;
        if (recorded.stream.startsWith(ACCOUNT_PREFIX)) continue;
        const row = otherRow(recorded);
        const at = (row.at ?? row.recordedAt)?.getTime() ?? 0;
        if (at >= from && at < to) yield row;
      }
      if (caughtUp || checkpoint >= end) return;
    }
  } finally {
    stop.abort();
  }
}
