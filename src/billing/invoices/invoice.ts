import { z } from 'zod';
import { APP_NAMES, USAGE_TYPES } from '../../credits/credits.shared.js';
import { derivedId } from '../../kernel/ids.js';
import { PLATFORM_NAMES } from '../plans/plan.shared.js';
import type { InvoiceEvent } from './invoice.events.js';

const origin = { factId: z.string(), at: z.int(), sequence: z.int() };
const amounts = { amount: z.int(), currency: z.string() };
/** Amounts are minor units including `tax`; times are milliseconds since the epoch, by the gateway's clock. */
const payment = z.object({
  ...origin,
  ...amounts,
  tax: z.int(),
  priceId: z.string(),
  reason: z.enum(['start', 'renewal', 'upgrade', 'trial', 'once']),
  /** Null for a one-time purchase. */
  period: z.object({ start: z.int(), end: z.int(), months: z.int() }).nullable(),
});
const failure = z.object({ ...origin, ...amounts, attempts: z.int(), nextAttemptAt: z.int().nullable() });
export const invoiceRefund = z.object({ ...origin, ...amounts, refundId: z.string() });
export const invoiceDispute = z.object({ ...origin, ...amounts, disputeId: z.string() });
export const disputeOutcome = z.object({ ...origin, disputeId: z.string(), outcome: z.enum(['won', 'lost']) });
/** A grant requested from Credits; `expiresAt` is null when it never expires. */
const grant = z.object({
  grantId: z.string(),
  usageType: z.enum(USAGE_TYPES),
  amount: z.int(),
  startsAt: z.int(),
  expiresAt: z.int().nullable(),
});
const revocation = z.object({
  grantId: z.string(),
  usageType: z.enum(USAGE_TYPES),
  reason: z.enum(['refund', 'chargeback']),
  at: z.int(),
});

export const invoiceSchema = z.object({
  /** Kinora's id. */
  invoiceId: z.string(),
  /** The printed number. */
  number: z.string(),
  userId: z.string(),
  appName: z.enum(APP_NAMES),
  gateway: z.string(),
  platformName: z.enum(PLATFORM_NAMES),
  /** The gateway's id of the invoice, used by grants, `expirePayment` and refunds. */
  gatewayInvoiceId: z.string(),
  /** The sale, with Kinora's id. */
  sold: z.object({ kind: z.enum(['subscription', 'purchase']), id: z.string() }),
  /**
   * Sort key in the owner's list: time of payment, or of the last failure before it; null while neither is known, and
   * for a trial that costs nothing.
   */
  listedAt: z.int().nullable(),
  /** Time of the payment; null before it, and for a trial that costs nothing. */
  paidAt: z.int().nullable(),
  payment: payment.nullable(),
  /** The last failure. */
  failure: failure.nullable(),
  /** Each item once, in the order in which it happened; the same for the lists below. */
  refunds: z.array(invoiceRefund),
  disputes: z.array(invoiceDispute),
  outcomes: z.array(disputeOutcome),
  /** Ordered by start. */
  grants: z.array(grant),
  revocations: z.array(revocation),
});
/** An invoice as a document: everything known about one payment, from the first attempt to refunds. */
export type InvoiceDocument = z.infer<typeof invoiceSchema>;
/** An invoice that was paid. */
export type PaidInvoice = InvoiceDocument & { readonly payment: NonNullable<InvoiceDocument['payment']> };

/** Kinora's own id of a gateway's invoice. */
export const invoiceIdOf = (gateway: string, gatewayInvoiceId: string): string =>
  derivedId('invoice', gateway, gatewayInvoiceId);

/** Crockford's base 32: no letter that can be mistaken for a digit or another letter. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The printed invoice number: twelve characters, 60 bits of the invoice id. It depends only on the id, so it is the
 * same each time the documents are rebuilt.
 * @param invoiceId a UUID
 */
export function invoiceNumberOf(invoiceId: string): string {
  let rest = BigInt(`0x${invoiceId.replaceAll('-', '').slice(-15)}`);
  let signs = '';
  for (let place = 0; place < 12; place += 1) {
    signs = `${DIGITS[Number(rest % 32n)] ?? ''}${signs}`;
    rest /= 32n;
  }
  return `KIN-${signs.slice(0, 4)}-${signs.slice(4, 8)}-${signs.slice(8)}`;
}

/**
 * Reads a printed invoice number as people type it: in either case, with or without dashes and spaces, and with O for 0
 * or I and L for 1.
 * @returns the number as printed; undefined for other text
 */
export function readInvoiceNumber(text: string): string | undefined {
  const [, signs] = /^KIN([0-9A-Z]{12})$/.exec(text.toUpperCase().replace(/[\s\u2010-\u2015-]/g, '')) ?? [];
  const read = signs?.replaceAll('O', '0').replace(/[IL]/g, '1');
  if (read === undefined || read.includes('U')) return undefined;
  return `KIN-${read.slice(0, 4)}-${read.slice(4, 8)}-${read.slice(8)}`;
}

/** An invoice with only its owner known. */
export function emptyInvoice(
  of: Pick<InvoiceDocument, 'userId' | 'appName' | 'gateway' | 'platformName' | 'gatewayInvoiceId' | 'sold'>,
): InvoiceDocument {
  const invoiceId = invoiceIdOf(of.gateway, of.gatewayInvoiceId);
  return {
    ...of,
    invoiceId,
    number: invoiceNumberOf(invoiceId),
    listedAt: null,
    paidAt: null,
    payment: null,
    failure: null,
    refunds: [],
    disputes: [],
    outcomes: [],
    grants: [],
    revocations: [],
  };
}

/** The gateway's invoice id of an event; undefined for an event without an invoice. */
export function gatewayInvoiceOf({ data }: InvoiceEvent): string | undefined {
  return 'invoiceId' in data ? data.invoiceId : undefined;
}

/** Folds one event into the invoice. Neither order nor repetition of events changes the result. */
export function withEvent(before: InvoiceDocument, event: InvoiceEvent): InvoiceDocument {
  const after = { ...before, ...changedBy(before, event) };
  const isFreeTrial = after.payment?.reason === 'trial' && after.payment.amount === 0;
  const paidAt = after.payment === null || isFreeTrial ? null : after.payment.at;
  return { ...after, paidAt, listedAt: paidAt ?? (after.payment === null ? (after.failure?.at ?? null) : null) };
}

function changedBy(before: InvoiceDocument, event: InvoiceEvent): Partial<InvoiceDocument> {
  switch (event.type) {
    case 'PaymentSucceeded': {
      const {
        amountPaid: amount,
        currency,
        tax = 0,
        priceId,
        reason,
        periodStart: start,
        periodEnd: end,
        months,
      } = event.data;
      return {
        payment: earlier(before.payment, {
          ...originOf(event.data),
          amount,
          currency,
          tax,
          priceId,
          reason,
          period: { start, end, months },
        }),
      };
    }
    case 'PurchasePaid': {
      const { amountPaid: amount, currency, tax = 0, priceId } = event.data;
      return {
        payment: earlier(before.payment, {
          ...originOf(event.data),
          amount,
          currency,
          tax,
          priceId,
          reason: 'once',
          period: null,
        }),
      };
    }
    case 'PaymentFailed': {
      const { amountDue: amount, currency, attempts, nextAttemptAt } = event.data;
      return { failure: later(before.failure, { ...originOf(event.data), amount, currency, attempts, nextAttemptAt }) };
    }
    case 'PaymentRefunded':
    case 'PurchaseRefunded': {
      const { amount, currency, refundId } = event.data;
      return {
        refunds: withOne(
          before.refunds,
          { ...originOf(event.data), amount, currency, refundId },
          ({ refundId: id }) => id,
        ),
      };
    }
    case 'PaymentDisputed':
    case 'PurchaseDisputed': {
      const { amount, currency, disputeId } = event.data;
      return {
        disputes: withOne(
          before.disputes,
          { ...originOf(event.data), amount, currency, disputeId },
          ({ disputeId: id }) => id,
        ),
      };
    }
    case 'DisputeClosed':
    case 'PurchaseDisputeClosed': {
      const { disputeId, outcome: came } = event.data;
      return {
        outcomes: withOne(
          before.outcomes,
          { ...originOf(event.data), disputeId, outcome: came },
          ({ disputeId: id }) => id,
        ),
      };
    }
    case 'GrantRequested': {
      const { grantId, usageType, amount, startsAt, expiresAt } = event.data;
      return { grants: withGrant(before.grants, { grantId, usageType, amount, startsAt, expiresAt }) };
    }
    case 'PurchaseGrantRequested': {
      const { grantId, usageType, amount } = event.data;
      return { grants: withGrant(before.grants, { grantId, usageType, amount, startsAt: event.at, expiresAt: null }) };
    }
    case 'RevocationRequested':
    case 'PurchaseRevocationRequested': {
      const { grantId, usageType, reason } = event.data;
      return { revocations: withGrant(before.revocations, { grantId, usageType, reason, at: event.at }) };
    }
    default:
      return {};
  }
}

type FactOrigin = z.infer<z.ZodObject<typeof origin>>;

const originOf = ({
  factId,
  occurredAt,
  sequence = 0,
}: {
  readonly factId: string;
  readonly occurredAt: number;
  readonly sequence?: number;
}): FactOrigin => ({ factId, at: occurredAt, sequence });

/** Order of facts of one kind (`compareFacts` of the subscription). */
const inOrder = (a: FactOrigin, b: FactOrigin): number =>
  a.at - b.at || a.sequence - b.sequence || (a.factId < b.factId ? -1 : a.factId === b.factId ? 0 : 1);

const earlier = <One extends FactOrigin>(known: One | null, one: One): One =>
  known === null || inOrder(one, known) < 0 ? one : known;
const later = <One extends FactOrigin>(known: One | null, one: One): One =>
  known === null || inOrder(one, known) > 0 ? one : known;

/** Of several reports of the same fact, the first one counts. */
function withOne<One extends FactOrigin>(known: readonly One[], one: One, idOf: (one: One) => string): One[] {
  const same = known.find((other) => idOf(other) === idOf(one)) ?? null;
  return [...known.filter((other) => other !== same), earlier(same, one)].sort(inOrder);
}

type Granted = Pick<InvoiceDocument['grants'][number], 'grantId' | 'usageType'> & {
  readonly startsAt?: number;
  readonly at?: number;
};

/** A grant is identified by its id and usage type, and requested once. */
function withGrant<One extends Granted>(known: readonly One[], one: One): One[] {
  const isSame = (other: One): boolean => other.grantId === one.grantId && other.usageType === one.usageType;
  if (known.some(isSame)) return [...known];
  const time = ({ startsAt, at }: One): number => startsAt ?? at ?? 0;
  const name = ({ grantId, usageType }: One): string => `${grantId} ${usageType}`;
  return [...known, one].sort((a, b) => time(a) - time(b) || (name(a) < name(b) ? -1 : 1));
}

/** Refunded amount, minor units. */
export const refundedOf = ({ refunds }: Pick<InvoiceDocument, 'refunds'>): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Disputes that were not won: the bank has their money. */
export const openDisputesOf = ({
  disputes,
  outcomes,
}: Pick<InvoiceDocument, 'disputes' | 'outcomes'>): InvoiceDocument['disputes'] =>
  disputes.filter(
    ({ disputeId }) => !outcomes.some((closed) => closed.disputeId === disputeId && closed.outcome === 'won'),
  );

/** A grant of an invoice, and whether it was revoked. */
export interface InvoiceGrant extends Readonly<InvoiceDocument['grants'][number]> {
  readonly revoked: 'refund' | 'chargeback' | null;
}

/** The grants of an invoice with their revocations. */
export const grantsOf = ({
  grants,
  revocations,
}: Pick<InvoiceDocument, 'grants' | 'revocations'>): readonly InvoiceGrant[] =>
  grants.map((one) => ({
    ...one,
    revoked:
      revocations.find(({ grantId, usageType }) => grantId === one.grantId && usageType === one.usageType)?.reason ??
      null,
  }));
