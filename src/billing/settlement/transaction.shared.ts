import { z } from 'zod';

/**
 * What changed a balance at a payment gateway. `dispute` is money taken when a dispute opens, `dispute-won` money
 * returned when it is won. `fee` is a fee that belongs to no single payment. `payout` sends money to the bank,
 * `payout-returned` brings it back. `other` is everything that Kinora does not cause, such as a correction.
 */
export const TRANSACTION_KINDS = [
  'payment',
  'refund',
  'dispute',
  'dispute-won',
  'fee',
  'payout',
  'payout-returned',
  'other',
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

const id = z.string().min(1).max(120);
const currency = z.string().regex(/^[a-z]{3}$/);

/** A transaction on the balance of a payment gateway, as the gateway states it. It never changes later. */
export const gatewayTransaction = z.strictObject({
  gateway: id,
  /** The gateway's id of the transaction. */
  transactionId: id,
  kind: z.enum(TRANSACTION_KINDS),
  /** Milliseconds since the epoch, by the gateway's clock. */
  at: z.int().min(0),
  /** Minor units of `currency` before fees; positive when money came in. */
  amount: z.int(),
  /**
   * Minor units of `currency` that the gateway kept; negative when it gave a fee back. The balance changes by `amount -
   * fee`.
   */
  fee: z.int(),
  /** Currency of the balance. */
  currency,
  /** Amount in the currency that the customer paid in, with the sign of `amount`; null when nothing was converted. */
  original: z.strictObject({ amount: z.int(), currency }).nullable(),
  /** The gateway's id of the invoice, refund or dispute, as in Kinora's events; null where none is known. */
  subjectId: id.nullable(),
  /** The gateway's id of the payout that contained it, once known. */
  payoutId: id.nullable(),
});
export type GatewayTransaction = z.infer<typeof gatewayTransaction>;
