import type { LoggedEvent, Position } from '../../kernel/event.js';
import type { CollectionDefinition, DocumentStore } from '../documents/port.js';
import type { EventStore } from '../event-store/port.js';
import type { ParkedStreams } from './parked.js';

/** Someone who is given the log's events, in order and at least once: a projection or a policy. */
export interface Follower {
  /** Who requests it and its metrics go by this name. */
  readonly name: string;
  /** Its checkpoint and its parked streams go by this: what is filled again has a place of its own in the log. */
  readonly reader: string;
  /** What those of the one that answers at the moment go by, which another process may have changed. @throws StoreUnavailable */
  live?(): Promise<string>;
  /** What the names of its streams begin with. */
  readonly prefix: string;
  /** Where it begins when it has no checkpoint: −1 for the whole log. */
  readonly begin: Position;
  /**
   * Where a stream that was set aside is taken up: at the event that could not be taken, or at its beginning by who passes over
   * what it has had (of what came before that event, something may not have been durable). `rebuild`: not at all; who gathers many
   * streams in one document is filled again (adr/0022).
   */
  readonly retryFrom: 'parkedEvent' | 'beginning' | 'rebuild';
  /**
   * Forgets what it remembers of before and continues with what answers now: another process may have been at it since, or another
   * generation has taken its place. Called before the first events of each start, and never while it is given some. @throws StoreUnavailable
   */
  takeUp?(): Promise<void>;
  /** Takes events; resolves when what they led to is durable. @throws StoreUnavailable; it is then given them again */
  apply(events: readonly LoggedEvent[]): Promise<void>;
}

/** A follower that takes events in portions: many events of one document are one write, the more the more are taken together. */
export interface Filling extends Follower {
  /** How many documents `write` would write. */
  readonly waiting: number;
  /** Takes events that are to be written. @throws StoreUnavailable; none of what was taken may then be written */
  take(events: readonly LoggedEvent[]): Promise<void>;
  /** Writes what was taken; more may be taken meanwhile. Resolves when it is durable. @throws StoreUnavailable */
  write(): Promise<void>;
}

/** What a follower is filled again on. */
export interface RefillStores {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly parked: ParkedStreams;
}

/** A follower whose documents follow from the log alone. Its first collection is called as it is. */
export interface Refillable extends Pick<Follower, 'name' | 'prefix'> {
  /** Of its collections. */
  readonly indexes: CollectionDefinition['indexes'];
  /** The same follower on a generation of its own, empty or filled in part. @throws StoreUnavailable */
  openAnew(stores: RefillStores, generation: number): Promise<Filling>;
}

/** Whether a follower can be filled again from the log. */
export function isRefillable<Given extends Follower>(follower: Given): follower is Given & Refillable {
  return 'openAnew' in follower;
}
