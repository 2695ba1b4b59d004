import type { PlacedEvent } from '@src/analytics/events.shared';
import type { UserStatus } from '@src/analytics/names.shared';

/** Who and when, as far as a sink may be told: ids of this browser alone, nothing that says who it is. */
export interface EventContext {
  /** The browser's session (specification section 4). */
  readonly visit: string;
  readonly tab: string;
  /** Absent for somebody whose plan is in force: the states of the specification are of those without one. */
  readonly status?: UserStatus;
  /** 101 to 160; absent until it is known. */
  readonly group?: number;
}

/** Where events go. */
export interface AnalyticsSink {
  take(placed: PlacedEvent, circumstances: EventContext): void;
  /** The page may be going away: what waits is to leave now. */
  flush(): void;
  /** Nothing may be collected any more: what waits is forgotten. */
  forget(): void;
}
