import { z } from 'zod';
import { APP_NAMES, USAGE_TYPES } from '../../credits/credits.shared.js';
import { listCursor, listLimit } from '../../credits/movements/lists.shared.js';
import { revenueOf } from '../finance/revenue.shared.js';

/**
 * Figures of revenue and deferred revenue that the schedule explains; `deferred` is the amount at the end of the days.
 */
export const SCHEDULED_FIGURES = ['net', 'recognised', 'deferred'] as const;
export type ScheduledFigure = (typeof SCHEDULED_FIGURES)[number];

/** How a payment becomes revenue: a plan over its period, a pack by the rule of the day of its payment. */
export const SCHEDULE_RULES = ['period', 'at-once', 'by-use', 'by-time'] as const;

const day = z.iso.date();
/** Minor units without tax. `opening + net - recognised` is `closing`. */
const amounts = {
  /** Paid but undelivered before the first day, and at the end of the last one. */
  opening: z.int(),
  closing: z.int(),
  /** Received less what was returned, in these days. */
  net: z.int(),
  /** Earned in these days. */
  recognised: z.int(),
};

export const scheduleInput = revenueOf
  .required({ currency: true })
  .extend({ figure: z.enum(SCHEDULED_FIGURES), from: day, to: day, cursor: listCursor, limit: listLimit });

/**
 * `revenue.schedule`: payments in one currency whose figure is not 0 in a range of days (both inclusive, UTC), newest
 * first. The rows of all pages add up to the figure of `revenue.byDay`, or to the closing of `revenue.deferred`.
 */
export const schedule = z.object({
  items: z.array(
    z.object({
      ...amounts,
      invoiceId: z.string(),
      number: z.string(),
      gateway: z.string(),
      userId: z.string(),
      appName: z.enum(APP_NAMES),
      priceId: z.string(),
      /** The account that the purchase gives to, the first if it gives several; null for a price that is unknown. */
      usageType: z.enum(USAGE_TYPES).nullable(),
      paidAt: z.int(),
      rule: z.enum(SCHEDULE_RULES),
      /** The days of the schedule. On the last one, everything is recognised. */
      first: day,
      last: day,
      /** Address of the invoice as PDF. */
      pdf: z.string(),
    }),
  ),
  next: z.string().optional(),
});
export type Schedule = z.infer<typeof schedule>;
