import type { Brand } from './brand.js';
import type { Millis } from './clock.js';
import type { Traceparent } from './trace.js';

/** `<category>-<id>`; the category (before the first dash) is what subscriptions filter by. */
export type StreamName = Brand<string, 'StreamName'>;

/** 0 for a stream's first event. −1 represents a stream that does not exist yet. */
export type Revision = number;

/**
 * Place in the whole log, growing in commit order, a safe integer; equal only for the same event. There may be gaps: it counts
 * events in one store and bytes in another (adr/0018).
 */
export type Position = number;

/** An event as deciders speak of it: a fact in the past tense. */
export interface DomainEvent<Type extends string = string, Data = unknown> {
  readonly type: Type;
  /** When it happened; never before the event before it in its stream. */
  readonly at: Millis;
  readonly data: Data;
}

/** An event as it goes to the store. `data` and `metadata` are canonical JSON (RFC 8785): what is hashed is what is stored. */
export interface NewEvent {
  /** UUID; the first 128 bits of the event's own link in its chain, see chain.ts. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** An event as the store gives it back by its stream: where in the whole log it stands, not every store can say (adr/0018). */
export interface RecordedEvent extends NewEvent {
  readonly stream: StreamName;
  readonly revision: Revision;
  readonly recordedAt: Millis;
}

/** An event as who follows the log is given it. */
export interface LoggedEvent extends RecordedEvent {
  readonly position: Position;
}

/** What `metadata` holds. `hash` chains the events of one stream: SHA-256 over the previous hash and the stored bytes. */
export interface EventMetadata {
  /** The event's schema version, from 1. */
  readonly version: number;
  /** When it happened, as the command said. */
  readonly at: Millis;
  /** Hex, 64 digits; of the event before it in its stream, or 64 zeros for the first. */
  readonly previousHash: string;
  readonly hash: string;
  /** Opaque id of the command, message or policy that caused it. */
  readonly causedBy?: string;
  /** What was going on when it was decided, if that is recorded. */
  readonly traceparent?: Traceparent;
}

/** "Read your own writes": a command answers with it, a query given it waits until its projection has seen that revision. */
export interface ConsistencyToken {
  readonly stream: StreamName;
  readonly revision: Revision;
}
