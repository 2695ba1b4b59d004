import { z } from 'zod';
import { adjustmentView } from '../../credits/adjustments/adjustment.shared.js';
import { APP_NAMES, STATEMENT_KINDS, USAGE_TYPES } from '../../credits/credits.shared.js';

/** `finance.search`: a text that names one thing. */
export const searchInput = z.object({ of: z.string().trim().min(1).max(254) });

const person = z.object({
  kind: z.literal('user'),
  userId: z.string(),
  /** How the user was found. The address itself is not in the answer. */
  by: z.enum(['email', 'id', 'customer', 'subscription']),
  /** Accounts with activity, with their credits now. */
  accounts: z.array(
    z.object({ appName: z.enum(APP_NAMES), usageType: z.enum(USAGE_TYPES), available: z.int(), held: z.int() }),
  ),
});

const invoice = z.object({
  kind: z.literal('invoice'),
  invoiceId: z.string(),
  number: z.string(),
  gateway: z.string(),
  gatewayInvoiceId: z.string(),
  userId: z.string(),
  appName: z.enum(APP_NAMES),
  /** Minor units including tax; null for an invoice that was never paid. */
  paid: z.object({ at: z.int(), amount: z.int(), currency: z.string() }).nullable(),
  /** Address of the PDF; null without a payment. */
  pdf: z.string().nullable(),
});

const line = z.object({
  kind: z.literal('line'),
  line: z.enum(STATEMENT_KINDS),
  id: z.string(),
  /** Stream of the account. */
  account: z.string(),
  /** Beginning and last change, milliseconds since the epoch. */
  at: z.int(),
  changedAt: z.int(),
  /** Whole credits. */
  amount: z.int(),
  state: z.string(),
});

const request = adjustmentView
  .pick({
    requestId: true,
    adjustmentId: true,
    userId: true,
    appName: true,
    usageType: true,
    amount: true,
    reason: true,
    reference: true,
    state: true,
    requestedAt: true,
  })
  .extend({ kind: z.literal('request') });

/**
 * What a text may name: a user, an invoice, a line of the ledger (a creation, a grant, an adjustment), or the case of a
 * request for an adjustment.
 */
export const searchHit = z.discriminatedUnion('kind', [person, invoice, line, request]);
export type SearchHit = z.infer<typeof searchHit>;

/** `finance.search`: everything with that name; usually one hit, and none for text that names nothing. */
export const searchAnswer = z.object({ hits: z.array(searchHit) });
export type SearchAnswer = z.infer<typeof searchAnswer>;

/** `finance.people`: names of operators for display, by user id. `name` is null for whoever has no role. */
export const peopleInput = z.object({ ids: z.array(z.string().min(1).max(200)).max(200) });
export const people = z.array(z.object({ id: z.string(), name: z.string().nullable() }));
export type People = z.infer<typeof people>;
