import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
  UnknownError,
  isCommandError,
  jsonEvent,
  type AllStreamResolvedEvent,
  type EventData,
  type JSONType,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { wordsOf } from '../../kernel/thrown.js';
import { canonicalJson } from '../../kernel/event-sourcing/canonical.js';
import type { LoggedEvent, NewEvent, Position, RecordedEvent, StreamName } from '../../kernel/event-sourcing/event.js';
import { StoreUnavailable } from '../unavailable.js';

const STORE = 'event store';
/** Of gRPC: cancelled, deadline exceeded, aborted, unavailable. */
const AWAY_CODES: ReadonlySet<unknown> = new Set([1, 4, 10, 14]);

/**
 * Encodes an event for the client as JSON, so that people and server-side projections can read it. The client returns
 * parsed values, not bytes; `recorded` restores the bytes, because the canonical form (RFC 8785) is unique.
 * @throws TypeError for data or metadata that would not round-trip: not canonical JSON, or metadata that is no object
 */
export function proposed({ id, type, data, metadata }: NewEvent): EventData {
  const about = parsed(metadata, type);
  if (typeof about !== 'object' || about === null) throw new TypeError(`${type}: metadata has to be a JSON object`);
  return jsonEvent({ id, type, data: parsed(data, type), metadata: about });
}

function parsed(json: string, type: string): JSONType {
  const value: unknown = JSON.parse(json);
  if (canonicalJson(value) !== json) throw new TypeError(`${type}: data and metadata have to be canonical JSON`);
  // The client's type excludes numbers, booleans and null, which it nevertheless writes.
  return value as JSONType;
}

type Read = Pick<
  NonNullable<ResolvedEvent['event']>,
  'id' | 'type' | 'streamId' | 'revision' | 'isJson' | 'created' | 'data' | 'metadata'
>;

/** Decodes an event read by the client. */
export function recorded({ id, type, streamId, revision, isJson, created, data, metadata }: Read): RecordedEvent {
  return {
    id,
    type,
    // A name as someone has written to it.
    stream: streamId as StreamName,
    revision: Number(revision),
    recordedAt: created.getTime(),
    data: isJson ? canonicalJson(data) : text(data),
    metadata: text(metadata ?? null),
  };
}

/** Non-JSON data arrives as bytes. */
function text(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : canonicalJson(value);
}

/** Decodes an event of the whole log; undefined for a link to a deleted event. */
export function logged({ event }: AllStreamResolvedEvent): LoggedEvent | undefined {
  if (event === undefined) return undefined;
  const { stream, revision, recordedAt, ...rest } = recorded(event);
  return { ...rest, stream, revision, position: place(event.position.commit), recordedAt };
}

/**
 * Converts a commit position (a byte offset) to a number.
 * @throws StoreUnavailable beyond 2⁵³ bytes of log
 */
export function place(commit: bigint): Position {
  const position = Number(commit);
  if (!Number.isSafeInteger(position))
    throw new StoreUnavailable(STORE, 'failed', `position ${commit} is beyond the exact integers`);
  return position;
}

/** Converts a position for the client; both parts are equal for a single event. */
export function placeFor(position: Position): { readonly commit: bigint; readonly prepare: bigint } {
  return { commit: BigInt(position), prepare: BigInt(position) };
}

/** Timeout without an answer. */
export function noAnswer(ms: number): StoreUnavailable {
  return new StoreUnavailable(STORE, 'unreachable', `no answer within ${ms} ms`);
}

/**
 * Whether a client must be replaced after an error. After some errors it keeps failing, because it caches a failed
 * feature request. After others it reconnects while the old connection is open, and client 6.2.1 shares pending appends
 * between both, so that the end of the old stream would consume answers of the new one. After a leader change it must
 * be kept.
 */
export function isSpent(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return false;
  if (error instanceof UnavailableError || error instanceof CancelledError || error instanceof UnknownError)
    return true;
  return !(error instanceof Error && isCommandError(error));
}

/** Maps client errors to the port's. After such an error it is unknown whether an append was written. */
export function unavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const detail = wordsOf(error);
  if (error instanceof AccessDeniedError) return new StoreUnavailable(STORE, 'failed', `access denied ${detail}`);
  if (error instanceof MaxAppendSizeExceededError)
    return new StoreUnavailable(
      STORE,
      'failed',
      `an append is larger than the server accepts (${error.maxAppendSize} bytes)`,
    );
  return new StoreUnavailable(STORE, isAway(error, detail) ? 'unreachable' : 'failed', detail);
}

function isAway(error: unknown, detail: string): boolean {
  if (
    [UnavailableError, CancelledError, DeadlineExceededError, TimeoutError, NotLeaderError].some(
      (kind) => error instanceof kind,
    )
  )
    return true;
  // The client does not wrap every connection error: feature requests fail with gRPC errors.
  if (error instanceof Error && 'code' in error && AWAY_CODES.has(error.code)) return true;
  // A stream that ended without an error, or a failed cluster discovery.
  return detail.includes('RST_STREAM') || detail.startsWith('Failed to discover');
}
