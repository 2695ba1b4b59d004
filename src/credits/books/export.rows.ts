import { wordsOf } from '../../kernel/thrown.js';
import type { LoggedEvent, Position } from '../../kernel/event-sourcing/event.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { ACCOUNT_PREFIX, accountOf } from '../account/account.key.js';
import { movedBy, NOTHING_MOVED } from './books.entries.js';
import { accountCodec, type AccountEvent } from '../account/events.js';

/**
 * Columns of an export, in order. `time` is a time, `count` whole credits or another whole number; null where a column
 * does not apply.
 */
export const EXPORT_COLUMNS = [
  ['position', 'count'], ['at', 'time'], ['recordedAt', 'time'], ['userId', 'text'], ['appName', 'text'], ['usageType', 'text'], ['revision', 'count'], ['type', 'text'],
  ['subject', 'text'], ['source', 'text'], ['granted', 'count'], ['adjusted', 'count'], ['held', 'count'], ['spent', 'count'], ['released', 'count'], ['expired', 'count'], ['revoked', 'count'],
  ['available', 'count'], ['receivable', 'count'], ['listPrice', 'count'], ['expiresAt', 'time'], ['reason', 'text'], ['reference', 'text'],
  ['data', 'text'], ['eventId', 'text'], ['previousHash', 'text'], ['hash', 'text'], ['note', 'text'],
] as const satisfies readonly (readonly [string, 'count' | 'time' | 'text'])[];

type Columns = (typeof EXPORT_COLUMNS)[number];
type ValueOf<Kind> = Kind extends 'count' ? number : Kind extends 'time' ? Date : string;
/** One event. `subject` is the id of the grant, hold, adjustment or usage; `data` is the stored text, unchanged. */
export type ExportRow = { readonly [Column in Columns as Column[0]]: ValueOf<Column[1]> | null };

/** Limits an export by event time: `from` inclusive, `to` exclusive; milliseconds since the epoch. */
export interface ExportRange {
  readonly from?: number;
  readonly to?: number;
}

const READ_AT_ONCE = 2_000;

/**
 * Every event of every account in log order, up to the end of the log at the time of the call; later events are left to
 * the next export. An unreadable event is a row too, with the reason in its note.
 * @throws StoreUnavailable
 */
export async function* exportRows(log: Pick<EventStore, 'follow' | 'head'>, range: ExportRange): AsyncGenerator<ExportRow, void, undefined> {
  yield* rowsUpTo(log, await log.head(), range);
}

/**
 * Like `exportRows`, up to a log position.
 * @throws StoreUnavailable
 */
export async function* rowsUpTo(log: Pick<EventStore, 'follow'>, end: Position, { from = -Infinity, to = Infinity }: ExportRange): AsyncGenerator<ExportRow, void, undefined> {
  const stop = new AbortController();
  try {
    for await (const { events, checkpoint, caughtUp } of log.follow({ after: -1, prefixes: [ACCOUNT_PREFIX], batchSize: READ_AT_ONCE, signal: stop.signal })) {
      for (const recorded of events) {
        if (recorded.position > end) return;
        const row = rowOf(recorded);
        const at = (row.at ?? row.recordedAt)?.getTime() ?? 0;
        if (at >= from && at < to) yield row;
      }
      if (caughtUp || checkpoint >= end) return;
    }
  } finally {
    stop.abort();
  }
}

const known = (recorded: LoggedEvent, position: Position): ExportRow => {
  const account = accountOf(recorded.stream);
  return {
    position, at: null, recordedAt: new Date(recorded.recordedAt), userId: account?.userId ?? recorded.stream, appName: account?.appName ?? null, usageType: account?.usageType ?? null,
    revision: recorded.revision, type: recorded.type, subject: null, source: null, ...NOTHING_MOVED, available: null, receivable: null, listPrice: null, expiresAt: null, reason: null, reference: null,
    data: recorded.data, eventId: recorded.id, previousHash: null, hash: null, note: null,
  };
};

/** An event as a row. */
export function rowOf(recorded: LoggedEvent): ExportRow {
  const row = known(recorded, recorded.position);
  try {
    const { event, metadata } = accountCodec.decode(recorded);
    return { ...row, at: new Date(event.at), ...movedBy(event), ...saidBy(event), available: event.data.available, previousHash: metadata.previousHash, hash: metadata.hash };
  } catch (error) {
    return { ...row, granted: null, adjusted: null, held: null, spent: null, released: null, expired: null, revoked: null, note: wordsOf(error) };
  }
}

const timeOf = (at: number | undefined): Date | null => (at === undefined ? null : new Date(at));

function saidBy(event: AccountEvent): Partial<ExportRow> {
  switch (event.type) {
    case 'CreditsGranted': return { subject: event.data.grantId, source: event.data.source, expiresAt: timeOf(event.data.expiresAt) };
    case 'CreditsHeld': return { subject: event.data.holdId, reference: event.data.reference, expiresAt: timeOf(event.data.expiresAt) };
    case 'HoldExtended': return { subject: event.data.holdId, expiresAt: timeOf(event.data.expiresAt) };
    case 'HoldCaptured': return { subject: event.data.holdId, receivable: event.data.receivable ?? 0 };
    case 'HoldReleased': return { subject: event.data.holdId, reason: event.data.reason };
    case 'HoldExpired': return { subject: event.data.holdId };
    case 'GrantExpired': return { subject: event.data.grantId };
    case 'GrantRevoked': return { subject: event.data.grantId, reason: event.data.reason, reference: event.data.reference, receivable: event.data.receivable };
    case 'CreditsAdjusted': return { subject: event.data.adjustmentId, source: event.data.amount > 0 ? 'adjustment' : null, reason: event.data.reasonCode, reference: event.data.reference, receivable: 0 - (event.data.settles ?? 0) };
    case 'UsageRecorded': return { subject: event.data.usageId, listPrice: event.data.listPrice, reference: event.data.reference };
    case 'AccountCheckpointed': return {};
    default: return event satisfies never;
  }
}
