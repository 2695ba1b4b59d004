import type {
  LoggedEvent,
  NewEvent,
  Position,
  RecordedEvent,
  Revision,
  StreamName,
} from '../../kernel/event-sourcing/event.js';

/**
 * What an append came to. A conflict says where the stream really stands, so that the caller can fold on and decide
 * again.
 */
export type AppendResult =
  /** `position`: of the last event, where the store says it. */
  | { readonly outcome: 'appended'; readonly revision: Revision; readonly position: Position | undefined }
  | { readonly outcome: 'conflict'; readonly actual: Revision };

export interface ReadStreamOptions {
  /** Where to begin; default the first event forwards, the last backwards. */
  readonly from?: Revision;
  readonly direction?: 'forwards' | 'backwards';
  /** At most so many events; default all. */
  readonly limit?: number;
}

export interface Batch {
  /** In log order. May be empty when only the checkpoint moved. */
  readonly events: readonly LoggedEvent[];
  /**
   * Everything up to here has been seen, matching or not; events of other streams behind it may have been seen as well.
   */
  readonly checkpoint: Position;
  /** True when nothing newer was in the log when this batch was read. */
  readonly caughtUp: boolean;
}

export interface FollowOptions {
  /** Only what comes after this place; −1 for the whole log. */
  readonly after: Position;
  /**
   * Stream name prefixes, e.g. `credits-`; an event of any other stream is passed over. `''` is every stream but the
   * store's own.
   */
  readonly prefixes: readonly string[];
  /** At most so many events a batch; default 1,000. */
  readonly batchSize?: number;
  readonly signal: AbortSignal;
}

/**
 * The port of the event store. An append is atomic, durable before it is answered, and placed in the log in commit
 * order: a reader that has seen a position never finds a new event before it.
 * @throws StoreUnavailable when the store cannot be reached or cannot write (disk full); the outcome is then unknown
 *   to the caller, who asks the decider's state by reading again.
 */
export interface EventStore {
  /** Whether other processes may append to the same streams at the same time. */
  readonly shared: boolean;
  /**
   * No events at all only check the revision.
   * @param expected the revision of the stream's last event as the caller knows it; −1 for a stream that must not exist
   */
  append(stream: StreamName, expected: Revision, events: readonly NewEvent[]): Promise<AppendResult>;
  /** A stream that does not exist reads as empty. */
  readStream(stream: StreamName, options?: ReadStreamOptions): Promise<readonly RecordedEvent[]>;
  /** Follows the log for ever (until the signal): first what is there, then what comes, at most a second late. */
  follow(options: FollowOptions): AsyncIterable<Batch>;
  /**
   * Where an event stands in the log, if that is after a place: what a reader of the log that has come to that place
   * still waits for. Costs the more the further the place is behind the end of the log.
   * @param signal ends the search
   * @returns a position that a reader reaches with this event or a later one of the same append; undefined when the
   *   event stands at or before `after`, or there is no such event; `too far` when the search was ended, or given up
   *   because so much is behind `after`
   */
  placeAfter(
    stream: StreamName,
    revision: Revision,
    after: Position,
    signal?: AbortSignal,
  ): Promise<Position | 'too far' | undefined>;
  /**
   * The last position in the log, −1 when empty. It may be that of an event of the store's own, which no one is given.
   */
  head(): Promise<Position>;
  /** Resolves when the store answers. @throws StoreUnavailable */
  ping(): Promise<void>;
  close(): Promise<void>;
}
