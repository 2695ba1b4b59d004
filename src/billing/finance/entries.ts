import { scaleDown } from '../../kernel/money.shared.js';
import type { UsageType } from '../../credits/credits.shared.js';
import type { Millis } from '../../kernel/clock.js';
import type { PurchaseFact } from '../purchase/events.js';
import type { DataOf, Fact } from '../subscription/events.js';
import { compareFacts, factsOf, firstOfEach, paymentsOf } from '../subscription/subscription.state.js';
import {
  dayNumberOf,
  recognitionSteps,
  type DayNumber,
  type Delivery,
  type Movement,
  type RecognitionStep,
} from './recognition.js';

/**
 * Figures of a day's revenue: whole minor units of one currency, and counts of payments, refunds and disputes. Amounts
 * include tax; `tax` is their tax and `taxBack` the tax returned. A won dispute is `returned` on the day it was won.
 * `rate` is the change of the daily recognised amount from that day on. `taxDisputed` is the tax in `disputed`, and
 * `taxReturned` the tax in `returned`; the tax in `refunded` is `taxBack` less the one plus the other.
 */
export const FIGURES = [
  'paid',
  'refunded',
  'disputed',
  'returned',
  'lost',
  'tax',
  'taxBack',
  'payments',
  'refunds',
  'disputes',
  'rate',
  'taxDisputed',
  'taxReturned',
] as const;
export type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

/** Dimensions of a day's revenue. */
export interface Line {
  readonly priceId: string;
  readonly gateway: string;
  /** ISO 4217, lower case. */
  readonly currency: string;
}

/** Contribution of one invoice to one day. */
export interface Entry extends Line {
  readonly day: DayNumber;
  readonly moved: Partial<Figures>;
}

/** Incoming or outgoing money of an invoice, in chronological order. */
interface Moved {
  /** The gateway's id of the invoice, refund or dispute. */
  readonly id: string;
  readonly at: number;
  readonly column: 'paid' | 'refunded' | 'disputed' | 'returned' | 'lost';
  readonly amount: number;
  readonly currency: string;
}

/** What a one-time purchase gives. */
export interface PaidPack {
  readonly paidAt: Millis;
  /** Whole credits by usage type. */
  readonly usage: readonly { readonly usageType: UsageType; readonly amount: number }[];
}

/** A paid invoice and its delivery period. */
export interface MoneyOfInvoice {
  /** The gateway's id. */
  readonly invoiceId: string;
  readonly line: Line;
  readonly amountPaid: number;
  readonly tax: number;
  readonly delivery: Delivery;
  readonly moved: readonly Moved[];
  /** Only for one-time purchases. */
  readonly pack?: PaidPack;
}

/** How money without tax becomes revenue. The movements are those of one currency, in any order. */
export type Recognise = (movements: readonly Movement[]) => readonly RecognitionStep[];

/** The tax that a movement returned, or that came back with it. @param taxed tax received; negative when returned */
function taxMoved(column: Moved['column'], taxed: number): Partial<Figures> {
  switch (column) {
    case 'paid':
      return { tax: taxed };
    case 'disputed':
      return { taxBack: 0 - taxed, taxDisputed: 0 - taxed };
    case 'returned':
      return { taxBack: 0 - taxed, taxReturned: taxed };
    case 'refunded':
    case 'lost':
      return { taxBack: 0 - taxed };
    default:
      return column satisfies never;
  }
}

const COUNTED = {
  paid: 'payments',
  refunded: 'refunds',
  disputed: 'disputes',
  returned: undefined,
  lost: undefined,
} as const;
/**
 * Effect on the balance: +1 adds the money, −1 removes it. A lost dispute moves none, because the money left when it
 * was opened.
 */
const SIGN = { paid: 1, refunded: -1, disputed: -1, returned: 1, lost: 0 } as const;

/** Money of an invoice with its tax: the tax received, or, negative, the tax of what was returned. */
function* taxedMoves({
  line,
  amountPaid,
  tax,
  moved,
}: Pick<MoneyOfInvoice, 'line' | 'amountPaid' | 'tax' | 'moved'>): Generator<
  Omit<Moved, 'id' | 'at'> & { readonly day: DayNumber; readonly taxed: number },
  void,
  undefined
> {
  let back = 0;
  for (const { at, column, amount, currency } of moved) {
    const before = back;
    if (column !== 'paid' && currency === line.currency) back -= SIGN[column] * amount;
    yield {
      day: dayNumberOf(at),
      column,
      amount,
      currency,
      taxed: column === 'paid' ? tax : taxOf(tax, before, amountPaid) - taxOf(tax, back, amountPaid),
    };
  }
}

/** Money of an invoice received and returned, without tax, by currency. */
export function movementsOf(
  invoice: Pick<MoneyOfInvoice, 'line' | 'amountPaid' | 'tax' | 'moved'>,
): ReadonlyMap<string, readonly Movement[]> {
  const currencies = new Map<string, Movement[]>();
  for (const { day, column, amount, currency, taxed } of taxedMoves(invoice)) {
    const own = currencies.get(currency) ?? [];
    currencies.set(currency, own);
    if (SIGN[column] !== 0) own.push({ day, minor: SIGN[column] * amount - taxed });
  }
  return currencies;
}

/**
 * All daily entries of an invoice. Currencies are kept separate.
 * @param recognise by default, over the delivery period
 */
export function entriesOf(
  invoice: Pick<MoneyOfInvoice, 'line' | 'amountPaid' | 'tax' | 'delivery' | 'moved'>,
  recognise: Recognise = (movements) => recognitionSteps(movements, invoice.delivery),
): readonly Entry[] {
  const { line } = invoice;
  const entries: Entry[] = [];
  for (const { day, column, amount, currency, taxed } of taxedMoves(invoice)) {
    const counted = COUNTED[column];
    entries.push({
      ...line,
      currency,
      day,
      moved: { [column]: amount, ...(counted === undefined ? {} : { [counted]: 1 }), ...taxMoved(column, taxed) },
    });
  }
  for (const [currency, movements] of movementsOf(invoice)) {
    for (const { day, by } of recognise(movements)) entries.push({ ...line, currency, day, moved: { rate: by } });
  }
  return entries;
}

/** Tax returned once a given amount went back; a full refund returns all of it. */
function taxOf(tax: number, back: number, amountPaid: number): number {
  if (amountPaid === 0) return 0;
  return scaleDown(tax, {
    numerator: BigInt(Math.min(Math.max(back, 0), amountPaid)),
    denominator: BigInt(amountPaid),
  });
}

interface GivenBack {
  readonly refunds: readonly {
    readonly refundId: string;
    readonly invoiceId: string;
    readonly occurredAt: number;
    readonly amount: number;
    readonly currency: string;
  }[];
  readonly disputes: readonly {
    readonly disputeId: string;
    readonly invoiceId: string;
    readonly occurredAt: number;
    readonly amount: number;
    readonly currency: string;
  }[];
  readonly outcomes: readonly {
    readonly disputeId: string;
    readonly occurredAt: number;
    readonly outcome: 'won' | 'lost';
  }[];
}

/** Money movements of an invoice, each once; the first by the gateway's clock wins. */
function movedOf(
  invoiceId: string,
  paid: Omit<Moved, 'column' | 'id'>,
  { refunds, disputes, outcomes }: GivenBack,
): readonly Moved[] {
  const own = firstOfEach(disputes, ({ disputeId }) => disputeId).filter((dispute) => dispute.invoiceId === invoiceId);
  const closed = firstOfEach(outcomes, ({ disputeId }) => disputeId);
  const after: readonly Moved[] = [
    ...firstOfEach(refunds, ({ refundId }) => refundId)
      .filter((refund) => refund.invoiceId === invoiceId)
      .map(({ refundId, occurredAt, amount, currency }) => ({
        id: refundId,
        at: occurredAt,
        column: 'refunded' as const,
        amount,
        currency,
      })),
    ...own.map(({ disputeId, occurredAt, amount, currency }) => ({
      id: disputeId,
      at: occurredAt,
      column: 'disputed' as const,
      amount,
      currency,
    })),
    ...own.flatMap(({ disputeId, amount, currency }) =>
      closed
        .filter((outcome) => outcome.disputeId === disputeId)
        .map(({ occurredAt, outcome }) => ({
          id: disputeId,
          at: occurredAt,
          column: outcome === 'won' ? ('returned' as const) : ('lost' as const),
          amount,
          currency,
        })),
    ),
  ];
  return [{ ...paid, id: invoiceId, column: 'paid' }, ...after.toSorted((a, b) => a.at - b.at)];
}

/**
 * Paid invoices of a subscription with their later movements. A fact waits until the payment of its invoice is
 * reported.
 * @param facts in any order, each any number of times
 */
export function subscriptionMoney(gateway: string, facts: readonly Fact[]): readonly MoneyOfInvoice[] {
  const ordered = facts.toSorted(compareFacts);
  const [end] = factsOf(ordered, 'SubscriptionEnded');
  const back: GivenBack = {
    refunds: factsOf(ordered, 'PaymentRefunded'),
    disputes: factsOf(ordered, 'PaymentDisputed'),
    outcomes: factsOf(ordered, 'DisputeClosed'),
  };
  return paymentsOf(ordered)
    .filter(isMoney)
    .map(({ invoiceId, amountPaid, tax = 0, currency, occurredAt, periodStart, periodEnd, priceId }) => {
      const first = dayNumberOf(periodStart);
      const delivery = {
        first,
        days: Math.max(1, dayNumberOf(periodEnd) - first),
        ...(end === undefined ? {} : { until: dayNumberOf(end.occurredAt) }),
      };
      return {
        invoiceId,
        line: { priceId, gateway, currency },
        amountPaid,
        tax,
        delivery,
        moved: movedOf(invoiceId, { at: occurredAt, amount: amountPaid, currency }, back),
      };
    });
}

/** Daily entries of a subscription. @param facts as for `subscriptionMoney` */
export const subscriptionEntries = (gateway: string, facts: readonly Fact[]): readonly Entry[] =>
  subscriptionMoney(gateway, facts).flatMap((invoice) => entriesOf(invoice));

/** A trial has an invoice over zero, which is not a payment. */
const isMoney = ({ reason, amountPaid }: DataOf<'PaymentSucceeded'>): boolean => reason !== 'trial' || amountPaid > 0;

/**
 * Paid invoices of a one-time purchase, which is delivered when it is paid unless a rule defers it (`packs/`).
 * @param facts in any order, each any number of times
 */
export function purchaseMoney(gateway: string, facts: readonly PurchaseFact[]): readonly MoneyOfInvoice[] {
  const ordered = facts.toSorted(
    ({ data: a }, { data: b }) =>
      a.occurredAt - b.occurredAt || (a.sequence ?? 0) - (b.sequence ?? 0) || (a.factId < b.factId ? -1 : 1),
  );
  const back: GivenBack = {
    refunds: ordered.flatMap((fact) => (fact.type === 'PurchaseRefunded' ? [fact.data] : [])),
    disputes: ordered.flatMap((fact) => (fact.type === 'PurchaseDisputed' ? [fact.data] : [])),
    outcomes: ordered.flatMap((fact) => (fact.type === 'PurchaseDisputeClosed' ? [fact.data] : [])),
  };
  const paid = firstOfEach(
    ordered.flatMap((fact) => (fact.type === 'PurchasePaid' ? [fact.data] : [])),
    ({ invoiceId }) => invoiceId,
  );
  return paid.map(({ invoiceId, amountPaid, tax = 0, currency, occurredAt, priceId, usage }) => ({
    invoiceId,
    line: { priceId, gateway, currency },
    amountPaid,
    tax,
    delivery: { first: dayNumberOf(occurredAt), days: 0 },
    pack: { paidAt: occurredAt, usage },
    moved: movedOf(invoiceId, { at: occurredAt, amount: amountPaid, currency }, back),
  }));
}

/** Daily entries of a one-time purchase. @param facts as for `purchaseMoney` */
export const purchaseEntries = (gateway: string, facts: readonly PurchaseFact[]): readonly Entry[] =>
  purchaseMoney(gateway, facts).flatMap((invoice) => entriesOf(invoice));

const keyOf = ({ day, priceId, gateway, currency }: Entry): string => `${day} ${gateway} ${currency} ${priceId}`;

/** Entries to add when new facts change the result. Omits zero entries. */
export function entriesBetween(before: readonly Entry[], after: readonly Entry[]): readonly Entry[] {
  const sums = new Map<string, { readonly entry: Entry; readonly moved: Record<(typeof FIGURES)[number], number> }>();
  for (const [entries, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const entry of entries) {
      const sum = sums.get(keyOf(entry)) ?? { entry, moved: nothing() };
      sums.set(keyOf(entry), sum);
      for (const figure of FIGURES) sum.moved[figure] += sign * (entry.moved[figure] ?? 0);
    }
  }
  return [...sums.values()]
    .filter(({ moved }) => FIGURES.some((figure) => moved[figure] !== 0))
    .map(({ entry, moved }) => ({ ...entry, moved }));
}

/** Figures of zero, as a starting value for sums. */
export const nothing = (): Record<(typeof FIGURES)[number], number> => ({
  paid: 0,
  refunded: 0,
  disputed: 0,
  returned: 0,
  lost: 0,
  tax: 0,
  taxBack: 0,
  payments: 0,
  refunds: 0,
  disputes: 0,
  rate: 0,
  taxDisputed: 0,
  taxReturned: 0,
});
