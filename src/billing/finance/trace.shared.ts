import { z } from 'zod';
import { APP_NAMES, GRANT_SOURCES, USAGE_TYPES } from '../../credits/credits.shared.js';

/** Search term: an invoice (Kinora's id, the gateway's, or the printed number), a grant id or a user id. */
export const traceInput = z.object({
  of: z.string().trim().min(1).max(200),
  appName: z.enum(APP_NAMES).default('kinora'),
  cursor: z.string().max(400).optional(),
});

/** Use of a grant in the ledger; whole credits. `left` is available or held. */
const use = z.object({
  amount: z.int(),
  at: z.int(),
  expiresAt: z.int().nullable(),
  held: z.int(),
  spent: z.int(),
  expired: z.int(),
  revoked: z.int(),
  adjusted: z.int(),
  left: z.int(),
});

/** A requested grant and its ledger entry; null when the ledger has none. */
const tracedGrant = z.object({
  grantId: z.string(),
  account: z.string(),
  usageType: z.enum(USAGE_TYPES),
  amount: z.int(),
  startsAt: z.int(),
  expiresAt: z.int().nullable(),
  revoked: z.enum(['refund', 'chargeback']).nullable(),
  use: use.nullable(),
});
export type TracedGrant = z.infer<typeof tracedGrant>;

const moved = z.object({ at: z.int(), amount: z.int(), currency: z.string() });
/** A payment with its consequences. Amounts are minor units including tax; times are milliseconds since the epoch. */
const tracedPayment = z.object({
  invoiceId: z.string(),
  gatewayInvoiceId: z.string(),
  number: z.string(),
  gateway: z.string(),
  userId: z.string(),
  appName: z.enum(APP_NAMES),
  sold: z.object({ kind: z.enum(['subscription', 'purchase']), id: z.string() }),
  /** Null for an invoice that was never paid. */
  paid: moved
    .extend({
      tax: z.int(),
      priceId: z.string(),
      reason: z.string(),
      period: z.object({ start: z.int(), end: z.int() }).nullable(),
    })
    .nullable(),
  refunds: z.array(moved),
  disputes: z.array(moved.extend({ outcome: z.enum(['won', 'lost']).nullable() })),
  grants: z.array(tracedGrant),
});
export type TracedPayment = z.infer<typeof tracedPayment>;

/**
 * `revenue.trace`: results, newest first; `unpaid` lists plan and purchase grants in the user's accounts that have no
 * payment.
 */
export const trace = z.object({
  found: z.enum(['invoice', 'grant', 'user', 'nothing']),
  payments: z.array(tracedPayment),
  unpaid: z.array(z.object({ account: z.string(), grantId: z.string(), source: z.enum(GRANT_SOURCES), use })),
  next: z.string().optional(),
});
export type Trace = z.infer<typeof trace>;

/** `revenue.paymentsOf`. */
export const paymentsOfInput = z.object({ grantIds: z.array(z.string().min(1).max(300)).max(200) });

/**
 * The payment of each grant: minor units including tax, in its currency, with the printed number of its invoice. Grants
 * of one payment have the same amount and number.
 */
export const paymentsOfGrants = z.array(
  z.object({ grantId: z.string(), minor: z.int(), currency: z.string(), number: z.string() }),
);
export type PaymentsOfGrants = z.infer<typeof paymentsOfGrants>;
