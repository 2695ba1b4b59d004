import { describe, expect, it } from '@jest/globals';
import { emptyInvoice, withEvent, type InvoiceDocument } from '../invoices/invoice.js';
import type { StoredTransaction } from '../settlement/transactions.js';
import { tieOutRows } from './settlement.rows.js';
import type { TieOutRow } from './tables.shared.js';

const AT = Date.UTC(2026, 5, 10);
const charge: StoredTransaction = {
  gateway: 'stripe',
  transactionId: 'txn_1',
  kind: 'payment',
  at: AT,
  amount: 1_123,
  fee: 30,
  currency: 'usd',
  original: { amount: 1_000, currency: 'eur' },
  subjectId: 'pi_1',
  payoutId: null,
  readAt: AT,
  contradiction: null,
};
const failure: StoredTransaction = {
  ...charge,
  transactionId: 'txn_2',
  amount: -1_130,
  original: { amount: -1_000, currency: 'eur' },
};

const AT_ONCE = 500;
const paidInvoice = (index: number): InvoiceDocument =>
  withEvent(
    emptyInvoice({
      userId: 'ann',
      appName: 'kinora',
      gateway: 'stripe',
      platformName: 'card',
      sold: { kind: 'purchase', id: 'p' },
      gatewayInvoiceId: `pi_${index}`,
    }),
    {
      at: AT,
      type: 'PurchasePaid',
      data: {
        factId: `f${index}`,
        occurredAt: AT + index,
        amountPaid: 100,
        currency: 'usd',
        invoiceId: `pi_${index}`,
        priceId: 'kinora-credits-500',
        usage: [{ amount: 500, usageType: 'credits' }],
      },
    },
  );

describe('the export of the tie-out', () => {
  it('has a row of a refund that is known before its payment, without an amount of Kinora, as the journal', async () => {
    const early = withEvent(
      emptyInvoice({
        userId: 'ann',
        appName: 'kinora',
        gateway: 'stripe',
        platformName: 'card',
        sold: { kind: 'purchase', id: 'p' },
        gatewayInvoiceId: 'pi_1',
      }),
      {
        at: AT,
        type: 'PurchaseRefunded',
        data: { factId: 'f', occurredAt: AT, amount: 40, currency: 'usd', invoiceId: 'pi_1', refundId: 're_1' },
      },
    );
    const rows: TieOutRow[] = [];
    for await (const row of tieOutRows(
      {
        transactions: {
          async *all() {
            /* the gateway has not stated it either */
          },
        },
        invoices: { find: async () => ({ items: [early] }) },
      },
      { now: AT },
    ))
      rows.push(row);
    expect(rows).toEqual([
      expect.objectContaining({
        subjectId: 're_1',
        outcome: 'unbooked',
        kinoraAmount: null,
        gatewayAmount: null,
        currency: 'usd',
      }),
    ]);
  });

  it('gives rows while it reads, and keeps no matched one', async () => {
    const count = 5 * AT_ONCE;
    let [read, pages] = [0, 0];
    const transactions = {
      async *all() {
        for (let index = 0; index < count; index += 1) {
          read += 1;
          yield {
            ...charge,
            transactionId: `txn_${index}`,
            at: AT + index,
            amount: 100,
            currency: 'usd',
            original: null,
            subjectId: `pi_${index}`,
          };
        }
      },
    };
    const find = async ({ after = '0' }: { readonly after?: string }) => {
      pages += 1;
      const next = Number(after) + AT_ONCE;
      return {
        items: Array.from({ length: AT_ONCE }, (_, index) => paidInvoice(Number(after) + index)),
        ...(next < count ? { next: String(next) } : {}),
      };
    };
    const rows = tieOutRows({ transactions, invoices: { find } }, { now: AT });
    expect(await rows.next()).toMatchObject({ value: { outcome: 'matched', subjectId: 'pi_0' } });
    // The comparison that finds what has to wait has read everything once; the one that gives rows has just begun.
    expect([read <= count + 2, pages]).toEqual([true, 6]);
    let left = 0;
    for await (const { outcome } of rows) if (outcome === 'matched') left += 1;
    expect(left).toBe(count - 1);
  });

  it('has a row of 0 on both sides for a charge that the gateway has undone', async () => {
    const transactions = {
      async *all() {
        yield* [charge, failure];
      },
    };
    const rows: TieOutRow[] = [];
    for await (const row of tieOutRows({ transactions, invoices: { find: async () => ({ items: [] }) } }, { now: AT }))
      rows.push(row);
    expect(rows).toEqual([
      expect.objectContaining({
        subjectId: 'pi_1',
        outcome: 'matched',
        kinoraAmount: 0,
        gatewayAmount: 0,
        currency: 'eur',
        transactionIds: 'txn_1 txn_2',
      }),
    ]);
  });
});
