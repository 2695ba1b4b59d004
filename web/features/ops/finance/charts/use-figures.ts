import { useFormatter } from 'next-intl';

const MINUS = '−';

/** Formats figures, days and times of the finance pages in the page's language. Days and times are UTC. */
export function useFigures() {
  const format = useFormatter();
  const number = (amount: number): string => `${amount < 0 ? MINUS : ''}${format.number(Math.abs(amount))}`;
  return {
    number,
    /** With a sign, except for 0. */
    signed: (amount: number): string => `${amount > 0 ? '+' : ''}${number(amount)}`,
    /** Short, for the ticks of a chart. */
    brief: (amount: number): string => format.number(amount, { notation: 'compact', maximumSignificantDigits: 3 }),
    share: (part: number): string => format.number(part, { style: 'percent', maximumFractionDigits: 1 }),
    /** @param day `YYYY-MM-DD` */
    day: (day: string): string =>
      format.dateTime(Date.parse(day), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
    dayOfYear: (day: string): string =>
      format.dateTime(Date.parse(day), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    /** @param day `YYYY-MM-DD` or `YYYY-MM` */
    month: (day: string): string =>
      format.dateTime(Date.parse(day.slice(0, 7)), { month: 'short', year: 'numeric', timeZone: 'UTC' }),
    /** @param at milliseconds since the epoch */
    moment: (at: number): string => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' }),
  };
}
