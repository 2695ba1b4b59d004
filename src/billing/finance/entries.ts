import { scaleDown } from '../../kernel/money.shared.js';
import type { PurchaseEvent } from '../purchase/events.js';
import type { DataOf, Fact } from '../subscription/events.js';
import { compareFacts, factsOf, firstOfEach, paymentsOf } from '../subscription/subscription.state.js';
import { dayNumberOf, recognitionSteps, type DayNumber, type Delivery } from './recognition.js';

/**
 * What the revenue of a day is kept in; whole minor units of one currency, and numbers of payments, refunds and disputes. Amounts are with
 * tax; `tax` is what of them was tax, `taxBack` what of that went back. What was disputed and won is `returned` on the day on which it was.
 * `rate` is by how much more is recognised a day, from that day on.
 */
export const FIGURES = ['paid', 'refunded', 'disputed', 'returned', 'lost', 'tax', 'taxBack', 'payments', 'refunds', 'disputes', 'rate'] as const;
export type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

/** What a day's revenue is told apart by. */
export interface Line {
  readonly priceId: string;
  readonly gateway: string;
  /** ISO 4217, lower case. */
  readonly currency: string;
}

/** What one invoice brings to a day. */
export interface Entry extends Line {
  readonly day: DayNumber;
  readonly moved: Partial<Figures>;
}

/** Money of an invoice that came or went, in the order in which it did. */
interface Moved {
  readonly at: number;
  readonly column: 'paid' | 'refunded' | 'disputed' | 'returned' | 'lost';
  readonly amount: number;
  readonly currency: string;
}

/** What is paid for, and when it is delivered. */
interface Invoice {
  readonly line: Line;
  readonly amountPaid: number;
  readonly tax: number;
  readonly delivery: Delivery;
  readonly moved: readonly Moved[];
}

const COUNTED = { paid: 'payments', refunded: 'refunds', disputed: 'disputes', returned: undefined, lost: undefined } as const;
/** Whether the money is there after it, or is gone. That a dispute is lost moves none: it went when it was disputed. */
const SIGN = { paid: 1, refunded: -1, disputed: -1, returned: 1, lost: 0 } as const;

/** Everything that an invoice brings to the days. Each currency is for itself. */
function entriesOf({ line, amountPaid, tax, delivery, moved }: Invoice): readonly Entry[] {
  const entries: Entry[] = [];
  const kept = new Map<string, { readonly day: DayNumber; readonly minor: number }[]>();
  let back = 0;
  for (const { at, column, amount, currency } of moved) {
    const day = dayNumberOf(at);
    const sign = SIGN[column];
    const before = back;
    if (column !== 'paid' && currency === line.currency) back -= sign * amount;
    const taxed = column === 'paid' ? tax : taxOf(tax, before, amountPaid) - taxOf(tax, back, amountPaid);
    const counted = COUNTED[column];
    entries.push({ ...line, currency, day, moved: { [column]: amount, ...(counted === undefined ? {} : { [counted]: 1 }), ...(column === 'paid' ? { tax } : { taxBack: -taxed }) } });
    const own = kept.get(currency) ?? [];
    kept.set(currency, own);
    if (sign !== 0) own.push({ day, minor: sign * amount - taxed });
  }
  for (const [currency, movements] of kept) {
    for (const { day, by } of recognitionSteps(movements, delivery)) entries.push({ ...line, currency, day, moved: { rate: by } });
  }
  return entries;
}

/** What of the tax has gone back once so much has; all of it with the whole amount. */
function taxOf(tax: number, back: number, amountPaid: number): number {
  if (amountPaid === 0) return 0;
  return scaleDown(tax, { numerator: BigInt(Math.min(Math.max(back, 0), amountPaid)), denominator: BigInt(amountPaid) });
}

interface GivenBack {
  readonly refunds: readonly { readonly refundId: string; readonly invoiceId: string; readonly occurredAt: number; readonly amount: number; readonly currency: string }[];
  readonly disputes: readonly { readonly disputeId: string; readonly invoiceId: string; readonly occurredAt: number; readonly amount: number; readonly currency: string }[];
  readonly outcomes: readonly { readonly disputeId: string; readonly occurredAt: number; readonly outcome: 'won' | 'lost' }[];
}

/** What an invoice's money did, each once: as it was told first, by the gateway's clock. */
function movedOf(invoiceId: string, paid: Omit<Moved, 'column'>, { refunds, disputes, outcomes }: GivenBack): readonly Moved[] {
  const own = firstOfEach(disputes, ({ disputeId }) => disputeId).filter((dispute) => dispute.invoiceId === invoiceId);
  const closed = firstOfEach(outcomes, ({ disputeId }) => disputeId);
  const after: readonly Moved[] = [
    ...firstOfEach(refunds, ({ refundId }) => refundId).filter((refund) => refund.invoiceId === invoiceId).map(({ occurredAt, amount, currency }) => ({ at: occurredAt, column: 'refunded' as const, amount, currency })),
    ...own.map(({ occurredAt, amount, currency }) => ({ at: occurredAt, column: 'disputed' as const, amount, currency })),
    ...own.flatMap(({ disputeId, amount, currency }) => closed.filter((outcome) => outcome.disputeId === disputeId).map(({ occurredAt, outcome }) => ({ at: occurredAt, column: outcome === 'won' ? 'returned' as const : 'lost' as const, amount, currency }))),
  ];
  return [{ ...paid, column: 'paid' }, ...after.toSorted((a, b) => a.at - b.at)];
}

/**
 * What a subscription brings to the days: its paid invoices, and what became of their money. A fact of an invoice that no one has told
 * the payment of waits for it.
 * @param facts in any order, each any number of times
 */
export function subscriptionEntries(gateway: string, facts: readonly Fact[]): readonly Entry[] {
  const ordered = facts.toSorted(compareFacts);
  const [end] = factsOf(ordered, 'SubscriptionEnded');
  const back: GivenBack = { refunds: factsOf(ordered, 'PaymentRefunded'), disputes: factsOf(ordered, 'PaymentDisputed'), outcomes: factsOf(ordered, 'DisputeClosed') };
  return paymentsOf(ordered).filter(isMoney).flatMap(({ invoiceId, amountPaid, tax = 0, currency, occurredAt, periodStart, periodEnd, priceId }) => {
    const first = dayNumberOf(periodStart);
    const delivery = { first, days: Math.max(1, dayNumberOf(periodEnd) - first), ...(end === undefined ? {} : { until: dayNumberOf(end.occurredAt) }) };
    return entriesOf({ line: { priceId, gateway, currency }, amountPaid, tax, delivery, moved: movedOf(invoiceId, { at: occurredAt, amount: amountPaid, currency }, back) });
  });
}

/** A trial is made out an invoice of nothing, which is no payment. */
const isMoney = ({ reason, amountPaid }: DataOf<'PaymentSucceeded'>): boolean => reason !== 'trial' || amountPaid > 0;

/** What a gateway told of something bought once. */
export type PurchaseFactEvent = Extract<PurchaseEvent, { readonly type: 'PurchasePaid' | 'PurchaseRefunded' | 'PurchaseDisputed' | 'PurchaseDisputeClosed' }>;

/** What something bought once brings to the days; it is delivered when it is paid for. @param facts in any order, each any number of times */
export function purchaseEntries(gateway: string, facts: readonly PurchaseFactEvent[]): readonly Entry[] {
  const ordered = facts.toSorted(({ data: a }, { data: b }) => a.occurredAt - b.occurredAt || (a.sequence ?? 0) - (b.sequence ?? 0) || (a.factId < b.factId ? -1 : 1));
  const back: GivenBack = {
    refunds: ordered.flatMap((fact) => (fact.type === 'PurchaseRefunded' ? [fact.data] : [])),
    disputes: ordered.flatMap((fact) => (fact.type === 'PurchaseDisputed' ? [fact.data] : [])),
    outcomes: ordered.flatMap((fact) => (fact.type === 'PurchaseDisputeClosed' ? [fact.data] : [])),
  };
  const paid = firstOfEach(ordered.flatMap((fact) => (fact.type === 'PurchasePaid' ? [fact.data] : [])), ({ invoiceId }) => invoiceId);
  return paid.flatMap(({ invoiceId, amountPaid, tax = 0, currency, occurredAt, priceId }) => (
    entriesOf({ line: { priceId, gateway, currency }, amountPaid, tax, delivery: { first: dayNumberOf(occurredAt), days: 0 }, moved: movedOf(invoiceId, { at: occurredAt, amount: amountPaid, currency }, back) })
  ));
}

const keyOf = ({ day, priceId, gateway, currency }: Entry): string => `${day} ${gateway} ${currency} ${priceId}`;

/** What has to be entered when what is known comes to other entries than before. Entries of nothing are left out. */
export function entriesBetween(before: readonly Entry[], after: readonly Entry[]): readonly Entry[] {
  const sums = new Map<string, { readonly entry: Entry; readonly moved: Record<(typeof FIGURES)[number], number> }>();
  for (const [entries, sign] of [[before, -1], [after, 1]] as const) {
    for (const entry of entries) {
      const sum = sums.get(keyOf(entry)) ?? { entry, moved: nothing() };
      sums.set(keyOf(entry), sum);
      for (const figure of FIGURES) sum.moved[figure] += sign * (entry.moved[figure] ?? 0);
    }
  }
  return [...sums.values()].filter(({ moved }) => FIGURES.some((figure) => moved[figure] !== 0)).map(({ entry, moved }) => ({ ...entry, moved }));
}

/** Figures of nothing, to be added to. */
export const nothing = (): Record<(typeof FIGURES)[number], number> => ({ paid: 0, refunded: 0, disputed: 0, returned: 0, lost: 0, tax: 0, taxBack: 0, payments: 0, refunds: 0, disputes: 0, rate: 0 });
