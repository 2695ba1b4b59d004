import type { Millis } from './clock.js';

/**
 * The same day and time so many months later, UTC; the last day of a month that has no such day.
 * @param at milliseconds since the epoch
 */
export function addMonths(at: Millis, months: number): Millis {
  const from = new Date(at);
  const to = new Date(at);
  // From the first, which every month has.
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime();
}
