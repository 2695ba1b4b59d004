import { z } from 'zod';
import type { Millis } from '../../../kernel/clock.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';
import type { GatewayTransaction, TransactionKind } from '../../settlement/transaction.shared.js';
import type { TransactionPage } from '../port.js';
import { fromStripe, unitsOf } from './amounts.js';
import { balanceTransactionObject, readObject, type StripeTransaction } from './objects.js';

/** A page of Stripe's list, newest first. */
export interface StripeList {
  readonly data: readonly unknown[];
  readonly has_more: boolean;
}

export interface TransactionParts {
  /** Name of the gateway. */
  readonly gateway: string;
  /** Balance transactions with their sources, of a time and later or of an automatic payout. */
  readonly list: (
    of: { readonly since: Millis } | { readonly payout: string },
    after: string | undefined,
  ) => Promise<StripeList>;
  /**
   * Kinora's id of what a payment intent paid, as in its facts; undefined for a payment of another seller.
   * @throws StoreUnavailable
   */
  readonly paidBy: (paymentIntent: string) => Promise<string | undefined>;
}

const id = z.string().min(1).max(120);
/**
 * Where a reading goes on: in the list (`list` is the last id; null when it has ended) after the contents of `payouts`,
 * of which the first was read up to `inside`.
 */
const cursor = z.strictObject({ list: id.nullable(), payouts: z.array(id), inside: id.nullable() });
type Cursor = z.infer<typeof cursor>;

/**
 * Reads a page of balance transactions. Stripe does not name the payout of a transaction, so the contents of each
 * payout of a page follow it, with their payout.
 * @throws StoreUnavailable, also for a transaction of an unknown shape
 */
export async function transactionPage(
  parts: TransactionParts,
  since: Millis,
  after?: string,
): Promise<TransactionPage> {
  const at = after === undefined ? undefined : cursor.parse(JSON.parse(after));
  const [payout, ...others] = at?.payouts ?? [];
  if (at !== undefined && payout !== undefined) {
    const page = await read(parts, await parts.list({ payout }, at.inside ?? undefined));
    const last = page.hasMore ? page.read.at(-1)?.id : undefined;
    const next: Cursor = last === undefined ? { ...at, payouts: others, inside: null } : { ...at, inside: last };
    return { transactions: page.transactions.map((one) => ({ ...one, payoutId: payout })), ...goOn(next) };
  }
  const page = await read(parts, await parts.list({ since }, at?.list ?? undefined));
  return {
    transactions: page.transactions,
    ...goOn({
      list: page.hasMore ? (page.read.at(-1)?.id ?? null) : null,
      payouts: page.read.flatMap(payoutToRead),
      inside: null,
    }),
  };
}

const goOn = (next: Cursor): Pick<TransactionPage, 'next'> =>
  next.list === null && next.payouts.length === 0 ? {} : { next: JSON.stringify(next) };

/** Only of an automatic payout does Stripe list the contents, once it has settled them. */
function payoutToRead({ reporting_category, source }: StripeTransaction): readonly string[] {
  const isSettled =
    reporting_category === 'payout' && source?.automatic === true && source.reconciliation_status === 'completed';
  return isSettled ? [source.id] : [];
}

async function read(
  parts: TransactionParts,
  { data, has_more: hasMore }: StripeList,
): Promise<{
  readonly read: readonly StripeTransaction[];
  readonly transactions: readonly GatewayTransaction[];
  readonly hasMore: boolean;
}> {
  const objects = data.map((one) => {
    const object = readObject(balanceTransactionObject, one);
    if (!object.ok)
      throw new StoreUnavailable(
        'stripe',
        'failed',
        `a balance transaction of an unknown shape: ${String(object.error.params['field'])}`,
      );
    return object.value;
  });
  const transactions: GatewayTransaction[] = [];
  for (const object of objects) transactions.push(await transactionOf(parts, object));
  return { read: objects, transactions, hasMore };
}

/** Kinds by Stripe's reporting category (docs.stripe.com/reports/reporting-categories). */
const KINDS: Readonly<Record<string, TransactionKind>> = {
  charge: 'payment',
  charge_failure: 'payment',
  partial_capture_reversal: 'payment',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute-won',
  fee: 'fee',
  network_cost: 'fee',
  payout: 'payout',
  payout_reversal: 'payout-returned',
};

async function transactionOf(
  { gateway, paidBy }: TransactionParts,
  object: StripeTransaction,
): Promise<GatewayTransaction> {
  const { id: transactionId, amount, created: at, currency, fee, reporting_category, source } = object;
  const kind = KINDS[reporting_category] ?? 'other';
  const of = {
    gateway,
    transactionId,
    at,
    amount: fromStripe(amount, currency).minor,
    fee: fromStripe(fee, currency).minor,
    currency,
    original: null,
    subjectId: null,
    payoutId: null,
  };
  switch (kind) {
    case 'fee':
    case 'other':
      return { ...of, kind };
    case 'payout':
    case 'payout-returned':
      return { ...of, kind, payoutId: source?.id ?? null };
    case 'payment':
    case 'refund':
    case 'dispute':
    case 'dispute-won': {
      const paid = source?.payment_intent == null ? undefined : await paidBy(source.payment_intent);
      if (source === null || paid === undefined) return { ...of, kind: 'other' };
      return { ...of, kind, subjectId: kind === 'payment' ? paid : source.id, original: originalOf(object) };
    }
    default:
      return kind satisfies never;
  }
}

/** Categories of transactions that may be of a part of their source. All others are of the whole. */
const IN_PARTS: ReadonlySet<string> = new Set(['dispute_reversal', 'partial_capture_reversal']);
/** Stripe rounds rates to about six places. */
const RATE_PRECISION = 1e-6;

/**
 * What the customer saw of a converted transaction: the amount of its source, or of a part of it the amount before
 * conversion. Null if nothing was converted, or if the part is unknown: then the tie-out differs.
 */
function originalOf({
  amount,
  currency,
  exchange_rate: rate,
  reporting_category,
  source,
}: StripeTransaction): GatewayTransaction['original'] {
  if (source?.amount === undefined || source.currency === undefined || source.currency === currency) return null;
  const size = IN_PARTS.has(reporting_category)
    ? partOf({ amount: source.amount, currency: source.currency }, { amount: Math.abs(amount), currency }, rate)
    : source.amount;
  if (size === null) return null;
  const { minor } = fromStripe(size, source.currency);
  return { amount: amount < 0 ? -minor : minor, currency: source.currency };
}

/** An amount in Stripe's units. */
interface InUnits {
  readonly amount: number;
  readonly currency: string;
}

/** The amount before conversion, in units of the whole; null without a rate, or for a part between different units. */
function partOf(whole: InUnits, moved: InUnits, rate: number | null): number | null {
  if (rate === null || rate <= 0) return null;
  const units = unitsOf(moved.currency) / unitsOf(whole.currency);
  // Stripe does not say whether a rate counts such units or whole ones.
  const isWhole = [1, units].some(
    (factor) => Math.abs(whole.amount * rate * factor - moved.amount) <= 1 + whole.amount * factor * RATE_PRECISION,
  );
  if (isWhole) return whole.amount;
  return units === 1 ? Math.round(moved.amount / rate) : null;
}
