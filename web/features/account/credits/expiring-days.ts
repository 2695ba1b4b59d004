import type { Expiring, ExpiriesView } from '@src/credits/credits.shared';

/** What expires on one of the reader's days. */
export interface ExpiringDay {
  /** When the first of it does; milliseconds since the epoch. */
  readonly at: number;
  /** Midnight of that day where the reader is. */
  readonly start: number;
  readonly available: number;
  readonly held: number;
  readonly sources: readonly Expiring['source'][];
}

/** Groups what expires by the reader's own days, the soonest first. */
export function byDay(expiring: ExpiriesView['expiring']): readonly ExpiringDay[] {
  const days = new Map<number, ExpiringDay>();
  for (const { at, source, available, held } of expiring) {
    const start = new Date(at).setHours(0, 0, 0, 0);
    const day = days.get(start) ?? { at, start, available: 0, held: 0, sources: [] };
    days.set(start, { ...day, available: day.available + available, held: day.held + held, sources: day.sources.includes(source) ? day.sources : [...day.sources, source] });
  }
  return [...days.values()];
}

/** How many of the reader's days lie between now and a day; 0 is today. Days may be 23 or 25 hours long. */
export function daysUntil(start: number, now: number): number {
  return Math.round((start - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000);
}
