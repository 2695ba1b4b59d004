import { z } from 'zod';
import { leftOut, movements } from '../../credits/books/finance.shared.js';
import { USAGE_TYPES } from '../../credits/credits.shared.js';
import { ACCOUNT_ROLES } from '../accounting/settings.shared.js';

const day = z.iso.date();
const currency = z.string().regex(/^[a-z]{3}$/);

/**
 * Why money is booked: `payment`, `refund`, `dispute` and `dispute-won` by Kinora's events; `recognition` as it is
 * earned; `fee`, `payout` (also one that came back), `exchange` and `other` by the gateway's transactions; `late` for
 * what became known of a closed month afterwards.
 */
export const ENTRY_KINDS = [
  'payment',
  'refund',
  'dispute',
  'dispute-won',
  'recognition',
  'fee',
  'payout',
  'exchange',
  'other',
  'late',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/**
 * One line of the double-entry journal: all movements of a day, gateway, currency and kind on one account. Exactly one
 * of `debit` and `credit` is above 0. The lines of an entry add up to the same on both sides.
 */
export const journalLine = z.strictObject({
  /** `<day>.<gateway>.<currency>.<kind>`, the same for every line of the entry. */
  entryId: z.string(),
  day,
  gateway: z.string(),
  currency,
  kind: z.enum(ENTRY_KINDS),
  role: z.enum(ACCOUNT_ROLES),
  /** Minor units. */
  debit: z.int().min(0),
  credit: z.int().min(0),
});
export type JournalLine = z.infer<typeof journalLine>;

/** A comparison of the journal with another source: equal when nothing is wrong. Minor units, by currency. */
export const journalTie = z.strictObject({
  name: z.enum(['balanced', 'deferred', 'revenue', 'gateway']),
  gateway: z.string().nullable(),
  currency,
  journal: z.int(),
  source: z.int(),
});
export type JournalTie = z.infer<typeof journalTie>;

/** The journal of some days, both inclusive, sorted by day, entry and role. */
export const journal = z.strictObject({ from: day, to: day, lines: z.array(journalLine), ties: z.array(journalTie) });
export type Journal = z.infer<typeof journal>;

export const journalInput = z.object({
  from: day,
  to: day,
  currency: currency.optional(),
  gateway: z.string().min(1).max(120).optional(),
});

/**
 * An account in the range: balances at its start and end and its movements. Balances are positive when debits prevail.
 */
const accountTotal = z.object({
  currency,
  role: z.enum(ACCOUNT_ROLES),
  code: z.string(),
  name: z.string(),
  opening: z.int(),
  debit: z.int(),
  credit: z.int(),
  closing: z.int(),
});
export type AccountTotal = z.infer<typeof accountTotal>;

/**
 * Whole credits of a usage type: both sides of the trial balance at the end of `to`, and the movements of the range.
 */
const creditTie = z.object({ usageType: z.enum(USAGE_TYPES), debits: z.int(), credits: z.int(), moved: movements });

/**
 * `journal.byDay`: entries and totals of one currency, and of one gateway if one was chosen. Ties are of all gateways
 * and of every currency.
 */
export const journalView = journal.extend({
  currency: currency.nullable(),
  totals: z.array(accountTotal),
  credits: z.array(creditTie),
  /** Every existing gateway and currency; the currency with the most payments is first. */
  gateways: z.array(z.string()),
  known: z.array(currency),
  /** Events that the figures could not include. */
  incomplete: z.array(leftOut),
});
export type JournalView = z.infer<typeof journalView>;

/** Accounting software that the journal is written for. */
export const JOURNAL_FORMS = ['quickbooks', 'xero', 'datev'] as const;
export type JournalForm = (typeof JOURNAL_FORMS)[number];

/** Lines that Xero takes in one file. */
export const XERO_MAX_LINES = 300;

/** Name of a tax rate in Xero. It begins with a letter or digit, so that no spreadsheet reads it as a formula. */
export const xeroTaxRate = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} %().,&/-]*$/u);

/** The lines of each entry, in order. */
export function entriesIn<Line extends Pick<JournalLine, 'entryId'>>(
  lines: readonly Line[],
): readonly (readonly Line[])[] {
  const entries = new Map<string, Line[]>();
  for (const line of lines) {
    const own = entries.get(line.entryId);
    if (own === undefined) entries.set(line.entryId, [line]);
    else own.push(line);
  }
  return [...entries.values()];
}

/** Whole entries, put together to files of at most `max` lines; at least one file. */
export function fileParts<Line extends Pick<JournalLine, 'entryId'>>(
  lines: readonly Line[],
  max: number,
): readonly (readonly Line[])[] {
  const parts: Line[][] = [[]];
  for (const entry of entriesIn(lines)) {
    if ((parts.at(-1)?.length ?? 0) + entry.length > max) parts.push([]);
    parts.at(-1)?.push(...entry);
  }
  return parts;
}
