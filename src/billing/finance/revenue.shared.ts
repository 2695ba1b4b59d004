import { z } from 'zod';
import { USAGE_TYPES } from '../../credits/credits.shared.js';

/** A day, `YYYY-MM-DD`, in UTC. */
const day = z.iso.date();
const currency = z.string().regex(/^[a-z]{3}$/);
const name = z.string().min(1).max(120);

/** Filter for payments; without any field, all payments. */
export const revenueOf = z.object({
  gateway: name.optional(),
  currency: currency.optional(),
  priceId: name.optional(),
});
export type RevenueOf = z.infer<typeof revenueOf>;

export const GROUPS = ['plan', 'gateway'] as const;
export type Group = (typeof GROUPS)[number];

export const revenueInput = revenueOf.extend({ from: day, to: day, by: z.enum(GROUPS).default('plan') });

/**
 * Minor units of one currency. `paid`, `refunded`, `disputed` (the money leaves with the dispute), `returned` (disputes
 * won) and `lost` (disputes lost, whose money left earlier) include tax. `tax` is the tax kept, `net` the rest that was
 * kept, `recognised` the amount earned in these days. Then the counts of payments, refunds and disputes.
 */
export const revenueFigures = z.object({
  paid: z.int(),
  refunded: z.int(),
  disputed: z.int(),
  returned: z.int(),
  lost: z.int(),
  tax: z.int(),
  net: z.int(),
  recognised: z.int(),
  payments: z.int(),
  refunds: z.int(),
  disputes: z.int(),
});
export type RevenueFigures = z.infer<typeof revenueFigures>;

/** Figures that are money. */
export const MONEY_FIGURES = [
  'paid',
  'refunded',
  'disputed',
  'returned',
  'lost',
  'tax',
  'net',
  'recognised',
] as const satisfies readonly (keyof RevenueFigures)[];

/**
 * Totals in the reporting currency, by original currency and over all. Each month of each figure is converted by its
 * own rate and rounded down once, so figures that are differences may differ from their parts by some minor units. Null
 * if a rate is `missing` (months, `YYYY-MM`).
 */
const reportedOf = <F extends z.ZodType>(figures: F) =>
  z.object({
    currency,
    total: figures.nullable(),
    currencies: z.array(z.object({ currency, figures: figures.nullable(), missing: z.array(z.string()) })),
  });

const left = z.object({ stream: z.string(), position: z.int(), type: z.string(), reason: z.string(), at: z.int() });

/**
 * `revenue.byDay`: per currency, never added across currencies. `key` is a price id or a gateway name. Days without
 * revenue are left out.
 */
export const revenue = z.object({
  from: day,
  to: day,
  by: z.enum(GROUPS),
  currencies: z.array(
    z.object({
      currency,
      total: revenueFigures,
      lines: z.array(revenueFigures.extend({ key: z.string() })),
      days: z.array(z.object({ day, lines: z.array(revenueFigures.extend({ key: z.string() })) })),
    }),
  ),
  /** Every existing gateway and currency, whatever the filter; the currency with the most payments is first. */
  gateways: z.array(z.string()),
  known: z.array(currency),
  /** Null without a reporting currency. */
  reported: reportedOf(revenueFigures.omit({ payments: true, refunds: true, disputes: true })).nullable(),
  incomplete: z.array(left),
});
export type Revenue = z.infer<typeof revenue>;

export const deferredInput = revenueOf.extend({ from: day, to: day });

/** Minor units, without tax: deferred amount at the start of a day, the changes, and the amount at its end. */
export const deferredMoved = z.object({
  opening: z.int(),
  billed: z.int(),
  refunded: z.int(),
  recognised: z.int(),
  closing: z.int(),
});
export type DeferredMoved = z.infer<typeof deferredMoved>;
export const DEFERRED_FLOWS = [
  'opening',
  'billed',
  'refunded',
  'recognised',
  'closing',
] as const satisfies readonly (keyof DeferredMoved)[];

/** Whole credits of one usage type from payments: available and held, and the totals granted and spent to date. */
const outstanding = z.object({
  usageType: z.enum(USAGE_TYPES),
  source: z.enum(['plan', 'purchase']),
  available: z.int(),
  held: z.int(),
  granted: z.int(),
  spent: z.int(),
});

/**
 * `revenue.deferred`: per currency and day. Each day opens with the closing of the day before; days without changes are
 * included. `credits` come from the books at the end of `to`: the amount owed to paying users.
 */
export const deferred = z.object({
  from: day,
  to: day,
  currencies: z.array(
    z.object({
      currency,
      total: deferredMoved,
      days: z.array(deferredMoved.extend({ day })),
      /** Closing amounts by price. */
      plans: z.array(z.object({ priceId: z.string(), closing: z.int() })),
    }),
  ),
  credits: z.array(outstanding),
  gateways: z.array(z.string()),
  known: z.array(currency),
  /** Null without a reporting currency. `exchange` is the part of the change that comes from exchange rates. */
  reported: reportedOf(deferredMoved.extend({ exchange: z.int() })).nullable(),
  incomplete: z.array(left),
});
export type Deferred = z.infer<typeof deferred>;
