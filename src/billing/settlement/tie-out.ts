import type { Millis } from '../../kernel/clock.js';
import type { InvoiceDocument } from '../invoices/invoice.js';
import { TIED_KINDS, type TiedKind, type TieLine } from './tie-out.shared.js';
import type { GatewayTransaction } from './transaction.shared.js';

const DAY_MS = 86_400_000;

/** A payment, refund, dispute or won dispute in Kinora's facts; minor units, negative when money went back. */
export interface KinoraItem extends Pick<TieLine, 'kind' | 'gateway' | 'subjectId' | 'at'> {
  readonly amount: number;
  readonly currency: string;
  readonly invoice: NonNullable<TieLine['invoice']>;
  /** Whether the books have it: not before the payment of its invoice is known (`subscriptionMoney`). */
  readonly isBooked: boolean;
}

/** The money of an invoice. Nothing moves for an amount of 0. A dispute that was won returns what it took. */
export function itemsOf({
  invoiceId,
  number,
  gatewayInvoiceId,
  gateway,
  payment,
  refunds,
  disputes,
  outcomes,
}: InvoiceDocument): readonly KinoraItem[] {
  const of = { gateway, invoice: { invoiceId, number, gatewayInvoiceId }, isBooked: payment !== null };
  const items: readonly KinoraItem[] = [
    ...(payment === null
      ? []
      : [
          {
            ...of,
            kind: 'payment' as const,
            subjectId: gatewayInvoiceId,
            at: payment.at,
            amount: payment.amount,
            currency: payment.currency,
          },
        ]),
    ...refunds.map(({ refundId, at, amount, currency }) => ({
      ...of,
      kind: 'refund' as const,
      subjectId: refundId,
      at,
      amount: -amount,
      currency,
    })),
    ...disputes.map(({ disputeId, at, amount, currency }) => ({
      ...of,
      kind: 'dispute' as const,
      subjectId: disputeId,
      at,
      amount: -amount,
      currency,
    })),
    ...outcomes
      .filter(({ outcome }) => outcome === 'won')
      .flatMap(({ disputeId, at }) =>
        disputes
          .filter((one) => one.disputeId === disputeId)
          .map(({ amount, currency }) => ({
            ...of,
            kind: 'dispute-won' as const,
            subjectId: disputeId,
            at,
            amount,
            currency,
          })),
      ),
  ];
  return items.filter(({ amount }) => amount !== 0);
}

type Tied = GatewayTransaction & { readonly kind: TiedKind };
/** Whether a transaction must correspond to a fact. */
export const isTied = (one: GatewayTransaction): one is Tied => TIED_KINDS.some((kind) => kind === one.kind);

interface Sides {
  readonly items: KinoraItem[];
  readonly transactions: Tied[];
}

/**
 * Compares both sides by gateway, kind and id. Only the amounts that the customer saw count. A line is settled, and no
 * longer kept, as soon as one item and one transaction match. If more of it comes later, `returned` has its key: the
 * comparison is wrong then, and has to be made again with these keys as `kept`.
 */
export class TieOut {
  private readonly sides = new Map<string, Sides>();
  private readonly settled = new Set<string>();
  readonly returned = new Set<string>();

  /** @param settle receives each settled line. @param kept keys of lines that are never settled */
  constructor(
    private readonly settle: (line: TieLine) => void,
    private readonly kept: ReadonlySet<string> = new Set(),
  ) {}

  addItem(item: KinoraItem): void {
    this.add(keyOf(item), ({ items }) => items.push(item));
  }

  /** Fees, payouts and money that Kinora does not cause are left out. */
  addTransaction(one: GatewayTransaction): void {
    if (isTied(one))
      this.add(keyOf({ ...one, subjectId: subjectOf(one) }), ({ transactions }) => transactions.push(one));
  }

  /** The lines that are not settled, oldest first. Each item and each transaction is in one line. */
  lines(): readonly TieLine[] {
    return [...this.sides.values()].map(lineOf).toSorted(byTime);
  }

  private add(key: string, push: (sides: Sides) => unknown): void {
    if (this.settled.has(key)) {
      this.returned.add(key);
      return;
    }
    const sides = this.sides.get(key) ?? { items: [], transactions: [] };
    this.sides.set(key, sides);
    push(sides);
    if (sides.items.length !== 1 || sides.transactions.length !== 1 || this.kept.has(key)) return;
    const line = lineOf(sides);
    if (line.outcome !== 'matched') return;
    this.sides.delete(key);
    this.settled.add(key);
    this.settle(line);
  }
}

const subjectOf = ({ subjectId, transactionId }: GatewayTransaction): string => subjectId ?? transactionId;
/** Oldest first. */
export const byTime = (a: TieLine, b: TieLine): number => a.at - b.at || (keyOf(a) < keyOf(b) ? -1 : 1);

const keyOf = ({ gateway, kind, subjectId }: Pick<TieLine, 'gateway' | 'kind' | 'subjectId'>): string =>
  JSON.stringify([gateway, kind, subjectId]);

function lineOf({ items, transactions }: Sides): TieLine {
  const [item] = items.toSorted((a, b) => a.at - b.at || (a.invoice.invoiceId < b.invoice.invoiceId ? -1 : 1));
  const [transaction] = transactions;
  const of = item ?? (transaction === undefined ? undefined : { ...transaction, subjectId: subjectOf(transaction) });
  if (of === undefined) throw new Error('a line has at least one side');
  const kinora = sumsOf(items.filter(({ isBooked }) => isBooked));
  const isUnbooked = items.length > 0 && items.every(({ isBooked }) => !isBooked);
  const moved = transactions.map(({ original, amount, currency }) => original ?? { amount, currency });
  const atGateway = sumsOf(moved);
  const earliest = (times: readonly { readonly at: Millis }[]): Millis | null =>
    times.length === 0 ? null : Math.min(...times.map(({ at }) => at));
  return {
    kinoraAt: earliest(items),
    gatewayAt: earliest(transactions),
    outcome: isUnbooked
      ? 'unbooked'
      : outcomeOf(kinora, transactions.length === 0 ? undefined : atGateway, items.length > 0),
    unbooked: sumsOf(items.filter(({ isBooked }) => !isBooked)),
    kind: of.kind,
    gateway: of.gateway,
    subjectId: of.subjectId,
    at: Math.min(...items.map(({ at }) => at), ...transactions.map(({ at }) => at)),
    kinora,
    atGateway: atGateway.length > 0 ? atGateway : zerosOf(moved),
    invoice: item?.invoice ?? null,
    transactionIds: transactions.map(({ transactionId }) => transactionId).sort(),
  };
}

type Sums = TieLine['kinora'];

function outcomeOf(kinora: Sums, atGateway: Sums | undefined, isKnown: boolean): TieLine['outcome'] {
  if (atGateway === undefined) return 'kinora-only';
  const same =
    kinora.length === atGateway.length &&
    kinora.every(
      ({ amount, currency }, index) => atGateway[index]?.amount === amount && atGateway[index].currency === currency,
    );
  if (same) return 'matched';
  // A payment that failed later is undone at the gateway, and Kinora never learns of it.
  return isKnown ? 'differs' : 'gateway-only';
}

/** Sums by currency; currencies that come to 0 are left out. */
function sumsOf(amounts: readonly { readonly amount: number; readonly currency: string }[]): Sums {
  const sums = new Map<string, number>();
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums]
    .filter(([, amount]) => amount !== 0)
    .map(([currency, amount]) => ({ amount, currency }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** What came to 0 in every currency. */
const zerosOf = (amounts: readonly { readonly currency: string }[]): Sums =>
  [...new Set(amounts.map(({ currency }) => currency))].sort().map((currency) => ({ amount: 0, currency }));

/** Whole days since a line's time. */
export const ageOf = ({ at }: Pick<TieLine, 'at'>, now: Millis): number => Math.max(0, Math.floor((now - at) / DAY_MS));
