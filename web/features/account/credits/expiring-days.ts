import type { Expiring, ExpiriesView } from '@src/credits/credits.shared';

/** Credits that expire on one local day. */
export interface ExpiringDay {
  /** Time of the day's first expiry, in milliseconds since the epoch. */
  readonly at: number;
  /** The day's local midnight. */
  readonly start: number;
  readonly available: number;
  readonly held: number;
  readonly sources: readonly Expiring['source'][];
}

/** Groups expiries by local day, soonest first. */
export function byDay(expiring: ExpiriesView['expiring']): readonly ExpiringDay[] {
  const days = new Map<number, ExpiringDay>();
  for (const { at, source, available, held } of expiring) {
    const start = new Date(at).setHours(0, 0, 0, 0);
    const day = days.get(start) ?? { at, start, available: 0, held: 0, sources: [] };
    days.set(start, {
      ...day,
      available: day.available + available,
      held: day.held + held,
      sources: day.sources.includes(source) ? day.sources : [...day.sources, source],
    });
  }
  return [...days.values()];
}

/** Local days from now to a day; 0 is today. Days may have 23 or 25 hours. */
export function daysUntil(start: number, now: number): number {
  return Math.round((start - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000);
}
