/** Credits of a daily check-in by its day within a streak of seven; the eighth day starts again with the first. */
export const CHECK_IN_CREDITS = [2, 2, 3, 3, 4, 4, 6] as const;

/** How long the credits of a check-in can be spent, in days. */
export const CHECK_IN_LASTS_DAYS = 7;

/** A user's last check-in: its local date as `YYYY-MM-DD`, and its day within the streak, from 1. */
export interface LastCheckIn {
  readonly date: string;
  readonly day: number;
}

/** Today's check-in: open, or already done. `day` and `credits` are those of today. */
export interface TodaysCheckIn {
  readonly state: 'open' | 'done';
  /** Local date as `YYYY-MM-DD`. */
  readonly date: string;
  /** Day within the streak, from 1 to 7. */
  readonly day: number;
  /** Whole credits. */
  readonly credits: number;
}

/** Whether a text is an IANA time zone that this runtime knows, e.g. `Europe/Berlin`. */
export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * The date on a user's calendar.
 * @param at milliseconds since the epoch
 * @param timeZone IANA name, see `isTimeZone`
 * @returns `YYYY-MM-DD`
 */
export function localDate(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** The calendar date after another one, both as `YYYY-MM-DD`. */
export const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/**
 * Today's check-in. A streak continues on the calendar day after the last check-in, whatever the hour, and starts again
 * after a missed day or after its seventh. Dates only advance, so that a change of the time zone yields no second
 * check-in for a date.
 * @param last undefined before the first one
 * @param today local date as `YYYY-MM-DD`
 */
export function checkInOn(last: LastCheckIn | undefined, today: string): TodaysCheckIn {
  if (last !== undefined && last.date >= today) return { state: 'done', date: last.date, ...dayOf(last.day) };
  const continues = last !== undefined && dayAfter(last.date) === today && last.day < CHECK_IN_CREDITS.length;
  return { state: 'open', date: today, ...dayOf(continues ? last.day + 1 : 1) };
}

const dayOf = (day: number): Pick<TodaysCheckIn, 'day' | 'credits'> => ({
  day,
  credits: CHECK_IN_CREDITS[day - 1] ?? CHECK_IN_CREDITS[0],
});
