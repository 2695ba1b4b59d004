import { describe, expect, it } from '@jest/globals';
import type { StoredTransaction } from '../settlement/transactions.js';
import { tieOutRows } from './settlement.rows.js';
import type { TieOutRow } from './tables.shared.js';

const AT = Date.UTC(2026, 5, 10);
const charge: StoredTransaction = { gateway: 'stripe', transactionId: 'txn_1', kind: 'payment', at: AT, amount: 1_123, fee: 30, currency: 'usd', original: { amount: 1_000, currency: 'eur' }, subjectId: 'pi_1', payoutId: null, readAt: AT, contradiction: null };
const failure: StoredTransaction = { ...charge, transactionId: 'txn_2', amount: -1_130, original: { amount: -1_000, currency: 'eur' } };

describe('the export of the tie-out', () => {
  it('has a row of 0 on both sides for a charge that the gateway has undone', async () => {
    const transactions = {
      async *all() {
        yield* [charge, failure];
      },
    };
    const rows: TieOutRow[] = [];
    for await (const row of tieOutRows({ transactions, invoices: { find: async () => ({ items: [] }) } }, { now: AT })) rows.push(row);
    expect(rows).toEqual([expect.objectContaining({ subjectId: 'pi_1', outcome: 'matched', kinoraAmount: 0, gatewayAmount: 0, currency: 'eur', transactionIds: 'txn_1 txn_2' })]);
  });
});
