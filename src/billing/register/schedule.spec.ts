import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PackRule } from '../accounting/settings.shared.js';
import {
  entriesOf,
  purchaseMoney,
  subscriptionMoney,
  type MoneyOfInvoice,
  type Recognise,
} from '../finance/entries.js';
import { packRecognition } from '../finance/packs/pack-recognition.js';
import { dayName, dayNumberOf } from '../finance/recognition.js';
import { entered, type RevenuePage } from '../finance/revenue.projection.js';
import { sumDeferred, sumRevenue } from '../finance/revenue.sums.js';
import type { PurchaseFact } from '../purchase/events.js';
import type { Fact } from '../subscription/events.js';
import { scheduledAmounts, scheduleOf, valueOf } from './schedule.js';
import { SCHEDULED_FIGURES } from './schedule.shared.js';

const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2026, 0, 1);
const on = (day: number): number => FIRST + day * DAY_MS + 3_600_000;

const money = fc.record({
  day: fc.integer({ min: 0, max: 60 }),
  amount: fc.integer({ min: 1, max: 9_999 }),
  back: fc.integer({ min: 0, max: 3 }),
  backDay: fc.integer({ min: 0, max: 90 }),
  isWon: fc.boolean(),
});
type Money = typeof money extends fc.Arbitrary<infer Value> ? Value : never;

const backs = ({ day, amount, back, backDay }: Money) => ({
  occurredAt: on(day + backDay),
  amount: Math.ceil(amount / (back + 1)),
  currency: 'eur',
  invoiceId: 'in',
  factId: 'back',
});
const purchase = (of: Money): readonly PurchaseFact[] => [
  {
    type: 'PurchasePaid',
    data: {
      factId: 'paid',
      occurredAt: on(of.day),
      amountPaid: of.amount,
      tax: Math.floor(of.amount / 6),
      currency: 'eur',
      invoiceId: 'in',
      priceId: 'pack',
      usage: [{ usageType: 'credits', amount: 100 }],
    },
  },
  ...(of.back === 0
    ? []
    : of.back === 1
      ? [{ type: 'PurchaseRefunded' as const, data: { ...backs(of), refundId: 're' } }]
      : [
          { type: 'PurchaseDisputed' as const, data: { ...backs(of), disputeId: 'dp' } },
          ...(of.isWon
            ? [
                {
                  type: 'PurchaseDisputeClosed' as const,
                  data: {
                    factId: 'closed',
                    occurredAt: on(of.day + of.backDay + 4),
                    invoiceId: 'in',
                    disputeId: 'dp',
                    outcome: 'won' as const,
                  },
                },
              ]
            : []),
        ]),
];
const plan = (of: Money): readonly Fact[] => [
  {
    type: 'PaymentSucceeded',
    data: {
      factId: 'paid',
      occurredAt: on(of.day),
      amountPaid: of.amount,
      tax: Math.floor(of.amount / 6),
      currency: 'eur',
      invoiceId: 'in',
      priceId: 'plan',
      usage: [],
      anchor: on(of.day),
      months: 1,
      periodStart: on(of.day),
      periodEnd: on(of.day + 30),
      reason: 'start',
    },
  },
  ...(of.back === 0 ? [] : [{ type: 'PaymentRefunded' as const, data: { ...backs(of), refundId: 're' } }]),
  ...(of.isWon
    ? [
        {
          type: 'SubscriptionEnded' as const,
          data: { factId: 'end', occurredAt: on(of.day + of.backDay), reason: 'canceled' as const },
        },
      ]
    : []),
];

const rules = fc.constantFrom<PackRule>(
  { kind: 'at-once' },
  { kind: 'by-time', months: 1 },
  { kind: 'by-time', months: 3 },
  { kind: 'by-use', months: 2 },
);
const AT_ONCE: PackRule = { kind: 'at-once' };
const sale = fc.oneof(
  money.map((of) => ({ invoice: subscriptionMoney('sandbox', plan(of))[0], rule: AT_ONCE })),
  fc
    .record({ of: money, rule: rules })
    .map(({ of, rule }) => ({ invoice: purchaseMoney('sandbox', purchase(of))[0], rule })),
);
const days = fc
  .record({ start: fc.integer({ min: -5, max: 120 }), length: fc.integer({ min: 0, max: 60 }) })
  .map(({ start, length }) => ({
    from: dayName(dayNumberOf(on(start))),
    to: dayName(dayNumberOf(on(start + length))),
  }));

const recogniseOf = ({ pack }: MoneyOfInvoice, rule: PackRule): Recognise | undefined =>
  pack &&
  packRecognition(rule, pack, [
    { granted: 100, days: [dayNumberOf(pack.paidAt) + 2, dayNumberOf(pack.paidAt) + 9], used: [33, 21], ended: null },
  ]);

describe('the schedule of payments', () => {
  it('adds up to net and recognised revenue and to deferred revenue, whatever was paid, returned and ended', () => {
    fc.assert(
      fc.property(fc.array(sale, { maxLength: 8 }), days, (sales, range) => {
        const paid = sales.flatMap(({ invoice, rule }) =>
          invoice === undefined ? [] : [{ invoice, recognise: recogniseOf(invoice, rule) }],
        );
        const pages = paid
          .flatMap(({ invoice, recognise }) => entriesOf(invoice, recognise))
          .filter(({ day }) => dayName(day) <= range.to)
          .map((entry): RevenuePage => entered(undefined, [entry]));
        const rows = paid.map(({ invoice, recognise }) => scheduledAmounts(invoice, recognise, 'eur', range));
        const { net = 0, recognised = 0 } = sumRevenue(pages, { ...range, by: 'plan' })[0]?.total ?? {};
        const { opening = 0, closing = 0 } = sumDeferred(pages, range)[0]?.total ?? {};
        expect(SCHEDULED_FIGURES.map((figure) => rows.reduce((sum, row) => sum + valueOf(row, figure), 0))).toEqual([
          net,
          recognised,
          closing,
        ]);
        expect(rows.reduce((sum, row) => sum + row.opening, 0)).toBe(opening);
        for (const row of rows) expect(row.opening + row.net - row.recognised).toBe(row.closing);
      }),
    );
  });

  it('has the days of the period of a plan, up to its early end, and those of the rule of a pack', () => {
    const of = { day: 0, amount: 900, back: 0, backDay: 12, isWon: false };
    const at = (invoice: MoneyOfInvoice | undefined, rule: PackRule = { kind: 'at-once' }) =>
      invoice && scheduleOf(invoice, rule);
    expect(at(subscriptionMoney('sandbox', plan(of))[0])).toEqual({
      rule: 'period',
      first: '2026-01-01',
      last: '2026-01-30',
    });
    expect(at(subscriptionMoney('sandbox', plan({ ...of, isWon: true }))[0])).toEqual({
      rule: 'period',
      first: '2026-01-01',
      last: '2026-01-13',
    });
    const [pack] = purchaseMoney('sandbox', purchase(of));
    expect(at(pack)).toEqual({ rule: 'at-once', first: '2026-01-01', last: '2026-01-01' });
    expect(at(pack, { kind: 'by-use', months: 3 })).toEqual({
      rule: 'by-use',
      first: '2026-01-01',
      last: '2026-04-01',
    });
    expect(at(pack, { kind: 'by-time', months: 3 })).toEqual({
      rule: 'by-time',
      first: '2026-01-01',
      last: '2026-03-31',
    });
  });
});
