import type { Millis } from './clock.js';

/**
 * Adds calendar months in UTC, keeping day and time; the last day of the month when it has no such day.
 * @param at milliseconds since the epoch
 */
export function addMonths(at: Millis, months: number): Millis {
  const from = new Date(at);
  const to = new Date(at);
  // Starts at the first day, which every month has.
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime();
}
