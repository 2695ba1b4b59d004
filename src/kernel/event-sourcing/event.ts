import type { Brand } from '../brand.js';
import type { Millis } from '../clock.js';
import type { Traceparent } from '../trace.js';

/** `<category>-<id>`; subscriptions filter by the category (before the first dash). */
export type StreamName = Brand<string, 'StreamName'>;

/** 0 for a stream's first event. −1 means that the stream does not exist yet. */
export type Revision = number;

/**
 * Position in the whole log, ascending in commit order, a safe integer, unique per event. Gaps are possible: one store
 * counts events, another bytes (adr/0018).
 */
export type Position = number;

/** An event of a decider: a fact in the past tense. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  /** Time of the event; never earlier than the previous event of its stream. */
  readonly at: Millis;
  readonly data: Data;
}

/**
 * An event for the store. `data` and `metadata` are canonical JSON (RFC 8785): the hashed bytes are the stored ones.
 */
export interface NewEvent {
  /** UUID: the first 128 bits of the event's hash, see chain.ts. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/**
 * An event read from its stream. Its position in the whole log is absent, because not every store can supply it
 * (adr/0018).
 */
export interface RecordedEvent extends NewEvent {
  readonly stream: StreamName;
  readonly revision: Revision;
  readonly recordedAt: Millis;
}

/** An event read from the log. */
export interface LoggedEvent extends RecordedEvent {
  readonly position: Position;
}

/**
 * Contents of `metadata`. `hash` chains the events of one stream: SHA-256 over the previous hash and the stored bytes.
 */
export interface EventMetadata {
  /** The event's schema version, from 1. */
  readonly version: number;
  /** Time of the event, from the command. */
  readonly at: Millis;
  /** Hex, 64 digits: hash of the previous event in its stream, or 64 zeros for the first. */
  readonly previousHash: string;
  readonly hash: string;
  /** Opaque id of the command, message or policy that caused it. */
  readonly causedBy?: string;
  /** The trace in which it was decided, if recorded. */
  readonly traceparent?: Traceparent;
}

/**
 * Read-your-writes token: returned by a command; a query that receives it waits until its projection has reached that
 * revision.
 */
export interface ConsistencyToken {
  readonly stream: StreamName;
  readonly revision: Revision;
}
