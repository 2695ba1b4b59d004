import { z } from 'zod';
import { USAGE_TYPES } from '../credits.shared.js';
import { listCursor, listLimit } from '../movements/lists.shared.js';
import { bookDay, booksOf } from './finance.shared.js';

/** Ages of receivables, by days (UTC) since the day on which they were entered. */
export const AGES = ['0-30', '31-60', '61-90', 'over-90'] as const;
export type Age = (typeof AGES)[number];

/** First and last day of an age, counted back from today; the last one of the oldest is infinite. */
const AGE_DAYS: Readonly<Record<Age, readonly [number, number]>> = {
  '0-30': [0, 30],
  '31-60': [31, 60],
  '61-90': [61, 90],
  'over-90': [91, Number.POSITIVE_INFINITY],
};

const DAY_MS = 86_400_000;

/** Days (UTC) between the day of a time and today, not below 0. @param at @param now milliseconds since the epoch */
export const daysSince = (at: number, now: number): number =>
  Math.max(0, Math.floor(now / DAY_MS) - Math.floor(at / DAY_MS));

/** The age of a receivable. @param at @param now milliseconds since the epoch */
export const ageOf = (at: number, now: number): Age =>
  AGES.find((age) => daysSince(at, now) <= AGE_DAYS[age][1]) ?? 'over-90';

/** The times of an age: at `from` or later, and before `below` if there is an end. Milliseconds since the epoch. */
export function timesOf(age: Age, now: number): { readonly from: number; readonly below?: number } {
  const [first, last] = AGE_DAYS[age];
  const today = Math.floor(now / DAY_MS);
  return {
    from: last === Number.POSITIVE_INFINITY ? 0 : (today - last) * DAY_MS,
    ...(first === 0 ? {} : { below: (today - first + 1) * DAY_MS }),
  };
}

export const receivablesInput = booksOf.extend({ age: z.enum(AGES).optional(), cursor: listCursor, limit: listLimit });

/**
 * `finance.receivableAges`: receivables by age and usage type up to now, whole credits, with the number of entries. An
 * entry that settles a receivable has a negative amount and its own age. The ages of a usage type add up to its
 * receivable in the trial balance.
 */
export const receivableAges = z.array(
  z.object({
    usageType: z.enum(USAGE_TYPES),
    ages: z.array(z.object({ age: z.enum(AGES), amount: z.int(), entries: z.int() })),
    total: z.int(),
  }),
);
export type ReceivableAges = z.infer<typeof receivableAges>;

/**
 * `finance.receivables`: credits that were spent and that nobody has paid for, newest first, whole credits. A `refund`
 * or `chargeback` took back a grant (`id`) that had been spent in part; `after-revocation` is a creation (`id`) charged
 * to a grant that had been taken back while the credits were on hold. An adjustment (`id`) that settled a receivable
 * has a negative amount; its cause is the adjustment's reason.
 */
export const receivablesPage = z.object({
  items: z.array(
    z.object({
      account: z.string(),
      kind: z.enum(['grant', 'creation', 'adjustment']),
      id: z.string(),
      cause: z.string(),
      amount: z.int(),
      at: z.int(),
    }),
  ),
  next: z.string().optional(),
});
export type ReceivablesPage = z.infer<typeof receivablesPage>;

export const failedWorkInput = booksOf.extend({
  from: bookDay,
  to: bookDay,
  /** Lists the holds of one reason. */
  reason: z.string().min(1).max(200).optional(),
  cursor: listCursor,
  limit: listLimit,
});

/**
 * `finance.failedWork`: holds released as a whole in a range of days (both inclusive, UTC), by reason: work that was
 * not delivered, which the user did not pay for. `amount` is its price, whole credits. `items` lists the holds of the
 * requested reason, newest first; the id of a hold is that of its task.
 */
export const failedWork = z.object({
  from: bookDay,
  to: bookDay,
  reasons: z.array(z.object({ reason: z.string(), holds: z.int(), amount: z.int() })),
  items: z.array(z.object({ account: z.string(), holdId: z.string(), amount: z.int(), at: z.int() })),
  next: z.string().optional(),
});
export type FailedWork = z.infer<typeof failedWork>;
