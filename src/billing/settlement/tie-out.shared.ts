import { z } from 'zod';
import { TRANSACTION_KINDS } from './transaction.shared.js';

/** A day, `YYYY-MM-DD`, in UTC. */
const day = z.iso.date();
const currency = z.string().regex(/^[a-z]{3}$/);
const name = z.string().min(1).max(120);

/**
 * Days after which money that only one side knows is a difference. Gateways repeat their webhooks for up to three days.
 */
export const GRACE_DAYS = 3;

/** Transactions that correspond to a fact of Kinora. */
export const TIED_KINDS = [
  'payment',
  'refund',
  'dispute',
  'dispute-won',
] as const satisfies readonly (typeof TRANSACTION_KINDS)[number][];
export type TiedKind = (typeof TIED_KINDS)[number];

/**
 * `matched`: both sides know it with the same amount, or the gateway has undone it itself. `differs`: both know it,
 * with other amounts. `gateway-only` and `kinora-only`: the other side does not know it. `unbooked`: Kinora knows a
 * refund or dispute, but not its payment, so that its books do not have it yet.
 */
export const TIE_OUTCOMES = ['matched', 'differs', 'gateway-only', 'kinora-only', 'unbooked'] as const;
export type TieOutcome = (typeof TIE_OUTCOMES)[number];

/** Minor units of a currency, negative when money went back. */
const amount = z.object({ amount: z.int(), currency });

/** One payment, refund or dispute, from both sides. */
export const tieLine = z.object({
  outcome: z.enum(TIE_OUTCOMES),
  kind: z.enum(TIED_KINDS),
  gateway: name,
  /** The gateway's id of the invoice, refund or dispute, or of the transaction that names none. */
  subjectId: name,
  /** Earliest time on either side, milliseconds since the epoch. */
  at: z.int(),
  /**
   * Earliest time on each side; null where that side does not know it. The days may differ although the amounts match.
   */
  kinoraAt: z.int().nullable(),
  gatewayAt: z.int().nullable(),
  /**
   * One entry per currency, of what the customer paid in; none where that side does not know it, or has not booked it
   * (`unbooked`). What came to 0 in every
   * currency has entries of 0.
   */
  kinora: z.array(amount),
  atGateway: z.array(amount),
  unbooked: z.array(amount),
  /** Kinora's invoice: its id, printed number, and the gateway's id; null where it is unknown. */
  invoice: z.object({ invoiceId: z.string(), number: z.string(), gatewayInvoiceId: z.string() }).nullable(),
  transactionIds: z.array(name),
});
export type TieLine = z.infer<typeof tieLine>;

const DAY_MS = 86_400_000;
/** Whether both sides know a line, but on different days (UTC), so that their sums of a day or a month differ. */
export const isOnOtherDay = ({ kinoraAt, gatewayAt }: Pick<TieLine, 'kinoraAt' | 'gatewayAt'>): boolean =>
  kinoraAt !== null && gatewayAt !== null && Math.floor(kinoraAt / DAY_MS) !== Math.floor(gatewayAt / DAY_MS);

export const tieOutInput = z.object({ from: day, to: day, gateway: name.optional() });

/**
 * Minor units of one balance at a gateway: at the start of the days, its movements before fees (negative when money
 * left), the fees kept, the amount paid out less what came back, and at the end. `closing` is `opening + payments +
 * refunds + disputes + other − fees − paidOut`.
 */
export const gatewayBalance = z.object({
  gateway: name,
  currency,
  opening: z.int(),
  payments: z.int(),
  refunds: z.int(),
  disputes: z.int(),
  other: z.int(),
  fees: z.int(),
  paidOut: z.int(),
  closing: z.int(),
  transactions: z.int(),
});
export type GatewayBalance = z.infer<typeof gatewayBalance>;

/** When a gateway's transactions were last read completely; null if never. */
export const gatewayRead = z.object({ gateway: name, at: z.int().nullable() });
export type GatewayRead = z.infer<typeof gatewayRead>;

/** Transactions that a later reading stated differently. The first reading counts. */
const contradiction = z.object({ gateway: name, transactionId: name, at: z.int(), fields: z.array(z.string()) });
export type Contradiction = z.infer<typeof contradiction>;

/**
 * `finance.tieOut`: balances by gateway and currency, and what is not matched in the range of days (both inclusive,
 * UTC), oldest first. `lines` has the first of the `unmatched` only, `contradictions` the first of the `contradicted`;
 * `overdue` counts the unmatched older than `graceDays`. `otherDays` has the first of the `onOtherDays`: matched, but
 * on different days, in a time that the range touches. What only Kinora knows of gateways that were never read is in
 * `unread`, and not in `unmatched`.
 */
export const tieOutView = z.object({
  from: day,
  to: day,
  graceDays: z.int(),
  reads: z.array(gatewayRead),
  balances: z.array(gatewayBalance),
  matched: z.int(),
  unmatched: z.int(),
  overdue: z.int(),
  lines: z.array(tieLine),
  contradicted: z.int(),
  contradictions: z.array(contradiction),
  onOtherDays: z.int(),
  otherDays: z.array(tieLine),
  unread: z.object({ gateways: z.array(name), count: z.int() }),
  /** Every gateway, whatever the filter. */
  gateways: z.array(name),
});
export type TieOutView = z.infer<typeof tieOutView>;

/** `finance.readTransactions`: the gateways that could not be read. */
export const readAnswer = z.object({ failed: z.array(name) });
