import type { Millis } from '../../kernel/clock.js';
import type { GatewayBalance } from './tie-out.shared.js';
import type { GatewayTransaction } from './transaction.shared.js';

type Sums = { -readonly [Name in keyof GatewayBalance]: GatewayBalance[Name] };

/** Sums transactions by gateway and currency, which are never added together. */
export class BalanceSums {
  private readonly sums = new Map<string, Sums>();

  /** @param start of the range, inclusive; @param end exclusive; milliseconds since the epoch */
  constructor(
    private readonly start: Millis,
    private readonly end: Millis,
  ) {}

  add({ gateway, currency, kind, at, amount, fee }: GatewayTransaction): void {
    if (at >= this.end) return;
    const key = `${gateway} ${currency}`;
    const sum = this.sums.get(key) ?? {
      gateway,
      currency,
      opening: 0,
      payments: 0,
      refunds: 0,
      disputes: 0,
      other: 0,
      fees: 0,
      paidOut: 0,
      closing: 0,
      transactions: 0,
    };
    this.sums.set(key, sum);
    sum.closing += amount - fee;
    if (at < this.start) {
      sum.opening += amount - fee;
      return;
    }
    sum.transactions += 1;
    sum.fees += fee;
    switch (kind) {
      case 'payment':
        sum.payments += amount;
        return;
      case 'refund':
        sum.refunds += amount;
        return;
      case 'dispute':
      case 'dispute-won':
        sum.disputes += amount;
        return;
      case 'fee':
        sum.fees -= amount;
        return;
      case 'payout':
      case 'payout-returned':
        sum.paidOut -= amount;
        return;
      case 'other':
        sum.other += amount;
        return;
      default:
        kind satisfies never;
    }
  }

  /** By gateway and currency. */
  all(): readonly GatewayBalance[] {
    return [...this.sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  }
}
