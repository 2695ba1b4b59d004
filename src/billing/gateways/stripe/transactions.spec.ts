import { describe, expect, it } from '@jest/globals';
import type { GatewayTransaction } from '../../settlement/transaction.shared.js';
import { transactionPage } from './transactions.js';

interface Given {
  readonly category: string;
  readonly amount: number;
  readonly currency: string;
  readonly rate: number | null;
  readonly source: { readonly amount: number; readonly currency: string };
}

async function originalOf({
  category,
  amount,
  currency,
  rate,
  source,
}: Given): Promise<GatewayTransaction['original'] | undefined> {
  const data = [
    {
      id: 'txn_1',
      amount,
      fee: 0,
      currency,
      created: 1,
      exchange_rate: rate,
      reporting_category: category,
      source: { id: 'dp_1', payment_intent: 'pi_1', ...source },
    },
  ];
  const { transactions } = await transactionPage(
    { gateway: 'stripe', list: async () => ({ data, has_more: false }), paidBy: async () => 'in_1' },
    0,
  );
  return transactions[0]?.original;
}

const euro = { amount: 10_000, currency: 'eur' };

describe('what the customer saw of a transaction at Stripe', () => {
  it.each<[string, Given, GatewayTransaction['original']]>([
    [
      'the amount of its source, if it was converted',
      { category: 'charge', amount: 11_234, currency: 'usd', rate: 1.1234, source: euro },
      { amount: 10_000, currency: 'eur' },
    ],
    [
      'the same without a stated rate',
      { category: 'dispute', amount: -11_234, currency: 'usd', rate: null, source: euro },
      { amount: -10_000, currency: 'eur' },
    ],
    [
      'nothing else in the currency of the balance, even with a rate',
      { category: 'charge', amount: 10_000, currency: 'eur', rate: 1, source: euro },
      null,
    ],
    [
      'all of a dispute that came back whole, at another rate',
      { category: 'dispute_reversal', amount: 11_300, currency: 'usd', rate: 1.13, source: euro },
      { amount: 10_000, currency: 'eur' },
    ],
    [
      'half of a dispute of which half came back',
      { category: 'dispute_reversal', amount: 5_650, currency: 'usd', rate: 1.13, source: euro },
      { amount: 5_000, currency: 'eur' },
    ],
    [
      'the part of a payment that was not captured',
      { category: 'partial_capture_reversal', amount: -2_247, currency: 'usd', rate: 1.1234, source: euro },
      { amount: -2_000, currency: 'eur' },
    ],
    [
      'all of a dispute in yen, by a rate between yen and dollars',
      {
        category: 'dispute_reversal',
        amount: 9_246,
        currency: 'usd',
        rate: 0.0067,
        source: { amount: 13_800, currency: 'jpy' },
      },
      { amount: 13_800, currency: 'jpy' },
    ],
    [
      'unknown for a part in another unit',
      {
        category: 'dispute_reversal',
        amount: 4_623,
        currency: 'usd',
        rate: 0.0067,
        source: { amount: 13_800, currency: 'jpy' },
      },
      null,
    ],
    [
      'unknown for a part without a rate',
      { category: 'dispute_reversal', amount: 5_650, currency: 'usd', rate: null, source: euro },
      null,
    ],
  ])('is %s', async (_what, given, expected) => {
    expect(await originalOf(given)).toEqual(expected);
  });
});
