import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { GetGatewayTransactions, GetGatewayTransactionsHandler } from './settlement.queries.js';
import type { GatewayTransaction } from './transaction.shared.js';
import { merged, Transactions, type StoredTransaction } from './transactions.js';

const payment: GatewayTransaction = {
  gateway: 'sandbox',
  transactionId: 'txn_1',
  kind: 'payment',
  at: Date.UTC(2026, 0, 31, 23, 59, 59, 999),
  amount: 3_500,
  fee: 132,
  currency: 'usd',
  original: null,
  subjectId: 'in_1',
  payoutId: null,
};
const READ_AT = Date.UTC(2026, 1, 2);
const stored = async (transactions: Transactions): Promise<readonly StoredTransaction[]> => {
  const found: StoredTransaction[] = [];
  for await (const one of transactions.all()) found.push(one);
  return found;
};

describe('a transaction that is read again', () => {
  const before = merged(undefined, payment, READ_AT);

  it('stays as it is, with the time at which it was first read', () =>
    expect(merged(before, payment, READ_AT + 1)).toEqual(before));

  it('learns its payout, and keeps it', () => {
    const paidOut = merged(before, { ...payment, payoutId: 'po_1' }, READ_AT);
    expect(paidOut).toEqual({ ...payment, payoutId: 'po_1', readAt: READ_AT, contradiction: null });
    expect(merged(paidOut, payment, READ_AT)).toEqual(paidOut);
  });

  it.each([
    ['amount', { amount: 35_000 }],
    ['payout', { payoutId: 'po_2' }],
    ['subject', { subjectId: 'in_2' }],
  ] as const)('is never overwritten by another %s', (_what, other) => {
    const known = merged(before, { ...payment, payoutId: 'po_1' }, READ_AT);
    const differing = merged(known, { ...payment, payoutId: 'po_1', ...other }, READ_AT);
    expect(differing).toEqual({ ...known, contradiction: { ...payment, payoutId: 'po_1', ...other } });
    expect(merged(differing, { ...payment, payoutId: 'po_1' }, READ_AT)).toEqual(known);
  });
});

describe('stored transactions', () => {
  const reading = (index: number): GatewayTransaction => ({
    ...payment,
    transactionId: `txn_${index}`,
    at: index * 1_000,
  });
  const pagesOf = fc.array(
    fc.array(fc.record({ index: fc.nat({ max: 7 }), isPaidOut: fc.boolean() }), { maxLength: 6 }),
    { maxLength: 6 },
  );

  it('are the same for any order and repetition of pages', () =>
    fc.assert(
      fc.asyncProperty(pagesOf, async (pages) => {
        const read = pages.map((page) =>
          page.map(({ index, isPaidOut }) => ({ ...reading(index), payoutId: isPaidOut ? `po_${index}` : null })),
        );
        const kept = async (order: typeof read): Promise<readonly StoredTransaction[]> => {
          const transactions = await Transactions.open(createMemoryDocumentStore());
          for (const page of order) await transactions.keep(page, { now: () => READ_AT });
          return stored(transactions);
        };
        expect(await kept([...read, ...read.toReversed()])).toEqual(
          await kept(read.toReversed().map((page) => page.toReversed())),
        );
      }),
    ));

  it('are selected by days, both inclusive, and by gateway and currency', async () => {
    const transactions = await Transactions.open(createMemoryDocumentStore());
    const next = { ...payment, transactionId: 'txn_2', at: payment.at + 1 };
    const other = { ...payment, transactionId: 'txn_3', gateway: 'stripe', currency: 'eur' };
    await transactions.keep([next, payment, other], { now: () => READ_AT });
    const query = async (
      days: ConstructorParameters<typeof GetGatewayTransactions>[0],
    ): Promise<readonly GatewayTransaction[]> => {
      const found: GatewayTransaction[] = [];
      for await (const one of await new GetGatewayTransactionsHandler(transactions).execute(
        new GetGatewayTransactions(days),
      ))
        found.push(one);
      return found;
    };
    expect(await query({ from: '2026-01-31', to: '2026-01-31' })).toEqual([payment, other]);
    expect(await query({ from: '2026-02-01', to: '2026-02-01' })).toEqual([next]);
    expect(await query({ from: '2026-01-01', to: '2026-02-28', gateway: 'stripe' })).toEqual([other]);
    expect(await query({ from: '2026-01-01', to: '2026-02-28', currency: 'usd' })).toEqual([payment, next]);
  });
});
