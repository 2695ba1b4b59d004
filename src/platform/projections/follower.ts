import type { LoggedEvent, Position } from '../../kernel/event.js';
import type { DocumentStore } from '../documents/port.js';
import type { EventStore } from '../event-store/port.js';
import type { ParkedStreams } from './parked.js';

/** Somebody who is given the log's events, in order and at least once: a projection or a policy. */
export interface Follower {
  /** Its checkpoint, its parked streams and its metrics go by this name. */
  readonly name: string;
  /** What the names of its streams begin with. */
  readonly prefix: string;
  /** Where it begins when it has no checkpoint: −1 for the whole log. */
  readonly begin: Position;
  /**
   * Where a stream that was set aside is taken up: at the event that could not be taken, or at its beginning by who passes over
   * what it has had (of what came before that event, something may not have been durable). `rebuild`: not at all; who gathers many
   * streams in one document is filled anew (adr/0022).
   */
  readonly retryFrom: 'parkedEvent' | 'beginning' | 'rebuild';
  /** Forgets what it remembers of before: another process may have been at it since. Called before the first events of each start. */
  takeUp?(): void;
  /** Takes events; resolves when what they led to is durable. @throws StoreUnavailable; it is then given them again */
  apply(events: readonly LoggedEvent[]): Promise<void>;
}

/** What a follower is filled anew on. */
export interface RefillStores {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly parked: ParkedStreams;
}

/** A follower whose documents follow from the log alone. Its collection is called as it is. */
export interface Refillable extends Pick<Follower, 'name' | 'prefix'> {
  /** The same follower on a collection that was dropped before. @throws StoreUnavailable */
  openAnew(stores: RefillStores): Promise<Follower>;
}

/** Whether a follower can be filled anew from the log. */
export function isRefillable<Given extends Follower>(follower: Given): follower is Given & Refillable {
  return 'openAnew' in follower;
}
