import type { Millis } from '../../../../kernel/clock.js';
import type { GatewayTransaction } from '../../../settlement/transaction.shared.js';
import type { Movement } from './movements.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A payment costs 2.9 % and 30 minor units, a dispute 1,500. Fees are not given back. */
const FEE_PER_MILLE = 29;
const FEE_FIXED = 30;
const FEE_OF_DISPUTE = 1_500;
/** How long after midnight (UTC) the money of the day before is paid out. */
const PAYOUT_AFTER = HOUR;

/** A movement in the currency of its sale. */
export type CurrencyMovement = Movement & { readonly currency: string };

/** A transaction, and when something about it last changed: its own time, or that of the payout that contains it. */
export interface BalanceEntry {
  readonly transaction: GatewayTransaction;
  readonly changedAt: Millis;
}

/**
 * The sandbox's balances: each movement with its fee, and a payout a day of what each currency has earned, if it is
 * above 0. Movements in the past never change, so the same movements give the same transactions at any later time.
 * @param now by the sandbox's clock
 * @returns in the order of time
 */
export function balanceEntries(
  gateway: string,
  movements: readonly CurrencyMovement[],
  now: Millis,
): readonly BalanceEntry[] {
  const entries: BalanceEntry[] = [];
  for (const currency of new Set(movements.map((one) => one.currency))) {
    let pending: readonly GatewayTransaction[] = [];
    for (const [day, moved] of byDay(movements.filter((one) => one.currency === currency))) {
      pending = [...pending, ...moved.map((one) => transactionOf(gateway, one))];
      const at = (day + 1) * DAY + PAYOUT_AFTER;
      const balance = pending.reduce((sum, { amount, fee }) => sum + amount - fee, 0);
      if (balance <= 0 || at > now) continue;
      const date = new Date(day * DAY).toISOString().slice(0, 10);
      const payoutId = `po_${currency}_${date}`;
      entries.push(...pending.map((one) => ({ transaction: { ...one, payoutId }, changedAt: at })));
      entries.push({
        transaction: {
          gateway,
          transactionId: `txn_${payoutId}`,
          kind: 'payout',
          at,
          amount: -balance,
          fee: 0,
          currency,
          original: null,
          subjectId: null,
          payoutId,
        },
        changedAt: at,
      });
      pending = [];
    }
    entries.push(...pending.map((transaction) => ({ transaction, changedAt: transaction.at })));
  }
  return entries.sort((a, b) => compareTransactions(a.transaction, b.transaction));
}

/** By time, then by id. */
const compareTransactions = (a: GatewayTransaction, b: GatewayTransaction): number =>
  a.at - b.at || (a.transactionId < b.transactionId ? -1 : a.transactionId === b.transactionId ? 0 : 1);

function transactionOf(
  gateway: string,
  { kind, at, amount, subjectId, currency }: CurrencyMovement,
): GatewayTransaction {
  return {
    gateway,
    transactionId: `txn_${kind}_${subjectId}`,
    kind,
    at,
    amount,
    fee: feeOf(kind, amount),
    currency,
    original: null,
    subjectId,
    payoutId: null,
  };
}

/** Rounded to the nearest minor unit. */
function feeOf(kind: Movement['kind'], amount: number): number {
  switch (kind) {
    case 'payment':
      return Math.floor((amount * FEE_PER_MILLE + 500) / 1_000) + FEE_FIXED;
    case 'dispute':
      return FEE_OF_DISPUTE;
    case 'refund':
    case 'dispute-won':
      return 0;
    default:
      return kind satisfies never;
  }
}

/** Movements by day number, ascending. */
function byDay(movements: readonly CurrencyMovement[]): readonly (readonly [number, readonly CurrencyMovement[]])[] {
  const days = new Map<number, CurrencyMovement[]>();
  for (const one of movements) {
    const day = Math.floor(one.at / DAY);
    const own = days.get(day);
    if (own === undefined) days.set(day, [one]);
    else own.push(one);
  }
  return [...days].sort(([a], [b]) => a - b);
}
