import { z } from 'zod';
import { APP_NAMES, GRANT_SOURCES, USAGE_TYPES } from './credits.shared.js';

/** A day, `YYYY-MM-DD`, in UTC. */
export const bookDay = z.iso.date();

/** Whole credits that were moved; all but `adjusted` are never negative. */
export const movements = z.object({ granted: z.int(), adjusted: z.int(), held: z.int(), spent: z.int(), released: z.int(), expired: z.int(), revoked: z.int() });
/** What is owed to users: free to use, and set aside for work. */
export const standing = z.object({ available: z.int(), held: z.int() });

const line = z.object({ opening: standing, moved: movements, closing: standing, /** From the first event on. */ toDate: movements });

/** An event that the books could not take, and with it all later ones of its stream. */
export const leftOut = z.object({ stream: z.string(), position: z.int(), type: z.string(), reason: z.string(), at: z.int() });

/**
 * `finance.trialBalance`. Debits are where the credits are: available as the events state it, held, spent, expired, revoked;
 * credits are where they came from: granted and adjusted, all from the first event on.
 */
export const trialBalance = z.object({
  day: bookDay, total: line,
  bySource: z.array(line.extend({ source: z.enum(GRANT_SOURCES) })),
  byApp: z.array(line.extend({ appName: z.enum(APP_NAMES) })),
  byUsageType: z.array(line.extend({ usageType: z.enum(USAGE_TYPES) })),
  debits: z.int(), credits: z.int(), balanced: z.boolean(),
  /** Spent and never paid for, to date. */
  receivable: z.int(),
  /** Work that cost nothing, at list price, to date. */
  listPrice: z.int(),
  incomplete: z.array(leftOut),
});
export type TrialBalance = z.infer<typeof trialBalance>;

/** `finance.rollForward`: each day opens with what the day before closed with; days on which nothing moved are there too. */
export const rollForward = z.object({ days: z.array(z.object({ day: bookDay, opening: standing, moved: movements, closing: standing })), incomplete: z.array(leftOut) });
export type RollForward = z.infer<typeof rollForward>;

/** `finance.liability`: what could still be spent at the end of a day, by the month (UTC) in which it expires; null for what never does, and last. */
export const liability = z.object({ day: bookDay, months: z.array(standing.extend({ month: z.string().nullable() })), total: standing, incomplete: z.array(leftOut) });
export type Liability = z.infer<typeof liability>;
