import type { PlacedEvent } from '@src/analytics/events.shared';
import type { UserStatus } from '@src/analytics/names.shared';

/** Context of an event: pseudonymous ids of this browser and the time, nothing personal. */
export interface EventContext {
  /** The browser's session, which ends after 30 minutes without activity. */
  readonly visit: string;
  readonly tab: string;
  /** Absent for users with a plan in force, because analytics defines statuses only for users without one. */
  readonly status?: UserStatus;
  /** 101 to 160; absent until it is known. */
  readonly group?: number;
}

/** A destination of events. */
export interface AnalyticsSink {
  take(placed: PlacedEvent, circumstances: EventContext): void;
  /** The page may be closing: send what is buffered now. */
  flush(): void;
  /** Collecting has ended: drop what is buffered. */
  forget(): void;
}
