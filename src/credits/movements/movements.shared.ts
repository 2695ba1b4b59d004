import { z } from 'zod';
import { GRANT_SOURCES, STATEMENT_KINDS } from '../credits.shared.js';
import { bookDay, booksOf } from '../books/finance.shared.js';
import { listCursor, listLimit } from './lists.shared.js';

/** Columns of the books whose figures can be opened. */
export const MOVED_COLUMNS = ['granted', 'adjusted', 'spent', 'expired', 'revoked'] as const;
export type MovedColumn = (typeof MOVED_COLUMNS)[number];

export const movementsInput = booksOf.extend({
  column: z.enum(MOVED_COLUMNS),
  from: bookDay,
  to: bookDay,
  /** Only credits of grants from this source. */
  source: z.enum(GRANT_SOURCES).optional(),
  cursor: listCursor,
  limit: listLimit,
});

/**
 * `finance.movements`: the statement lines behind a figure of the books, newest first. The amounts of all pages add up
 * to the figure; an expiry that is due but not recorded yet is in the figure only. Whole credits, negative only for
 * adjustments. The id is that of the creation, grant or adjustment.
 */
export const movementsPage = z.object({
  items: z.array(
    z.object({ account: z.string(), kind: z.enum(STATEMENT_KINDS), id: z.string(), amount: z.int(), at: z.int() }),
  ),
  next: z.string().optional(),
});
export type MovementsPage = z.infer<typeof movementsPage>;

export const owedInput = booksOf.extend({
  day: bookDay.optional(),
  /** Month of the grants' expiry, `YYYY-MM` in UTC; null for grants that never expire. */
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .nullable(),
  cursor: listCursor,
});

/**
 * `finance.owed`: the grants behind the liability of a month at the end of a day (today: now), newest first, each with
 * what could still be spent. The amounts of all pages add up to the liability. A page may have no items although there
 * are more: grants with nothing left are passed over.
 */
export const owedPage = z.object({
  items: z.array(
    z.object({
      account: z.string(),
      grantId: z.string(),
      source: z.enum(GRANT_SOURCES),
      at: z.int(),
      expiresAt: z.int().nullable(),
      available: z.int(),
      held: z.int(),
    }),
  ),
  next: z.string().optional(),
});
export type OwedPage = z.infer<typeof owedPage>;
