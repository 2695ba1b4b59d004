import { z } from 'zod';
import { APP_NAMES, USAGE_TYPES } from '../../credits/credits.shared.js';
import { listCursor, listLimit } from '../../credits/movements/lists.shared.js';
import { revenueOf } from '../finance/revenue.shared.js';

/** What the register lists: each kind explains one figure of revenue. */
export const REGISTER_KINDS = ['payment', 'refund', 'dispute', 'won', 'lost'] as const;
export type RegisterKind = (typeof REGISTER_KINDS)[number];

export const registerInput = revenueOf.extend({
  kind: z.enum(REGISTER_KINDS),
  from: z.iso.date(),
  to: z.iso.date(),
  cursor: listCursor,
  limit: listLimit,
});

/**
 * `revenue.register`: payments, refunds or disputes of a range of days (both inclusive, UTC, by the gateway's clock),
 * newest first. A dispute is listed when it was opened, as `won` or `lost` when it was closed. `id` is the gateway's id
 * of the invoice, refund or dispute. Amounts are minor units including tax, positive.
 */
export const register = z.object({
  items: z.array(
    z.object({
      kind: z.enum(REGISTER_KINDS),
      id: z.string(),
      at: z.int(),
      amount: z.int(),
      currency: z.string(),
      gateway: z.string(),
      userId: z.string(),
      appName: z.enum(APP_NAMES),
      /** Kinora's id and the printed number. */
      invoiceId: z.string(),
      number: z.string(),
      priceId: z.string().nullable(),
      /** The account that the purchase gives to, the first if it gives several; null for a price that is unknown. */
      usageType: z.enum(USAGE_TYPES).nullable(),
      /** Of a dispute; null while it is open, and for other kinds. */
      outcome: z.enum(['won', 'lost']).nullable(),
      /** Address of the invoice as PDF; null without a payment. */
      pdf: z.string().nullable(),
    }),
  ),
  next: z.string().optional(),
});
export type Register = z.infer<typeof register>;
