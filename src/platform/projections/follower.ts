import type { LoggedEvent, Position } from '../../kernel/event-sourcing/event.js';
import type { CollectionDefinition, DocumentStore } from '../documents/port.js';
import type { EventStore } from '../event-store/port.js';
import type { ParkedStreams } from './parked.js';

/** A consumer of the log, in order and at least once: a projection or a policy. */
export interface Follower {
  /** Name for commands and metrics. */
  readonly name: string;
  /** Name of its checkpoint and parked streams; differs per generation. */
  readonly reader: string;
  /** The current values of these names, which another process may have changed. @throws StoreUnavailable */
  live?(): Promise<string>;
  /** What the names of its streams begin with. */
  readonly prefix: string;
  /** Start position without a checkpoint: −1 for the whole log. */
  readonly begin: Position;
  /**
   * Where a parked stream resumes: at the event that failed, or at the stream's beginning when the follower skips
   * events it has already handled (earlier events may not have been durable). `rebuild`: never; a follower that
   * combines many streams in one document must be rebuilt (adr/0022).
   */
  readonly retryFrom: 'parkedEvent' | 'beginning' | 'rebuild';
  /**
   * Resets cached state and reloads the live generation, because another process may have worked in between. Called
   * before the first events of each start, never during `handle`. @throws StoreUnavailable
   */
  takeUp?(): Promise<void>;
  /** Handles events; resolves when the effects are durable. @throws StoreUnavailable to receive them again */
  apply(events: readonly LoggedEvent[]): Promise<void>;
}

/** A follower that handles events in batches: many events of one document become one write. */
export interface Filling extends Follower {
  /** How many documents `write` would write. */
  readonly waiting: number;
  /** Accepts events to be written. @throws StoreUnavailable; then none of the accepted events may be written */
  take(events: readonly LoggedEvent[]): Promise<void>;
  /** Writes the accepted events; more may be accepted meanwhile. Resolves when durable. @throws StoreUnavailable */
  write(): Promise<void>;
}

/** Dependencies of a rebuild. */
export interface RefillStores {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly parked: ParkedStreams;
}

/** A follower whose documents derive from the log alone. Its first collection has its own name. */
export interface Refillable extends Pick<Follower, 'name' | 'prefix'> {
  /** Of its collections. */
  readonly indexes: CollectionDefinition['indexes'];
  /** The same follower on a separate generation, empty or partly filled. @throws StoreUnavailable */
  openAnew(stores: RefillStores, generation: number): Promise<Filling>;
}

/** Whether a follower can be rebuilt from the log. */
export function isRefillable<Given extends Follower>(follower: Given): follower is Given & Refillable {
  return 'openAnew' in follower;
}
