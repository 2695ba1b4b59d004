import { z } from 'zod';
import { wordsOf } from '../../kernel/thrown.js';
import type { LoggedEvent, Position } from '../../kernel/event-sourcing/event.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { ACCOUNT_PREFIX, accountOf } from '../account/account.key.js';
import { accountCodec, type AccountEvent } from '../account/events.js';
import { storedOf, type ExportRange } from '../exports/events.rows.js';
import type { LedgerRow } from '../exports/tables.shared.js';
import { movedBy, NOTHING_MOVED } from './books.entries.js';

/** One event. `subject` is the id of the grant, hold, adjustment or usage; `data` is the stored text, unchanged. */
export type ExportRow = LedgerRow;

const READ_AT_ONCE = 2_000;

/**
 * Every event of every account in log order, up to the end of the log at the time of the call; later events are left to
 * the next export. An unreadable event is a row too, with the reason in its note.
 * @throws StoreUnavailable
 */
export async function* exportRows(
  log: Pick<EventStore, 'follow' | 'head'>,
  range: ExportRange,
): AsyncGenerator<ExportRow, void, undefined> {
  yield* rowsUpTo(log, await log.head(), range);
}

/**
 * Like `exportRows`, up to a log position.
 * @throws StoreUnavailable
 */
export async function* rowsUpTo(
  log: Pick<EventStore, 'follow'>,
  end: Position,
  { from = -Infinity, to = Infinity }: ExportRange,
): AsyncGenerator<ExportRow, void, undefined> {
  const stop = new AbortController();
  try {
    for await (const { events, checkpoint, caughtUp } of log.follow({
      after: -1,
      prefixes: [ACCOUNT_PREFIX],
      batchSize: READ_AT_ONCE,
      signal: stop.signal,
    })) {
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

const known = (recorded: LoggedEvent): ExportRow => {
  const account = accountOf(recorded.stream);
  return {
    ...storedOf(recorded),
    userId: account?.userId ?? recorded.stream,
    appName: account?.appName ?? null,
    usageType: account?.usageType ?? null,
    actor: null,
    subject: null,
    source: null,
    ...NOTHING_MOVED,
    available: null,
    receivable: null,
    listPrice: null,
    expiresAt: null,
    validAt: null,
    reason: null,
    reference: null,
    note: null,
  };
};

/** An event as a row. */
export function rowOf(recorded: LoggedEvent): ExportRow {
  const row = known(recorded);
  try {
    const { event } = accountCodec.decode(recorded);
    return { ...row, ...movedBy(event), ...saidBy(event), actor: actorOf(recorded), available: event.data.available };
  } catch (error) {
    return {
      ...row,
      granted: null,
      adjusted: null,
      held: null,
      spent: null,
      released: null,
      expired: null,
      revoked: null,
      note: wordsOf(error),
    };
  }
}

const acted = z.object({ actor: z.string() });

/** The operator that an adjustment names. Read from the stored text, because not every version of the event has one. */
function actorOf({ type, data }: LoggedEvent): string | null {
  if (type !== 'CreditsAdjusted') return null;
  const named = acted.safeParse(JSON.parse(data));
  return named.success ? named.data.actor : null;
}

const timeOf = (at: number | undefined): Date | null => (at === undefined ? null : new Date(at));

function saidBy(event: AccountEvent): Partial<ExportRow> {
  switch (event.type) {
    case 'CreditsGranted':
      return { subject: event.data.grantId, source: event.data.source, expiresAt: timeOf(event.data.expiresAt) };
    case 'CreditsHeld':
      return { subject: event.data.holdId, reference: event.data.reference, expiresAt: timeOf(event.data.expiresAt) };
    case 'HoldExtended':
      return { subject: event.data.holdId, expiresAt: timeOf(event.data.expiresAt) };
    case 'HoldCaptured':
      return { subject: event.data.holdId, receivable: event.data.receivable ?? 0 };
    case 'HoldReleased':
      return { subject: event.data.holdId, reason: event.data.reason };
    case 'HoldExpired':
      return { subject: event.data.holdId };
    case 'GrantExpired':
      return { subject: event.data.grantId };
    case 'GrantRevoked':
      return {
        subject: event.data.grantId,
        reason: event.data.reason,
        reference: event.data.reference,
        receivable: event.data.receivable,
      };
    case 'CreditsAdjusted':
      return {
        subject: event.data.adjustmentId,
        source: event.data.amount > 0 ? 'adjustment' : null,
        reason: event.data.reasonCode,
        reference: event.data.reference,
        receivable: 0 - (event.data.settles ?? 0),
        validAt: timeOf(event.data.validAt),
      };
    case 'UsageRecorded':
      return { subject: event.data.usageId, listPrice: event.data.listPrice, reference: event.data.reference };
    case 'AccountCheckpointed':
      return {};
    default:
      return event satisfies never;
  }
}
