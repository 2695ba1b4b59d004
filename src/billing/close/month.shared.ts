import { z } from 'zod';

/** A calendar month in UTC, `2026-10`. */
export const monthName = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** The month of a time. @param at milliseconds since the epoch */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** Start of the month that lies so many months later, milliseconds since the epoch. */
const startAfter = (month: string, months: number): number =>
  Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + months);

/** The month so many months later; earlier for a negative number. */
export const monthsLater = (month: string, months: number): string => monthOf(startAfter(month, months));

/** End of a month: the first millisecond after it. */
export const endOfMonth = (month: string): number => startAfter(month, 1);

/** First and last day of a month, `YYYY-MM-DD`. */
export const daysOfMonth = (month: string): { readonly from: string; readonly to: string } => ({
  from: `${month}-01`,
  to: new Date(endOfMonth(month) - 1).toISOString().slice(0, 10),
});
