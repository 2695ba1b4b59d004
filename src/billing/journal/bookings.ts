import type { AccountRole } from '../accounting/settings.shared.js';
import { dayName, dayNumberOf } from '../finance/recognition.js';
import type { SoldPage } from '../finance/revenue.projection.js';
import { dayAfter } from '../finance/revenue.sums.js';
import type { GatewayTransaction } from '../settlement/transaction.shared.js';
import type { EntryKind } from './journal.shared.js';

/** An amount that moves between two accounts on a day; minor units, negative when it moves the other way. */
export interface Booking {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly gateway: string;
  readonly currency: string;
  readonly kind: EntryKind;
  readonly debit: AccountRole;
  readonly credit: AccountRole;
  readonly amount: number;
}

type Of = Pick<Booking, 'day' | 'gateway' | 'currency'>;
type Row = SoldPage['rows'][number];

/** Where revenue is booked. */
export type RevenueRoleOf = (row: Pick<Row, 'sold'>) => 'revenue-plans' | 'revenue-packs';

/** Money received with the tax in it. @param sign -1 when it was returned */
function* received(
  of: Of,
  kind: EntryKind,
  amount: number,
  tax: number,
  sign: 1 | -1,
): Generator<Booking, void, undefined> {
  yield { ...of, kind, debit: 'clearing', credit: 'deferred', amount: sign * (amount - tax) };
  yield { ...of, kind, debit: 'clearing', credit: 'tax', amount: sign * tax };
}

function* moneyOf(
  of: Of,
  { paid, tax, refunded, disputed, returned, taxBack, taxDisputed, taxReturned }: Row,
): Generator<Booking, void, undefined> {
  yield* received(of, 'payment', paid, tax, 1);
  yield* received(of, 'refund', refunded, taxBack - taxDisputed + taxReturned, -1);
  yield* received(of, 'dispute', disputed, taxDisputed, -1);
  yield* received(of, 'dispute-won', returned, taxReturned, 1);
}

/**
 * Bookings of payments, refunds and disputes on their days, and of what is earned, day by day.
 * @param pages all pages up to `to`
 */
export function* revenueBookings(
  pages: readonly SoldPage[],
  to: string,
  roleOf: RevenueRoleOf,
): Generator<Booking, void, undefined> {
  const byDay = new Map<string, Row[]>();
  for (const { day, rows } of pages) byDay.set(day, [...(byDay.get(day) ?? []), ...rows]);
  const rates = new Map<
    string,
    { readonly gateway: string; readonly currency: string; readonly credit: ReturnType<RevenueRoleOf>; amount: number }
  >();
  const [first] = [...byDay.keys()].sort();
  if (first === undefined) return;
  for (let day = first; day <= to; day = dayAfter(day)) {
    for (const row of byDay.get(day) ?? []) {
      const { gateway, currency, rate } = row;
      yield* moneyOf({ day, gateway, currency }, row);
      const credit = roleOf(row);
      const key = `${gateway} ${currency} ${credit}`;
      const before = rates.get(key) ?? { gateway, currency, credit, amount: 0 };
      before.amount += rate;
      rates.set(key, before);
    }
    for (const rate of rates.values())
      if (rate.amount !== 0) yield { ...rate, day, kind: 'recognition', debit: 'deferred' };
  }
}

/**
 * Bookings of what happened at a gateway only: fees, payouts, conversions and movements that Kinora does not cause.
 * Payments, refunds and disputes themselves are booked from events; where the gateway differs, clearing keeps a
 * balance.
 */
export function* transactionBookings(transactions: Iterable<GatewayTransaction>): Generator<Booking, void, undefined> {
  for (const { gateway, currency, kind, at, amount, fee, original } of transactions) {
    const of = { day: dayName(dayNumberOf(at)), gateway, currency };
    yield { ...of, kind: 'fee', debit: 'fees', credit: 'clearing', amount: fee };
    switch (kind) {
      case 'payment':
      case 'refund':
      case 'dispute':
      case 'dispute-won':
        if (original === null) break;
        yield { ...of, kind: 'exchange', debit: 'clearing', credit: 'exchange', amount };
        yield {
          ...of,
          currency: original.currency,
          kind: 'exchange',
          debit: 'exchange',
          credit: 'clearing',
          amount: original.amount,
        };
        break;
      case 'fee':
        yield { ...of, kind: 'fee', debit: 'clearing', credit: 'fees', amount };
        break;
      case 'payout':
      case 'payout-returned':
        yield { ...of, kind: 'payout', debit: 'clearing', credit: 'bank', amount };
        break;
      case 'other':
        yield { ...of, kind: 'other', debit: 'clearing', credit: 'suspense', amount };
        break;
      default:
        return kind satisfies never;
    }
  }
}
