import { z } from 'zod';
import { APP_NAMES, GRANT_SOURCES, USAGE_TYPES } from '../credits.shared.js';

/** A day, `YYYY-MM-DD`, in UTC. */
export const bookDay = z.iso.date();

/** Whole credits that were moved; all but `adjusted` are never negative. */
export const movements = z.object({ granted: z.int(), adjusted: z.int(), held: z.int(), spent: z.int(), released: z.int(), expired: z.int(), revoked: z.int() });
/** What is owed to users: free to use, and set aside for work. */
export const standing = z.object({ available: z.int(), held: z.int() });

const line = z.object({ opening: standing, moved: movements, closing: standing, /** From the first event on. */ toDate: movements });

/** Which accounts of the books are meant: of one app, of one usage type; all without either. */
export const booksOf = z.object({ appName: z.enum(APP_NAMES).optional(), usageType: z.enum(USAGE_TYPES).optional() });
export type BooksOf = z.infer<typeof booksOf>;

/** An event that the books could not take, and with it all later ones of its stream. */
export const leftOut = z.object({ stream: z.string(), position: z.int(), type: z.string(), reason: z.string(), at: z.int() });

/**
 * `finance.trialBalance`, at the end of `day`; `moved` is what was moved from the beginning of `from` on. Debits are where the credits
 * are: available as the events state it, held, spent, expired, revoked; credits are where they came from: granted and adjusted, all from the first event on.
 */
export const trialBalance = z.object({
  from: bookDay, day: bookDay, total: line,
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

/** A user's id as streams are named by it: no dot, which parts their names, and nothing that would break a line of what is hashed. */
export const accountOwner = z.string().regex(/^[^.\s]{1,100}$/);

/** A moment in words: a day (its beginning, UTC) or an ISO time with its offset; becomes milliseconds since the epoch. */
export const momentOf = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).transform((text) => Date.parse(text));

const account = { userId: z.string(), appName: z.enum(APP_NAMES), usageType: z.enum(USAGE_TYPES) };

/**
 * `finance.history`: an account at a moment, folded from its stream. `available` is what its events say; `spendable` leaves out what
 * is due by then though its expiry was recorded later.
 */
export const accountHistory = z.object({
  ...account, asOf: z.int(), revision: z.int(), available: z.int(), spendable: z.int(), held: z.int(),
  totals: z.object({ granted: z.int(), adjusted: z.int(), spent: z.int(), expired: z.int(), revoked: z.int(), receivable: z.int() }),
  grants: z.array(z.object({ grantId: z.string(), source: z.enum(GRANT_SOURCES), amount: z.int(), available: z.int(), held: z.int(), spent: z.int(), expiresAt: z.int().optional(), standing: z.enum(['open', 'expired', 'revoked']) })),
  holds: z.array(z.object({ holdId: z.string(), amount: z.int(), endsAt: z.int() })),
  /** Newest first. `subject` is the id of the grant, hold, adjustment or usage. */
  events: z.array(z.object({
    revision: z.int(), at: z.int(), type: z.string(), subject: z.string().nullable(), source: z.string().nullable(), moved: movements, available: z.int().nullable(),
    reason: z.string().nullable(), reference: z.string().nullable(), expiresAt: z.int().nullable(), hash: z.string().nullable(),
  })),
  /** What to give as `before` for the next page; absent on the last. */
  next: z.int().optional(),
});
export type AccountHistory = z.infer<typeof accountHistory>;

/** `finance.grants`: what was given, newest first. */
export const grantsPage = z.object({
  grants: z.array(z.object({ account: z.string(), grantId: z.string(), source: z.enum(GRANT_SOURCES), amount: z.int(), at: z.int(), expiresAt: z.int().optional() })),
  next: z.string().optional(),
});
export type GrantsPage = z.infer<typeof grantsPage>;

/** `finance.parked`: streams that a reader of the log has set aside, with the event that it could not take. */
export const parkedEvents = z.array(leftOut.extend({ reader: z.string(), eventId: z.string() }));

/**
 * What reconciliation can find. Of documents (`document-…`): one that is missing, that says something else than the events, or that is of no event. Of
 * holds, against the work that they are for: held for work that nobody knows of, work that nothing is held for, another amount held,
 * ended while the work goes on, open though the work is over, captured though nothing was delivered, or another amount captured. Of grants, against
 * what was paid for: not given, expired before it could be given, given otherwise, given without a payment, not taken back though the money is gone, or taken back though it is there.
 */
export const DIFFERENCES = [
  'event-unreadable', 'document-missing', 'document-differs', 'document-unknown',
  'hold-without-work', 'work-without-hold', 'hold-amount-differs', 'hold-ended-early', 'hold-left-open', 'captured-without-delivery', 'capture-differs',
  'grant-missing', 'grant-too-late', 'grant-differs', 'grant-without-payment', 'revocation-missing', 'revocation-without-cause',
] as const;

// The first ones kept had no code: they were of documents alone.
const difference = z.object({ code: z.enum(DIFFERENCES).default('document-differs'), where: z.string(), what: z.string() });
/** Something that is not as the events say: what kind, where, and what in words for an operator. */
export type Difference = z.infer<typeof difference>;

/** `finance.reconcile` and `finance.reconciliation`: what the last reconciliation came to; null before the first. */
export const reconciliation = z.object({
  at: z.int(), streams: z.int(), events: z.int(), documents: z.int(),
  /** Pieces of work that were compared with their holds. */
  works: z.int().default(0),
  /** Grants that were compared with their payments. */
  grants: z.int().default(0),
  /** The first of them; `found` says how many there were. */
  differences: z.array(difference), found: z.int(),
});
export type Reconciliation = z.infer<typeof reconciliation>;
