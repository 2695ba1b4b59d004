import type { Millis } from '../../kernel/clock.js';

const DAY_MS = 86_400_000;
/** Hour of the nightly run, UTC: after the roots of the day before are signed. */
const HOUR_OF_RUN = 2;

/**
 * Whether a nightly run is due: its hour has passed since the last one. A run that downtime prevented is made up for
 * once.
 * @param last time of the last scheduled run
 */
export function isRunDue(last: Millis, now: Millis): boolean {
  const offset = HOUR_OF_RUN * 3_600_000;
  return Math.floor((now - offset) / DAY_MS) > Math.floor((last - offset) / DAY_MS);
}
