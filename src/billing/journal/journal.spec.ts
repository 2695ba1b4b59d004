import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  agreeing,
  invoices,
  ownTransactions,
  pagesOf,
  PRICES,
  range,
} from '../../../test/support/finance/journal-sales.js';
import { DEFAULT_SETTINGS } from '../accounting/settings.shared.js';
import type { MoneyOfInvoice } from '../finance/entries.js';
import { dayName, dayNumberOf } from '../finance/recognition.js';
import { sumDeferred, sumRevenue } from '../finance/revenue.sums.js';
import { ok } from '../../kernel/result.js';
import type { GatewayTransaction } from '../settlement/transaction.shared.js';
import { soldAs, type SoldPage } from '../finance/revenue.projection.js';
import { revenueBookings, transactionBookings } from './bookings.js';
import { addTo, type GatewaySum, lastDays, type Ledger, ledgerOf, tiesOf, totalsOf } from './journal.js';
import { FIRST_DAY, JournalReads, revenueRoleOf } from './journal.reads.js';
import { journalLine, type JournalTie } from './journal.shared.js';

type Range = Parameters<typeof ledgerOf>[1];

/** Pages of plans and of packs, as they are read. */
function soldPagesOf(sold: readonly MoneyOfInvoice[]): readonly SoldPage[] {
  const isPack = ({ line }: MoneyOfInvoice): boolean => line.priceId === PRICES.pack;
  return [
    ...pagesOf(sold.filter((one) => !isPack(one))).map((page) => soldAs(page, 'plan')),
    ...pagesOf(sold.filter(isPack)).map((page) => soldAs(page, 'pack')),
  ];
}

function journal(
  sold: readonly MoneyOfInvoice[],
  transactions: readonly GatewayTransaction[],
  days: Range,
): Ledger & { readonly ties: readonly JournalTie[] } {
  const pages = soldPagesOf(sold).filter(({ day }) => day <= days.to);
  const seen = transactions.filter(({ at }) => dayName(dayNumberOf(at)) <= days.to);
  const ledger = ledgerOf([...revenueBookings(pages, days.to, revenueRoleOf), ...transactionBookings(seen)], days);
  const gateways = new Map<string, GatewaySum>();
  for (const one of seen) addTo(gateways, one);
  return {
    ...ledger,
    ties: tiesOf(ledger, {
      deferred: sumDeferred(pages, days),
      revenue: sumRevenue(pages, { ...days, by: 'plan' }),
      gateways: [...gateways.values()],
    }),
  };
}

const differing = (ties: readonly JournalTie[]): readonly JournalTie[] =>
  ties.filter((tie) => tie.journal !== tie.source);

const JAN = { from: '2026-01-01', to: '2026-01-31' };
const noon = (day: number): number => Date.UTC(2026, 0, day, 12);
const payment = (moved: MoneyOfInvoice['moved'] = []): MoneyOfInvoice => ({
  invoiceId: 'in1',
  line: { priceId: PRICES.plan, gateway: 'stripe', currency: 'eur' },
  amountPaid: 1_190,
  tax: 190,
  delivery: { first: dayNumberOf(noon(1)), days: 10 },
  moved: [{ id: 'in1', at: noon(1), column: 'paid', amount: 1_190, currency: 'eur' }, ...moved],
});
const transaction = (of: Partial<GatewayTransaction>): GatewayTransaction => ({
  gateway: 'stripe',
  transactionId: 't1',
  kind: 'payment',
  at: noon(1),
  amount: 1_190,
  fee: 0,
  currency: 'eur',
  original: null,
  subjectId: 'in1',
  payoutId: null,
  ...of,
});
const shown = ({ lines }: Ledger): readonly string[] =>
  lines.map(({ entryId, role, debit, credit }) => `${entryId} ${role} ${debit === 0 ? `Cr ${credit}` : `Dr ${debit}`}`);

describe('the journal', () => {
  it('books packs by their source, also when the catalogue no longer has them', () => {
    const page = pagesOf([
      { ...payment(), line: { priceId: 'a-pack-of-2019', gateway: 'stripe', currency: 'eur' } },
    ])[0];
    if (page === undefined) throw new Error('no page');
    const roles = (sold: 'plan' | 'pack') =>
      [...revenueBookings([soldAs(page, sold)], page.day, revenueRoleOf)].flatMap(({ kind, credit }) =>
        kind === 'recognition' ? [credit] : [],
      );
    expect([roles('pack'), roles('plan')]).toEqual([['revenue-packs'], ['revenue-plans']]);
  });

  it('defers a payment without its tax, and earns it day by day', () => {
    expect(shown(journal([payment()], [transaction({})], { from: '2026-01-01', to: '2026-01-02' }))).toEqual([
      '2026-01-01.stripe.eur.payment clearing Dr 1190',
      '2026-01-01.stripe.eur.payment deferred Cr 1000',
      '2026-01-01.stripe.eur.payment tax Cr 190',
      '2026-01-01.stripe.eur.recognition deferred Dr 100',
      '2026-01-01.stripe.eur.recognition revenue-plans Cr 100',
      '2026-01-02.stripe.eur.recognition deferred Dr 100',
      '2026-01-02.stripe.eur.recognition revenue-plans Cr 100',
    ]);
  });

  it('books the tax of a refund and of a dispute of the same day apart, each to the last minor unit', () => {
    const back = [
      { id: 're1', at: noon(1), column: 'refunded' as const, amount: 100, currency: 'eur' },
      { id: 'dp1', at: noon(1) + 1, column: 'disputed' as const, amount: 1_090, currency: 'eur' },
    ];
    const lines = shown(journal([payment(back)], [], { from: '2026-01-01', to: '2026-01-01' }));
    expect(lines).toEqual(
      expect.arrayContaining([
        '2026-01-01.stripe.eur.refund clearing Cr 100',
        '2026-01-01.stripe.eur.refund deferred Dr 85',
        '2026-01-01.stripe.eur.refund tax Dr 15',
        '2026-01-01.stripe.eur.dispute clearing Cr 1090',
        '2026-01-01.stripe.eur.dispute deferred Dr 915',
        '2026-01-01.stripe.eur.dispute tax Dr 175',
      ]),
    );
    const won = shown(
      journal(
        [payment([...back, { id: 'dp1', at: noon(3), column: 'returned', amount: 1_090, currency: 'eur' }])],
        [],
        { from: '2026-01-03', to: '2026-01-03' },
      ),
    );
    expect(won.slice(0, 3)).toEqual([
      '2026-01-03.stripe.eur.dispute-won clearing Dr 1090',
      '2026-01-03.stripe.eur.dispute-won deferred Cr 915',
      '2026-01-03.stripe.eur.dispute-won tax Cr 175',
    ]);
  });

  it('books fees, payouts and unknown movements from the gateway', () => {
    const own = [
      transaction({ fee: 30 }),
      transaction({ kind: 'fee', amount: -5, fee: 0, at: noon(2) }),
      transaction({ kind: 'fee', amount: 0, fee: 2, at: noon(2) }),
      transaction({ kind: 'payout', amount: -1_000, at: noon(3) }),
      transaction({ kind: 'payout-returned', amount: 400, fee: 1, at: noon(4) }),
      transaction({ kind: 'other', amount: 7, at: noon(5) }),
    ];
    expect(shown(journal([], own, JAN))).toEqual([
      '2026-01-01.stripe.eur.fee clearing Cr 30',
      '2026-01-01.stripe.eur.fee fees Dr 30',
      '2026-01-02.stripe.eur.fee clearing Cr 7',
      '2026-01-02.stripe.eur.fee fees Dr 7',
      '2026-01-03.stripe.eur.payout bank Dr 1000',
      '2026-01-03.stripe.eur.payout clearing Cr 1000',
      '2026-01-04.stripe.eur.fee clearing Cr 1',
      '2026-01-04.stripe.eur.fee fees Dr 1',
      '2026-01-04.stripe.eur.payout bank Cr 400',
      '2026-01-04.stripe.eur.payout clearing Dr 400',
      '2026-01-05.stripe.eur.other clearing Dr 7',
      '2026-01-05.stripe.eur.other suspense Cr 7',
    ]);
  });

  it('moves a converted payment to the currency of the balance, and balances in both currencies', () => {
    const { ties, ...ledger } = journal(
      [payment()],
      [transaction({ currency: 'usd', amount: 1_300, fee: 40, original: { amount: 1_190, currency: 'eur' } })],
      { from: '2026-01-01', to: '2026-01-01' },
    );
    expect(shown(ledger)).toEqual(
      expect.arrayContaining([
        '2026-01-01.stripe.eur.exchange clearing Cr 1190',
        '2026-01-01.stripe.eur.exchange exchange Dr 1190',
        '2026-01-01.stripe.usd.exchange clearing Dr 1300',
        '2026-01-01.stripe.usd.exchange exchange Cr 1300',
      ]),
    );
    expect(differing(ties)).toEqual([]);
    expect(ties.filter(({ name }) => name === 'gateway')).toEqual([
      { name: 'gateway', gateway: 'stripe', currency: 'eur', journal: 0, source: 0 },
      { name: 'gateway', gateway: 'stripe', currency: 'usd', journal: 1_260, source: 1_260 },
    ]);
  });

  it('names a payment that the gateway does not have', () => {
    expect(differing(journal([payment()], [], JAN).ties)).toEqual([
      { name: 'gateway', gateway: 'stripe', currency: 'eur', journal: 1_190, source: 0 },
    ]);
  });

  it('balances in every entry, and ties out, whatever happened, when the gateway agrees', () => {
    fc.assert(
      fc.property(
        invoices.chain((sold) => fc.tuple(fc.constant(sold), agreeing(sold))),
        ownTransactions,
        range,
        ([sold, agreed], own, days) => {
          const { lines, balances, ties } = journal(sold, [...agreed, ...own], days);
          const entries = new Map<string, number>();
          for (const line of lines) {
            expect(journalLine.parse(line)).toEqual(line);
            expect([line.debit > 0, line.credit > 0].filter(Boolean)).toHaveLength(1);
            expect(line.day >= days.from && line.day <= days.to).toBe(true);
            entries.set(line.entryId, (entries.get(line.entryId) ?? 0) + line.debit - line.credit);
          }
          expect([...entries.values()].filter((sum) => sum !== 0)).toEqual([]);
          expect(differing(ties)).toEqual([]);
          for (const { opening, debit, credit, closing } of totalsOf({ lines, balances }, DEFAULT_SETTINGS.accounts))
            expect(opening + debit - credit).toBe(closing);
        },
      ),
    );
  });

  it('is the same when it is cut from a journal of all days', () => {
    fc.assert(
      fc.property(invoices, ownTransactions, range, (sold, own, days) => {
        const bookings = [...revenueBookings(soldPagesOf(sold), days.to, revenueRoleOf), ...transactionBookings(own)];
        expect(lastDays(ledgerOf(bookings, { from: FIRST_DAY, to: days.to }), days.from)).toEqual(
          ledgerOf(bookings, days),
        );
      }),
    );
  });

  it('lets others work while it is made of many transactions', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) =>
      transaction({ transactionId: `t${index}`, kind: 'fee', amount: -1 }),
    );
    const revenue = { range: () => ok(undefined), upTo: async () => [], incomplete: async () => [] };
    const reads = new JournalReads(
      revenue,
      async () => Readable.from(many),
      { read: async () => ({ settings: DEFAULT_SETTINGS, version: 0 }) },
      async () => [],
    );
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns += 1) await nextTurn();
    })();
    const { ledger } = await reads.read(JAN);
    isOver = true;
    await others;
    expect(shown(ledger)).toEqual([
      '2026-01-01.stripe.eur.fee clearing Cr 100000',
      '2026-01-01.stripe.eur.fee fees Dr 100000',
    ]);
    expect(turns).toBeGreaterThan(9);
  });

  it('names exactly what the gateway’s list lacks', () => {
    fc.assert(
      fc.property(
        invoices.chain((sold) => fc.tuple(fc.constant(sold), agreeing(sold))),
        ownTransactions,
        fc.infiniteStream(fc.boolean()),
        ([sold, agreed], own, lost) => {
          const days = { from: '2026-01-01', to: '2026-12-31' };
          const missing = agreed.filter(() => lost.next().value === true);
          const expected = new Map<string, number>();
          for (const { gateway, amount, currency, original } of missing) {
            const key = `${gateway} ${original?.currency ?? currency}`;
            expected.set(key, (expected.get(key) ?? 0) + (original?.amount ?? amount));
          }
          const { ties } = journal(sold, [...agreed.filter((one) => !missing.includes(one)), ...own], days);
          const found = differing(ties).map(
            (tie) => [`${tie.name} ${tie.gateway ?? ''} ${tie.currency}`, tie.journal - tie.source] as const,
          );
          expect(new Map(found)).toEqual(
            new Map(
              [...expected].filter(([, amount]) => amount !== 0).map(([key, amount]) => [`gateway ${key}`, amount]),
            ),
          );
        },
      ),
    );
  });
});
