import {
  AccessDeniedError, CancelledError, DeadlineExceededError, MaxAppendSizeExceededError, NotLeaderError, TimeoutError, UnavailableError, UnknownError,
  isCommandError, jsonEvent, type AllStreamResolvedEvent, type EventData, type JSONType, type ResolvedEvent,
} from '@eventstore/db-client';
import { wordsOf } from '../../kernel/thrown.js';
import { canonicalJson } from '../../kernel/canonical.js';
import type { LoggedEvent, NewEvent, Position, RecordedEvent, StreamName } from '../../kernel/event.js';
import { StoreUnavailable } from '../unavailable.js';

const STORE = 'event store';
/** Of gRPC: cancelled, deadline exceeded, aborted, unavailable. */
const AWAY_CODES: ReadonlySet<unknown> = new Set([1, 4, 10, 14]);

/**
 * An event for the client. It goes as JSON, so that whoever browses the server can read it and the server's own projections can
 * use it. The client parses what it reads and so gives no bytes back; but the canonical form of a value is one alone (RFC 8785), and
 * `recorded` writes it again.
 * @throws TypeError for data or metadata that would not come back byte for byte: not canonical JSON, or metadata that is no object
 */
export function proposed({ id, type, data, metadata }: NewEvent): EventData {
  const about = parsed(metadata, type);
  if (typeof about !== 'object' || about === null) throw new TypeError(`${type}: metadata has to be a JSON object`);
  return jsonEvent({ id, type, data: parsed(data, type), metadata: about });
}

function parsed(json: string, type: string): JSONType {
  const value: unknown = JSON.parse(json);
  if (canonicalJson(value) !== json) throw new TypeError(`${type}: data and metadata have to be canonical JSON`);
  // The client's type leaves out JSON's numbers, truths and null, which it writes as well.
  return value as JSONType;
}

type Read = Pick<NonNullable<ResolvedEvent['event']>, 'id' | 'type' | 'streamId' | 'revision' | 'isJson' | 'created' | 'data' | 'metadata'>;

/** An event as the client has read it. */
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

/** What is no JSON comes as bytes. */
function text(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : canonicalJson(value);
}

/** An event of the whole log; undefined for a link whose event is gone. */
export function logged({ event }: AllStreamResolvedEvent): LoggedEvent | undefined {
  if (event === undefined) return undefined;
  const { stream, revision, recordedAt, ...rest } = recorded(event);
  return { ...rest, stream, revision, position: place(event.position.commit), recordedAt };
}

/**
 * A commit position, which is a byte offset, as a number.
 * @throws StoreUnavailable beyond 2⁵³ bytes of log
 */
export function place(commit: bigint): Position {
  const position = Number(commit);
  if (!Number.isSafeInteger(position)) throw new StoreUnavailable(STORE, 'failed', `position ${commit} is beyond what is counted exactly`);
  return position;
}

/** A position of ours for the client: of an event that stands alone, both parts are the same. */
export function placeFor(position: Position): { readonly commit: bigint; readonly prepare: bigint } {
  return { commit: BigInt(position), prepare: BigInt(position) };
}

/** No answer came in time. */
export function noAnswer(ms: number): StoreUnavailable {
  return new StoreUnavailable(STORE, 'unreachable', `no answer within ${ms} ms`);
}

/**
 * Whether a client is given up after an error. After some it would go on failing, for it keeps a failed answer about the server's features.
 * After others it connects again beside what is still open on the old connection, and client 6.2.1 keeps the appends of all its
 * streams in one place: the end of the old stream would take the answers of the new one away. Told of another leader, it has to be kept.
 */
export function isSpent(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return false;
  if (error instanceof UnavailableError || error instanceof CancelledError || error instanceof UnknownError) return true;
  return !(error instanceof Error && isCommandError(error));
}

/** Whatever the client threw in the port's terms. Of an append that failed like this it is not known whether it was written. */
export function unavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const detail = wordsOf(error);
  if (error instanceof AccessDeniedError) return new StoreUnavailable(STORE, 'failed', `access denied ${detail}`);
  if (error instanceof MaxAppendSizeExceededError) return new StoreUnavailable(STORE, 'failed', `an append is larger than the server takes (${error.maxAppendSize} bytes)`);
  return new StoreUnavailable(STORE, isAway(error, detail) ? 'unreachable' : 'failed', detail);
}

function isAway(error: unknown, detail: string): boolean {
  if ([UnavailableError, CancelledError, DeadlineExceededError, TimeoutError, NotLeaderError].some((kind) => error instanceof kind)) return true;
  // Not every error of the connection is put into the client's own terms: the one of requesting the server's features is gRPC's.
  if (error instanceof Error && 'code' in error && AWAY_CODES.has(error.code)) return true;
  // A stream that broke off without a word, and the discovery of a cluster that failed.
  return detail.includes('RST_STREAM') || detail.startsWith('Failed to discover');
}
