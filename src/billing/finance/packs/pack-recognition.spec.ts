import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { addMonths } from '../../../kernel/months.js';
import type { PackPolicy, PackRule } from '../../accounting/settings.shared.js';
import type { PurchaseFact } from '../../purchase/events.js';
import { entriesBetween, entriesOf, purchaseMoney, type Entry, type MoneyOfInvoice } from '../entries.js';
import { dayName, dayNumberOf } from '../recognition.js';
import { packRecognition, ruleName, ruleOf, type PackUse } from './pack-recognition.js';

const DAY_MS = 86_400_000;
const PAID_AT = Date.UTC(2026, 0, 31, 12);
const PAID_ON = dayNumberOf(PAID_AT);
const LAST = PAID_ON + 200;

const paid: PurchaseFact = {
  type: 'PurchasePaid',
  data: {
    factId: 'paid',
    occurredAt: PAID_AT,
    amountPaid: 1_190,
    tax: 190,
    currency: 'eur',
    invoiceId: 'in',
    priceId: 'pack',
    usage: [{ usageType: 'credits', amount: 300 }],
  },
};
const refund = (id: string, day: number, amount: number): PurchaseFact => ({
  type: 'PurchaseRefunded',
  data: {
    factId: `refund-${id}`,
    occurredAt: PAID_AT + day * DAY_MS,
    amount,
    currency: 'eur',
    invoiceId: 'in',
    refundId: id,
  },
});
const dispute = (id: string, day: number, amount: number): PurchaseFact => ({
  type: 'PurchaseDisputed',
  data: {
    factId: `dispute-${id}`,
    occurredAt: PAID_AT + day * DAY_MS,
    amount,
    currency: 'eur',
    invoiceId: 'in',
    disputeId: id,
  },
});
const closed = (id: string, day: number, outcome: 'won' | 'lost'): PurchaseFact => ({
  type: 'PurchaseDisputeClosed',
  data: { factId: `closed-${id}`, occurredAt: PAID_AT + day * DAY_MS, invoiceId: 'in', disputeId: id, outcome },
});
const use = (
  granted: number,
  days: readonly (readonly [day: number, used: number])[],
  ended: number | null = null,
): PackUse => ({
  granted,
  days: days.map(([day]) => PAID_ON + day),
  used: days.map(([, used]) => used),
  ended: ended === null ? null : PAID_ON + ended,
});

function invoiceOf(facts: readonly PurchaseFact[]): MoneyOfInvoice {
  const [invoice] = purchaseMoney('sandbox', facts);
  if (invoice === undefined) throw new Error('nothing was paid');
  return invoice;
}
const entriesUnder = (rule: PackRule, facts: readonly PurchaseFact[], uses: readonly PackUse[]): readonly Entry[] =>
  entriesOf(invoiceOf(facts), packRecognition(rule, { paidAt: PAID_AT }, uses));

/** The amount recognised by the end of each day from the payment on, from the entries alone. */
function byDay(entries: readonly Entry[]): (day: number) => number {
  const amounts = new Map<number, number>();
  let [rate, sum] = [0, 0];
  for (let day = Math.min(PAID_ON, ...entries.map((entry) => entry.day)); day <= LAST; day += 1) {
    for (const { moved } of entries.filter((entry) => entry.day === day)) rate += moved.rate ?? 0;
    sum += rate;
    amounts.set(day, sum);
  }
  return (day) => amounts.get(PAID_ON + day) ?? 0;
}
const under = (rule: PackRule, facts: readonly PurchaseFact[], uses: readonly PackUse[] = [use(300, [])]) =>
  byDay(entriesUnder(rule, facts, uses));
const BY_USE: PackRule = { kind: 'by-use', months: 3 };
const BY_TIME: PackRule = { kind: 'by-time', months: 3 };
/** 31 January and three months: 30 April. */
const END = dayNumberOf(addMonths(PAID_AT, 3)) - PAID_ON;

describe('the revenue of a pack', () => {
  it('is the used part of its price, and the rest after the months of the rule', () => {
    const recognised = under(
      BY_USE,
      [paid],
      [
        use(300, [
          [0, 30],
          [2, 1],
        ]),
      ],
    );
    expect([0, 1, 2, 3, END - 1, END, END + 1].map(recognised)).toEqual([100, 100, 103, 103, 103, 1_000, 1_000]);
    expect(dayName(PAID_ON + END)).toBe('2026-04-30');
  });

  it('is the rest on the day on which the last credit was used, or the grant ended', () => {
    expect(
      [4, 5, 6].map(
        under(
          BY_USE,
          [paid],
          [
            use(300, [
              [4, 299],
              [5, 1],
            ]),
          ],
        ),
      ),
    ).toEqual([996, 1_000, 1_000]);
    expect([4, 5, 6].map(under(BY_USE, [paid], [use(300, [[4, 30]], 5)]))).toEqual([100, 1_000, 1_000]);
  });

  it('waits for the least used of several usage types, and for nothing where the pack gives no credits', () => {
    expect(
      [1, 2, 3].map(
        under(
          BY_USE,
          [paid],
          [
            use(300, [[1, 300]]),
            use(10, [
              [2, 5],
              [3, 5],
            ]),
          ],
        ),
      ),
    ).toEqual([0, 500, 1_000]);
    expect([0, 1].map(under(BY_USE, [paid], []))).toEqual([1_000, 1_000]);
  });

  it('is an even part of it a day under the rule by time', () => {
    const recognised = under(BY_TIME, [paid]);
    expect(END).toBe(89);
    expect([0, 1, 20, 21, END - 1, END].map(recognised)).toEqual([12, 24, 12 * 21, 12 * 21 + 11, 1_000, 1_000]);
  });

  it('is taken back by a full refund, follows a partial one, and returns with a won dispute', () => {
    const uses = [use(300, [[1, 150]])];
    expect([1, 2, 3].map(under(BY_USE, [paid, refund('r', 2, 1_190)], [use(300, [[1, 150]], 2)]))).toEqual([500, 0, 0]);
    expect([1, 2, 3].map(under(BY_USE, [paid, refund('r', 2, 595)], uses))).toEqual([500, 250, 250]);
    // The dispute revokes the grant for good, so nothing is left to use when the money comes back.
    expect(
      [1, 2, 4, 5].map(under(BY_USE, [paid, dispute('d', 2, 1_190), closed('d', 5, 'won')], [use(300, [[1, 150]], 2)])),
    ).toEqual([500, 0, 0, 1_000]);
    expect([1, 2].map(under(BY_USE, [paid, dispute('d', 2, 1_190), refund('r', 2, 1_190)], uses))).toEqual([
      500, -1_190,
    ]);
  });

  // A gateway reports a refund or a dispute once; a report that contradicts an earlier one is refused.
  const facts = fc.uniqueArray(
    fc.oneof(
      fc.tuple(fc.nat(5), fc.nat(90), fc.nat(1_300)).map(([id, day, amount]) => refund(`r${id}`, day, amount)),
      fc.tuple(fc.nat(2), fc.nat(90), fc.nat(1_300)).map(([id, day, amount]) => dispute(`d${id}`, day, amount)),
      fc
        .tuple(fc.nat(2), fc.nat(90), fc.constantFrom('won', 'lost'))
        .map(([id, day, outcome]) => closed(`d${id}`, day, outcome)),
    ),
    { maxLength: 6, selector: ({ data }) => data.factId },
  );
  const uses = fc.array(
    fc
      .record({
        granted: fc.integer({ min: 1, max: 400 }),
        days: fc.uniqueArray(
          fc.record({ day: fc.integer({ min: -2, max: 120 }), used: fc.integer({ min: 1, max: 80 }) }),
          { maxLength: 8, selector: ({ day }) => day },
        ),
        ended: fc.option(fc.integer({ min: 0, max: 120 })),
      })
      .map(({ granted, days, ended }) =>
        use(
          granted,
          days.toSorted((a, b) => a.day - b.day).map(({ day, used }) => [day, used] as const),
          ended,
        ),
      ),
    { maxLength: 3 },
  );
  const months = fc.integer({ min: 1, max: 5 });
  const rule: fc.Arbitrary<PackRule> = fc.oneof(
    fc.constant({ kind: 'at-once' as const }),
    fc.record({ kind: fc.constant('by-use' as const), months }),
    fc.record({ kind: fc.constant('by-time' as const), months }),
  );

  it('never exceeds the money kept, comes to all of it in the end, and adds up by day, whatever happens', () => {
    fc.assert(
      fc.property(rule, facts, uses, (chosen, later, used) => {
        const all = [paid, ...later];
        const kept = under({ kind: 'at-once' }, all);
        const recognised = under(chosen, all, used);
        const end = chosen.kind === 'at-once' ? 0 : dayNumberOf(addMonths(PAID_AT, chosen.months)) - PAID_ON;
        for (let day = 0; day <= LAST - PAID_ON; day += 1) {
          const parts = used.map(({ granted, days, used: amounts, ended }) =>
            ended !== null && PAID_ON + day >= ended
              ? 1
              : Math.min(
                  amounts
                    .filter((_, index) => (days[index] ?? 0) <= PAID_ON + day)
                    .reduce((sum, amount) => sum + amount, 0),
                  granted,
                ) / granted,
          );
          const isOver = day >= end || (chosen.kind === 'by-use' && parts.every((part) => part === 1));
          expect(recognised(day)).toBeLessThanOrEqual(kept(day));
          if (isOver || kept(day) <= 0) expect(recognised(day)).toBe(kept(day));
          else expect(recognised(day)).toBeGreaterThanOrEqual(0);
          // A quotient of small numbers is far enough from the next whole number.
          if (chosen.kind === 'by-use' && !isOver && kept(day) > 0)
            expect(recognised(day)).toBe(Math.floor(kept(day) * Math.min(...parts) + 1e-9));
        }
        expect(entriesUnder(chosen, all, used).reduce((rate, { moved }) => rate + (moved.rate ?? 0), 0)).toBe(0);
      }),
    );
  });

  it('does not depend on the order and the number of reports', () => {
    const reported = facts.chain((later) =>
      fc.record({
        later: fc.constant(later),
        again: fc.shuffledSubarray([...later, ...later, paid, paid], { minLength: 2 * later.length + 2 }),
      }),
    );
    fc.assert(
      fc.property(rule, reported, uses, (chosen, { later, again }, used) => {
        expect(
          entriesBetween(entriesUnder(chosen, [paid, ...later], used), entriesUnder(chosen, again, used.toReversed())),
        ).toEqual([]);
      }),
    );
  });
});

describe('the rule of a pack', () => {
  const policies: readonly PackPolicy[] = [
    { from: '2026-02-01', rule: BY_USE },
    { from: '2026-06-01', rule: { kind: 'at-once' } },
  ];

  it('is that of the day of its payment, and at once before the first', () => {
    const kinds = ['2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z', '2026-05-31T23:59:59Z', '2026-06-01T00:00:00Z'].map(
      (at) => ruleName(ruleOf(policies, Date.parse(at))),
    );
    expect(kinds).toEqual(['at-once', 'by-use 3', 'by-use 3', 'at-once']);
  });

  it('stays when a rule is added from a later day on', () => {
    const day = fc.integer({ min: dayNumberOf(Date.UTC(2026, 0, 1)), max: dayNumberOf(Date.UTC(2026, 11, 31)) });
    fc.assert(
      fc.property(day, day, (paidOn, from) => {
        fc.pre(from > paidOn);
        expect(ruleOf([...policies, { from: dayName(from), rule: BY_TIME }], paidOn * DAY_MS)).toEqual(
          ruleOf(policies, paidOn * DAY_MS),
        );
      }),
    );
  });
});
