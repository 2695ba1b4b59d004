import type { RollForward } from '@src/credits/books/finance.shared';
import { dayPlus } from '../filters';

export const STEPS = ['day', 'week', 'month'] as const;
/** The period of one line. A week begins on Monday (ISO 8601). */
export type Step = (typeof STEPS)[number];

type Day = RollForward['days'][number];

/** A line of the roll-forward; `day` is the first of its days, `until` the last. */
export type Period = Day & { readonly until: string };

const MONDAY = 1;

/** First day of the week or month of a day, also if it is before the requested range. */
export function periodStart(day: string, step: Step): string {
  if (step === 'day') return day;
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  return dayPlus(day, -((new Date(day).getUTCDay() - MONDAY + 7) % 7));
}

/** The last day of a day's week, or of the range if that ends earlier. @param until the last day of the range */
export function weekEnd(day: string, until: string): string {
  const last = dayPlus(periodStart(day, 'week'), 6);
  return last < until ? last : until;
}

/** The step that keeps a range readable, with about forty lines at most. @param days length of the range */
export function stepFor(days: number): Step {
  if (days <= 45) return 'day';
  return days <= 200 ? 'week' : 'month';
}

const plus = (a: Day['moved'], b: Day['moved']): Day['moved'] => ({
  granted: a.granted + b.granted,
  adjusted: a.adjusted + b.adjusted,
  held: a.held + b.held,
  spent: a.spent + b.spent,
  released: a.released + b.released,
  expired: a.expired + b.expired,
  revoked: a.revoked + b.revoked,
});

/**
 * Combines days into weeks or months. The first day sets the opening balance, the last one the closing balance. The
 * range may cut the first and last period short.
 */
export function rollUp(days: readonly Day[], step: Step): readonly Period[] {
  const periods: Period[] = [];
  let begin: string | undefined;
  for (const day of days) {
    const own = periodStart(day.day, step);
    const last = periods.at(-1);
    if (last === undefined || own !== begin) periods.push({ ...day, until: day.day });
    else
      periods[periods.length - 1] = {
        ...last,
        moved: plus(last.moved, day.moved),
        closing: day.closing,
        until: day.day,
      };
    begin = own;
  }
  return periods;
}

/** The total of all days. @returns undefined without any */
export function totalOf(days: readonly Day[]): Day | undefined {
  const [first] = days;
  const last = days.at(-1);
  return first === undefined || last === undefined
    ? undefined
    : {
        day: first.day,
        opening: first.opening,
        moved: days.slice(1).reduce((sum, { moved }) => plus(sum, moved), first.moved),
        closing: last.closing,
      };
}
