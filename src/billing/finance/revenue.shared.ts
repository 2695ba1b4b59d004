import { z } from 'zod';
import { USAGE_TYPES } from '../../credits/credits.shared.js';

/** A day, `YYYY-MM-DD`, in UTC. */
const day = z.iso.date();
const currency = z.string().regex(/^[a-z]{3}$/);
const name = z.string().min(1).max(120);

/** Which payments are meant; all without any. */
export const revenueOf = z.object({ gateway: name.optional(), currency: currency.optional(), priceId: name.optional() });
export type RevenueOf = z.infer<typeof revenueOf>;

export const GROUPS = ['plan', 'gateway'] as const;
export type Group = (typeof GROUPS)[number];

export const revenueInput = revenueOf.extend({ from: day, to: day, by: z.enum(GROUPS).default('plan') });

/**
 * Minor units of one currency. Paid, refunded, disputed (and gone with it), returned (disputes that were won) and lost (disputes that
 * were: their money went when it was disputed) are with tax; `tax` is what stayed of it; `net` is what stayed without it; `recognised`
 * is what was earned in these days. Then how many payments, refunds and disputes.
 */
export const revenueFigures = z.object({
  paid: z.int(), refunded: z.int(), disputed: z.int(), returned: z.int(), lost: z.int(), tax: z.int(), net: z.int(), recognised: z.int(), payments: z.int(), refunds: z.int(), disputes: z.int(),
});
export type RevenueFigures = z.infer<typeof revenueFigures>;

const left = z.object({ stream: z.string(), position: z.int(), type: z.string(), reason: z.string(), at: z.int() });

/** `revenue.byDay`: by currency, never added over several. `key` is a price's id or a gateway's name. Days on which nothing was are left out. */
export const revenue = z.object({
  from: day, to: day, by: z.enum(GROUPS),
  currencies: z.array(z.object({
    currency, total: revenueFigures,
    lines: z.array(revenueFigures.extend({ key: z.string() })),
    days: z.array(z.object({ day, lines: z.array(revenueFigures.extend({ key: z.string() })) })),
  })),
  /** Every gateway and currency that there is, whatever was requested. */
  gateways: z.array(z.string()), known: z.array(currency),
  incomplete: z.array(left),
});
export type Revenue = z.infer<typeof revenue>;

export const deferredInput = revenueOf.extend({ from: day, to: day });

/** Minor units, without tax: what was paid for and not delivered yet at the beginning of a day, what became of it, and what was left at its end. */
export const deferredMoved = z.object({ opening: z.int(), billed: z.int(), refunded: z.int(), recognised: z.int(), closing: z.int() });
export type DeferredMoved = z.infer<typeof deferredMoved>;

/** Whole credits of one usage type that came from payments: free to use and set aside, and what was given and spent to date. */
const outstanding = z.object({ usageType: z.enum(USAGE_TYPES), source: z.enum(['plan', 'purchase']), available: z.int(), held: z.int(), granted: z.int(), spent: z.int() });

/**
 * `revenue.deferred`: by currency and day, each of which opens with what the one before closed with; days on which nothing was are
 * there too. `credits` are the books' own at the end of `to`: what is owed to those who paid.
 */
export const deferred = z.object({
  from: day, to: day,
  currencies: z.array(z.object({
    currency, total: deferredMoved,
    days: z.array(deferredMoved.extend({ day })),
    /** What is left at the end, by price. */
    plans: z.array(z.object({ priceId: z.string(), closing: z.int() })),
  })),
  credits: z.array(outstanding),
  gateways: z.array(z.string()), known: z.array(currency),
  incomplete: z.array(left),
});
export type Deferred = z.infer<typeof deferred>;
