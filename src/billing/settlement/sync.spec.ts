import { describe, expect, it } from '@jest/globals';
import { fakeGateway, type FakeGateway } from '../../../test/support/servers/fake-gateway.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { BillingGateways } from '../gateways/registry.js';
import { BalanceSums } from './balances.js';
import { TransactionSync } from './sync.js';
import type { GatewayTransaction } from './transaction.shared.js';
import { Transactions } from './transactions.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 20, 12);
const transaction = (more: Partial<GatewayTransaction> = {}): GatewayTransaction => ({
  gateway: 'fake',
  transactionId: 'txn_1',
  kind: 'payment',
  at: NOW - DAY,
  amount: 3_500,
  fee: 132,
  currency: 'usd',
  original: null,
  subjectId: 'in_1',
  payoutId: null,
  ...more,
});

async function opened(gateway: FakeGateway) {
  const gateways = new BillingGateways();
  const starts: number[] = [];
  gateways.add({
    ...gateway,
    transactions: (since, after) => {
      if (after === undefined) starts.push(since);
      return gateway.transactions(since, after);
    },
  });
  const clock = { at: NOW, now: () => clock.at };
  const transactions = await Transactions.open(createMemoryDocumentStore());
  const stored = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const { transactionId, contradiction } of transactions.all())
      found.push(`${transactionId}${contradiction === null ? '' : ' contradicted'}`);
    return found;
  };
  return {
    starts,
    gateways,
    clock,
    transactions,
    stored,
    sync: new TransactionSync({ gateways, transactions, clock, log: { warn: () => undefined } }),
  };
}

describe('reading transactions', () => {
  it('reads everything at first, then goes back a week, and everything again where that is wanted', async () => {
    const gateway = fakeGateway();
    gateway.balance = [transaction()];
    const { starts, clock, stored, sync, transactions } = await opened(gateway);
    expect(await sync.read()).toEqual([]);
    clock.at += DAY;
    expect(await sync.read()).toEqual([]);
    expect(await sync.readWhole()).toEqual([]);
    expect(starts).toEqual([0, NOW - 7 * DAY, 0]);
    expect([await stored(), await transactions.reads()]).toEqual([['txn_1'], [{ gateway: 'fake', at: NOW + DAY }]]);
  });

  it('goes back to a transaction that is pending, because a whole reading ended in the middle of it', async () => {
    const gateway = fakeGateway();
    const old = transaction({ at: NOW - 30 * DAY });
    const { starts, clock, stored, sync, transactions } = await opened({
      ...gateway,
      transactions: async (since) => ({ transactions: since <= old.at ? gateway.balance : [] }),
    });
    await sync.read();
    gateway.balance = [old];
    await expect(
      transactions.keep([old], {
        now: () => {
          throw new Error('the process has died');
        },
      }),
    ).rejects.toThrow('died');
    expect([await stored(), await transactions.oldestPending('fake')]).toEqual([[], old.at]);
    clock.at += DAY;
    await sync.read();
    expect([await stored(), await transactions.oldestPending('fake')]).toEqual([['txn_1'], undefined]);
    await sync.read();
    expect(starts).toEqual([0, old.at, NOW - 6 * DAY]);
  });

  it('keeps the pages of a reading that broke off, and does not count it as complete', async () => {
    const gateway = fakeGateway();
    const { stored, sync, transactions } = await opened({
      ...gateway,
      transactions: async (_since, after) => {
        if (after !== undefined) throw new Error('gone');
        return { transactions: [transaction()], next: 'more' };
      },
    });
    expect(await sync.read()).toEqual(['fake']);
    expect([await stored(), await transactions.reads()]).toEqual([['txn_1'], []]);
  });

  it('goes on at the page where one broke off, also in another process, and then reads what is new', async () => {
    const gateway = fakeGateway();
    let isAway = true;
    const calls: (readonly [number, string | undefined])[] = [];
    const { clock, gateways, stored, sync, transactions } = await opened({
      ...gateway,
      transactions: async (since, after) => {
        calls.push([since, after]);
        if (after === undefined) return { transactions: [transaction()], ...(since === 0 ? { next: 'second' } : {}) };
        if (after === 'second') return { transactions: [transaction({ transactionId: 'txn_2' })], next: 'third' };
        if (isAway) throw new StoreUnavailable('stripe', 'unreachable', 'gone');
        return { transactions: [transaction({ transactionId: 'txn_3' })] };
      },
    });
    expect(await sync.read()).toEqual(['fake']);
    expect([await stored(), await transactions.reads()]).toEqual([['txn_1', 'txn_2'], []]);
    [isAway, clock.at] = [false, NOW + DAY];
    calls.length = 0;
    expect(await new TransactionSync({ gateways, transactions, clock, log: { warn: () => undefined } }).read()).toEqual(
      [],
    );
    expect(calls).toEqual([
      [0, 'third'],
      [NOW - 7 * DAY, undefined],
    ]);
    expect([await stored(), await transactions.reads(), await transactions.openRead('fake')]).toEqual([
      ['txn_1', 'txn_2', 'txn_3'],
      [{ gateway: 'fake', at: NOW + DAY }],
      undefined,
    ]);
  });

  it('begins anew when the page where one broke off is unknown by now', async () => {
    const gateway = fakeGateway();
    let isFirst = true;
    const { stored, sync } = await opened({
      ...gateway,
      transactions: async (_since, after) => {
        if (after !== undefined) throw new StoreUnavailable('stripe', isFirst ? 'unreachable' : 'failed', 'gone');
        return { transactions: [transaction()], ...(isFirst ? { next: 'second' } : {}) };
      },
    });
    expect(await sync.read()).toEqual(['fake']);
    isFirst = false;
    expect(await sync.read()).toEqual(['fake']);
    expect(await sync.read()).toEqual([]);
    expect(await stored()).toEqual(['txn_1']);
  });

  it('never overwrites what a later reading contradicts', async () => {
    const gateway = fakeGateway();
    gateway.balance = [transaction()];
    const { stored, sync } = await opened({
      ...gateway,
      transactions: async () => ({ transactions: gateway.balance }),
    });
    await sync.read();
    gateway.balance = [transaction({ amount: 35_000 })];
    await sync.read();
    expect(await stored()).toEqual(['txn_1 contradicted']);
  });
});

describe('the balances of some days', () => {
  it('open with what was before, and close with payments, refunds, disputes and other money less fees and payouts', () => {
    const sums = new BalanceSums(NOW, NOW + DAY);
    for (const one of [
      transaction(),
      transaction({ at: NOW }),
      transaction({ at: NOW, kind: 'refund', amount: -500, fee: 0 }),
      transaction({ at: NOW, kind: 'dispute', amount: -1_000, fee: 1_500 }),
      transaction({ at: NOW, kind: 'dispute-won', amount: 1_000, fee: 0 }),
      transaction({ at: NOW, kind: 'fee', amount: -20, fee: 0 }),
      transaction({ at: NOW, kind: 'payout', amount: -3_000, fee: 0 }),
      transaction({ at: NOW, kind: 'payout-returned', amount: 100, fee: 0 }),
      transaction({ at: NOW, kind: 'other', amount: 7, fee: 0 }),
      transaction({ at: NOW + DAY }),
      transaction({ at: NOW, currency: 'eur' }),
    ])
      sums.add(one);
    const [eur, usd] = sums.all();
    expect(usd).toEqual({
      gateway: 'fake',
      currency: 'usd',
      opening: 3_368,
      payments: 3_500,
      refunds: -500,
      disputes: 0,
      other: 7,
      fees: 1_652,
      paidOut: 2_900,
      closing: 3_368 + 3_500 - 500 + 7 - 1_652 - 2_900,
      transactions: 8,
    });
    expect(eur).toMatchObject({ currency: 'eur', opening: 0, closing: 3_368 });
  });
});
