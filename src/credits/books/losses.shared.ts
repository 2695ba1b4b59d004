import { z } from 'zod';
import { listCursor, listLimit } from '../movements/lists.shared.js';
import { bookDay, booksOf } from './finance.shared.js';

export const receivablesInput = booksOf.extend({ cursor: listCursor, limit: listLimit });

/**
 * `finance.receivables`: credits that were spent and that nobody has paid for, newest first, whole credits. A `refund`
 * or `chargeback` took back a grant (`id`) that had been spent in part; `after-revocation` is a creation (`id`) charged
 * to a grant that had been taken back while the credits were on hold. An adjustment (`id`) that settled a receivable has
 * a negative amount; its cause is the adjustment's reason.
 */
export const receivablesPage = z.object({
  items: z.array(z.object({ account: z.string(), kind: z.enum(['grant', 'creation', 'adjustment']), id: z.string(), cause: z.string(), amount: z.int(), at: z.int() })),
  next: z.string().optional(),
});
export type ReceivablesPage = z.infer<typeof receivablesPage>;

export const failedWorkInput = booksOf.extend({
  from: bookDay, to: bookDay,
  /** Lists the holds of one reason. */
  reason: z.string().min(1).max(200).optional(), cursor: listCursor, limit: listLimit,
});

/**
 * `finance.failedWork`: holds released as a whole in a range of days (both inclusive, UTC), by reason: work that was not
 * delivered, which the user did not pay for. `amount` is its price, whole credits. `items` lists the holds of the
 * requested reason, newest first; the id of a hold is that of its task.
 */
export const failedWork = z.object({
  from: bookDay, to: bookDay,
  reasons: z.array(z.object({ reason: z.string(), holds: z.int(), amount: z.int() })),
  items: z.array(z.object({ account: z.string(), holdId: z.string(), amount: z.int(), at: z.int() })),
  next: z.string().optional(),
});
export type FailedWork = z.infer<typeof failedWork>;
