import { z } from 'zod';
import { ACCOUNT_ROLES } from '../accounting/settings.shared.js';

const day = z.iso.date();
const currency = z.string().regex(/^[a-z]{3}$/);

/**
 * Why money is booked: `payment`, `refund`, `dispute` and `dispute-won` by Kinora's events; `recognition` as it is
 * earned; `fee`, `payout` (also one that came back), `exchange` and `other` by the gateway's transactions; `late` for
 * what became known of a closed month afterwards.
 */
export const ENTRY_KINDS = ['payment', 'refund', 'dispute', 'dispute-won', 'recognition', 'fee', 'payout', 'exchange', 'other', 'late'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/**
 * One line of the double-entry journal: all movements of a day, gateway, currency and kind on one account. Exactly one
 * of `debit` and `credit` is above 0. The lines of an entry add up to the same on both sides.
 */
export const journalLine = z.strictObject({
  /** `<day>.<gateway>.<currency>.<kind>`, the same for every line of the entry. */
  entryId: z.string(),
  day, gateway: z.string(), currency, kind: z.enum(ENTRY_KINDS),
  role: z.enum(ACCOUNT_ROLES),
  /** Minor units. */
  debit: z.int().min(0), credit: z.int().min(0),
});
export type JournalLine = z.infer<typeof journalLine>;

/** A comparison of the journal with another source: equal when nothing is wrong. Minor units, by currency. */
export const journalTie = z.strictObject({ name: z.enum(['balanced', 'deferred', 'revenue', 'gateway']), gateway: z.string().nullable(), currency, journal: z.int(), source: z.int() });
export type JournalTie = z.infer<typeof journalTie>;

/** The journal of some days, both inclusive, sorted by day, entry and role. */
export const journal = z.strictObject({ from: day, to: day, lines: z.array(journalLine), ties: z.array(journalTie) });
export type Journal = z.infer<typeof journal>;
