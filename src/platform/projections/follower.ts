import type { LoggedEvent, Position } from '../../kernel/event.js';

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
   * what it has had (of what came before that event, something may not have been durable).
   */
  readonly retryFrom: 'parkedEvent' | 'beginning';
  /** Forgets what it remembers of before: another process may have been at it since. Called before the first events of each start. */
  takeUp?(): void;
  /** Takes events; resolves when what they led to is durable. @throws StoreUnavailable; it is then given them again */
  apply(events: readonly LoggedEvent[]): Promise<void>;
}
