import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RevenueReads } from '../finance/revenue.queries.js';
import type { BillingGateways } from '../gateways/registry.js';
import { emptyInvoice, withEvent, type InvoiceDocument } from '../invoices/invoice.js';
import type { InvoiceReads } from '../invoices/invoices.queries.js';
import { differencesOf, isOverdue } from './tie-out.model.js';
import { isTied, itemsOf, TieOut, byTime } from './tie-out.js';
import { GetTieOut, GetTieOutHandler } from './tie-out.queries.js';
import { isOnOtherDay, type TieLine } from './tie-out.shared.js';
import type { GatewayTransaction } from './transaction.shared.js';
import { compareSides, type SettlementParts } from './settlement.js';
import type { StoredTransaction, Transactions } from './transactions.js';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 20, 12);
const PAID = NOW - 10 * DAY;
const sold = {
  userId: 'ann',
  appName: 'kinora',
  gateway: 'stripe',
  platformName: 'card',
  sold: { kind: 'purchase', id: 'p1' },
} as const;
const base = { streamId: 's', at: PAID };
const paid = (invoiceId: string, amountPaid: number, currency = 'usd'): InvoiceDocument =>
  withEvent(emptyInvoice({ ...sold, gatewayInvoiceId: invoiceId }), {
    ...base,
    type: 'PurchasePaid',
    data: {
      factId: `paid-${invoiceId}`,
      occurredAt: PAID,
      amountPaid,
      currency,
      invoiceId,
      priceId: 'kinora-credits-500',
      usage: [{ amount: 500, usageType: 'credits' }],
    },
  });
const transaction = (more: Partial<GatewayTransaction>): GatewayTransaction => ({
  gateway: 'stripe',
  transactionId: 'txn_1',
  kind: 'payment',
  at: PAID,
  amount: 3_500,
  fee: 132,
  currency: 'usd',
  original: null,
  subjectId: 'pi_1',
  payoutId: null,
  ...more,
});
/** Every line, those that were settled too. What comes back after that is compared again, as the product does. */
function linesOf(
  invoices: readonly InvoiceDocument[],
  transactions: readonly GatewayTransaction[],
  kept: ReadonlySet<string> = new Set(),
): readonly TieLine[] {
  const settled: TieLine[] = [];
  const tieOut = new TieOut((line) => settled.push(line), kept);
  for (const one of transactions) tieOut.addTransaction(one);
  for (const invoice of invoices) for (const item of itemsOf(invoice)) tieOut.addItem(item);
  return tieOut.returned.size === 0
    ? [...settled, ...tieOut.lines()].sort(byTime)
    : linesOf(invoices, transactions, new Set([...kept, ...tieOut.returned]));
}
const outcomes = (
  invoices: readonly InvoiceDocument[],
  transactions: readonly GatewayTransaction[],
): readonly string[] =>
  linesOf(invoices, transactions).map(({ outcome, kind, subjectId }) => `${outcome} ${kind} ${subjectId}`);
const read = (at: number, gateway = 'stripe') => [{ gateway, at }];

describe('a payment beside its transaction', () => {
  it.each<[string, readonly InvoiceDocument[], readonly GatewayTransaction[], readonly string[]]>([
    ['matches by gateway, kind, id and amount', [paid('pi_1', 3_500)], [transaction({})], ['matched payment pi_1']],
    [
      'matches by what the customer paid, whatever the currency of the balance',
      [paid('pi_1', 3_200, 'eur')],
      [transaction({ original: { amount: 3_200, currency: 'eur' } })],
      ['matched payment pi_1'],
    ],
    ['differs by amount', [paid('pi_1', 35_000)], [transaction({})], ['differs payment pi_1']],
    ['differs by currency', [paid('pi_1', 3_500, 'eur')], [transaction({})], ['differs payment pi_1']],
    [
      'is unknown to the other gateway',
      [paid('pi_1', 3_500)],
      [transaction({ gateway: 'sandbox' })],
      ['gateway-only payment pi_1', 'kinora-only payment pi_1'],
    ],
    [
      'may be paid in parts',
      [paid('pi_1', 3_500)],
      [transaction({ amount: 1_500 }), transaction({ amount: 2_000, transactionId: 'txn_2' })],
      ['matched payment pi_1'],
    ],
    [
      'that failed later is undone at the gateway',
      [],
      [transaction({}), transaction({ amount: -3_500, transactionId: 'txn_2' })],
      ['matched payment pi_1'],
    ],
    ['of nothing needs no transaction', [paid('pi_1', 0)], [], []],
  ])('%s', (_what, invoices, transactions, expected) => expect(outcomes(invoices, transactions)).toEqual(expected));

  it('has its refunds, disputes and won disputes compared too, and no fees, payouts and money of others', () => {
    const origin = { occurredAt: PAID + DAY, currency: 'usd', invoiceId: 'pi_1' };
    const invoice = (
      [
        { type: 'PurchaseRefunded', data: { ...origin, factId: 'f1', amount: 500, refundId: 're_1' } },
        { type: 'PurchaseDisputed', data: { ...origin, factId: 'f2', amount: 3_000, disputeId: 'dp_1' } },
        {
          type: 'PurchaseDisputeClosed',
          data: { factId: 'f3', occurredAt: PAID + 2 * DAY, disputeId: 'dp_1', invoiceId: 'pi_1', outcome: 'won' },
        },
      ] as const
    ).reduce((before, event) => withEvent(before, { ...base, ...event }), paid('pi_1', 3_500));
    const transactions = [
      transaction({}),
      transaction({ transactionId: 'txn_2', kind: 'refund', amount: -500, subjectId: 're_1' }),
      transaction({ transactionId: 'txn_3', kind: 'dispute', amount: -3_000, subjectId: 'dp_1' }),
      transaction({ transactionId: 'txn_4', kind: 'dispute-won', amount: 3_000, subjectId: 'dp_1' }),
      transaction({ transactionId: 'txn_5', kind: 'fee', amount: -100, subjectId: null }),
      transaction({ transactionId: 'txn_6', kind: 'payout', amount: -900, subjectId: null }),
      transaction({ transactionId: 'txn_7', kind: 'other', subjectId: null }),
    ];
    expect(outcomes([invoice], transactions).toSorted()).toEqual([
      'matched dispute dp_1',
      'matched dispute-won dp_1',
      'matched payment pi_1',
      'matched refund re_1',
    ]);
    expect(outcomes([invoice], [transaction({})]).toSorted()).toEqual([
      'kinora-only dispute dp_1',
      'kinora-only dispute-won dp_1',
      'kinora-only refund re_1',
      'matched payment pi_1',
    ]);
  });

  it('is not compared with its books before Kinora knows the payment of a refund or dispute', () => {
    const refund = {
      ...base,
      type: 'PurchaseRefunded',
      data: { occurredAt: PAID + DAY, currency: 'usd', invoiceId: 'pi_1', factId: 'f1', amount: 500, refundId: 're_1' },
    } as const;
    const early = withEvent(emptyInvoice({ ...sold, gatewayInvoiceId: 'pi_1' }), refund);
    const transactions = [
      transaction({}),
      transaction({ transactionId: 'txn_2', kind: 'refund', amount: -500, subjectId: 're_1', at: PAID + DAY }),
    ];
    expect(linesOf([early], transactions)).toMatchObject([
      { outcome: 'gateway-only', kind: 'payment' },
      {
        outcome: 'unbooked',
        kind: 'refund',
        kinora: [],
        atGateway: [{ amount: -500, currency: 'usd' }],
        unbooked: [{ amount: -500, currency: 'usd' }],
      },
    ]);
    expect(outcomes([withEvent(paid('pi_1', 3_500), refund)], transactions)).toEqual([
      'matched payment pi_1',
      'matched refund re_1',
    ]);
    const codes = (now: number) =>
      differencesOf({ lines: linesOf([early], []), contradictions: [] }, read(now), now).map(({ code }) => code);
    expect([codes(PAID + 4 * DAY - 1), codes(PAID + 4 * DAY)]).toEqual([[], ['payment-missing']]);
  });

  it('has the time on either side, which may be on different days although it matches', () => {
    const midnight = Math.ceil(PAID / DAY) * DAY;
    const of = (gatewayAt: number, amount = 3_500) =>
      linesOf([paid('pi_1', 3_500)], [transaction({ at: gatewayAt, amount })]);
    expect(of(midnight)).toMatchObject([{ outcome: 'matched', at: PAID, kinoraAt: PAID, gatewayAt: midnight }]);
    expect([midnight - 1, midnight].flatMap((at) => of(at)).map(isOnOtherDay)).toEqual([false, true]);
    expect(linesOf([paid('pi_1', 3_500)], [])).toMatchObject([{ kinoraAt: PAID, gatewayAt: null }]);
  });

  const ids = fc.constantFrom('pi_1', 'pi_2', 'pi_3', 'pi_4', 'pi_5');
  const amounts = fc.constantFrom(1_000, 3_500);
  const sides = fc.record({
    invoices: fc.uniqueArray(fc.record({ id: ids, amount: amounts }), { selector: ({ id }) => id }),
    transactions: fc.array(
      fc.record({
        subjectId: fc.option(ids),
        amount: amounts,
        kind: fc.constantFrom('payment' as const, 'refund' as const, 'payout' as const),
      }),
      { maxLength: 8 },
    ),
  });

  it('is in exactly one line with all that belongs to it, in any order', () =>
    fc.assert(
      fc.property(sides, ({ invoices, transactions }) => {
        const known = invoices.map(({ id, amount }) => paid(id, amount));
        const read = transactions.map((one, index) => transaction({ ...one, transactionId: `txn_${index}` }));
        const lines = linesOf(known, read);
        expect(linesOf(known.toReversed(), read.toReversed())).toEqual(lines);
        expect(lines.flatMap(({ transactionIds }) => transactionIds).toSorted()).toEqual(
          read
            .filter(isTied)
            .map(({ transactionId }) => transactionId)
            .toSorted(),
        );
        expect(lines.flatMap(({ invoice }) => invoice?.gatewayInvoiceId ?? []).toSorted()).toEqual(
          invoices.map(({ id }) => id).toSorted(),
        );
        for (const { outcome, invoice, transactionIds } of lines)
          expect(outcome).toMatch(
            invoice === null ? /^gateway-only$/ : transactionIds.length === 0 ? /^kinora-only$/ : /^(matched|differs)$/,
          );
      }),
    ));
});

describe('the comparison of everything', () => {
  const at = (day: number): number => PAID + day * DAY;
  const payment = (id: string, day: number, amount: number): InvoiceDocument => {
    const invoice = paid(id, amount);
    return { ...invoice, paidAt: at(day), payment: invoice.payment && { ...invoice.payment, at: at(day) } };
  };
  /** Sources that are read in the order of time, page by page. */
  const sources = (
    invoices: readonly InvoiceDocument[],
    transactions: readonly GatewayTransaction[],
  ): SettlementParts => {
    const sold = invoices.toSorted((a, b) => (a.paidAt ?? 0) - (b.paidAt ?? 0));
    return {
      invoices: {
        find: async ({ after = '0' }) => ({
          items: sold.slice(Number(after), Number(after) + 2),
          ...(Number(after) + 2 < sold.length ? { next: String(Number(after) + 2) } : {}),
        }),
      },
      transactions: {
        async *all() {
          for (const one of transactions.toSorted((a, b) => a.at - b.at))
            yield { ...one, readAt: null, contradiction: null };
        },
      },
    };
  };
  const compare = (invoices: readonly InvoiceDocument[], transactions: readonly GatewayTransaction[]) =>
    compareSides(sources(invoices, transactions), () => {
      const matched: TieLine[] = [];
      return { lines: matched, matched: (line: TieLine) => void matched.push(line) };
    });
  const days = fc.integer({ min: 0, max: 9 });
  const ids = fc.constantFrom('pi_1', 'pi_2', 'pi_3', 'pi_4', 'pi_5');
  const amounts = fc.constantFrom(1_000, 3_500);
  const invoices = fc.uniqueArray(fc.record({ id: ids, amount: amounts, day: days }), { selector: ({ id }) => id });
  const stated = fc.array(fc.record({ subjectId: ids, amount: fc.constantFrom(1_000, 3_500, -3_500), day: days }), {
    maxLength: 10,
  });

  it('says of each payment what both sides say of it, also if its transactions are far apart', () =>
    fc.assert(
      fc.asyncProperty(invoices, stated, async (some, others) => {
        const known = some.map(({ id, day, amount }) => payment(id, day, amount));
        const read = others.map(({ subjectId, amount, day }, index) =>
          transaction({ subjectId, amount, at: at(day), transactionId: `txn_${index}` }),
        );
        const { lines, use, transactions } = await compare(known, read);
        const every = linesOf(
          known,
          read,
          new Set(['pi_1', 'pi_2', 'pi_3', 'pi_4', 'pi_5'].map((id) => JSON.stringify(['stripe', 'payment', id]))),
        );
        expect([...use.lines, ...lines].sort(byTime)).toEqual(every);
        expect(transactions).toBe(read.length);
      }),
    ));

  it('keeps no line that matched at once', async () => {
    const many = Array.from({ length: 50 }, (_, index) => payment(`pi_${index}`, index, 3_500));
    const read = many
      .slice(0, -1)
      .map((_, index) => transaction({ subjectId: `pi_${index}`, at: at(index) + 1, transactionId: `txn_${index}` }));
    const { lines, use } = await compare(many, read);
    expect([lines.map(({ subjectId }) => subjectId), use.lines.length]).toEqual([['pi_49'], 49]);
  });
});

describe('an unmatched payment', () => {
  it.each<[string, Pick<TieLine, 'outcome' | 'at'>, number | undefined, boolean]>([
    ['with another amount is a difference at once', { outcome: 'differs', at: NOW }, NOW, true],
    ['at the gateway only is one after three days', { outcome: 'gateway-only', at: NOW - 3 * DAY }, NOW, true],
    ['at the gateway only may still be reported', { outcome: 'gateway-only', at: NOW - 3 * DAY + 1 }, NOW, false],
    [
      'that the gateway did not have three days later is one',
      { outcome: 'kinora-only', at: NOW - 4 * DAY },
      NOW - DAY,
      true,
    ],
    ['is none by a reading that was too early', { outcome: 'kinora-only', at: NOW - 4 * DAY }, NOW - DAY - 1, false],
    ['is none as long as the gateway was never read', { outcome: 'kinora-only', at: NOW - 40 * DAY }, undefined, false],
  ])('%s', (_what, line, readAt, expected) =>
    expect(
      isOverdue({ ...line, gateway: 'stripe' }, new Map(readAt === undefined ? [] : [['stripe', readAt]]), NOW),
    ).toBe(expected),
  );

  it('is named with both amounts, and what was never read is named once', () => {
    const compared = (invoices: readonly InvoiceDocument[], transactions: readonly GatewayTransaction[]) => ({
      lines: linesOf(invoices, transactions),
      contradictions: [],
    });
    const invoice = paid('pi_1', 35_000);
    const where = `payment pi_1 at stripe of invoice ${invoice.number}`;
    expect(differencesOf(compared([invoice], [transaction({})]), read(NOW), NOW)).toEqual([
      { code: 'gateway-differs', where, what: 'Kinora has 35000 usd, the gateway 3500 usd' },
    ]);
    expect(differencesOf(compared([invoice], []), read(NOW), NOW)).toEqual([
      { code: 'gateway-missing', where, what: 'Kinora has 35000 usd of 2026-06-10, the gateway has no transaction' },
    ]);
    expect(differencesOf(compared([], [transaction({})]), read(NOW), NOW)).toEqual([
      {
        code: 'gateway-unknown',
        where: 'payment pi_1 at stripe',
        what: 'the gateway has 3500 usd of 2026-06-10, Kinora has no event',
      },
    ]);
    expect(differencesOf(compared([invoice, paid('pi_2', 3_500)], []), [], NOW)).toEqual([
      {
        code: 'gateway-unread',
        where: 'transactions at stripe',
        what: 'they were never read; they lack Kinora’s payments from 2026-06-10 on',
      },
    ]);
    expect(differencesOf(compared([invoice], []), read(PAID + DAY), NOW)).toEqual([
      {
        code: 'gateway-unread',
        where: 'transactions at stripe',
        what: 'they were last read on 2026-06-11; they lack Kinora’s payments from 2026-06-10 on',
      },
    ]);
    expect(
      differencesOf(
        {
          lines: [],
          contradictions: [{ gateway: 'stripe', transactionId: 'txn_1', at: PAID, fields: ['amount', 'fee'] }],
        },
        read(NOW),
        NOW,
      ),
    ).toEqual([
      {
        code: 'gateway-differs',
        where: 'transaction txn_1 at stripe',
        what: 'a later reading states another amount, fee',
      },
    ]);
  });
});

describe('the comparison of some days', () => {
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  async function tieOut(
    on: number,
    transactions: readonly GatewayTransaction[],
    reads: readonly { readonly gateway: string; readonly at: number }[],
  ) {
    const all = async function* (): AsyncGenerator<StoredTransaction, void, undefined> {
      for (const one of transactions) yield { ...one, readAt: null, contradiction: null };
    };
    // Only what the handler reads.
    const handler = new GetTieOutHandler(
      { documents: { find: async () => ({ items: [paid('pi_1', 3_500)] }) } } as unknown as InvoiceReads,
      { all, reads: async () => reads } as unknown as Transactions,
      { names: ['stripe'] } as unknown as BillingGateways,
      { range: () => ({ ok: true }) } as unknown as RevenueReads,
      { now: () => NOW },
    );
    const found = await handler.execute(new GetTieOut({ from: day(on), to: day(on) }));
    if (!found.ok) throw new Error(found.error.identifier);
    return found.value;
  }

  it('names a pair on different days in every range between the two', async () => {
    const late = [transaction({ at: PAID + 2 * DAY })];
    const counts = await Promise.all(
      [-1, 0, 1, 2, 3].map(async (days) => (await tieOut(PAID + days * DAY, late, read(NOW))).onOtherDays),
    );
    expect(counts).toEqual([0, 1, 1, 1, 0]);
    expect(await tieOut(PAID, late, read(NOW))).toMatchObject({
      matched: 1,
      unmatched: 0,
      otherDays: [{ subjectId: 'pi_1' }],
    });
  });

  it('counts nothing as unmatched that a gateway was never asked for', async () => {
    expect(await tieOut(PAID, [], [])).toMatchObject({
      matched: 0,
      unmatched: 0,
      lines: [],
      overdue: 0,
      unread: { gateways: ['stripe'], count: 1 },
    });
    expect(await tieOut(PAID, [], read(NOW))).toMatchObject({
      unmatched: 1,
      overdue: 1,
      unread: { gateways: [], count: 0 },
    });
  });
});
