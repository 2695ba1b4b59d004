import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { convert, totalOf, type Dated, type Reporting } from './reporting.shared.js';

const NAMES = ['paid', 'refunded'] as const;
const reporting: Reporting = {
  currency: 'eur',
  rates: [
    { month: '2026-01', currency: 'usd', rate: '0.93' },
    { month: '2026-02', currency: 'usd', rate: '0.9151' },
    { month: '2026-01', currency: 'jpy', rate: '0.0062' },
    { month: '2026-02', currency: 'jpy', rate: '0.0061' },
  ],
};
const dated = (day: string, currency: string, paid: number, refunded = 0): Dated<'paid' | 'refunded'> => ({
  day,
  currency,
  figures: { paid, refunded },
});
const paidIn = (amounts: readonly Dated<'paid' | 'refunded'>[], by = reporting) =>
  totalOf(NAMES, convert(NAMES, amounts, by))?.paid;

const day = fc
  .tuple(fc.constantFrom('2026-01', '2026-02'), fc.integer({ min: 1, max: 28 }))
  .map(([month, of]) => `${month}-${String(of).padStart(2, '0')}`);
const amount = fc.integer({ min: -10_000_000, max: 10_000_000 });
const amounts = fc.array(
  fc.tuple(day, fc.constantFrom('usd', 'jpy', 'eur'), amount, amount).map((of) => dated(...of)),
  { maxLength: 30 },
);

describe('the reporting currency', () => {
  it('converts each month by its own rate, rounded down once', () => {
    // 1,000.01 × 0.93 = 930.0093; 0.99 × 0.9151 = 0.905949
    expect(
      convert(NAMES, [dated('2026-01-31', 'usd', 100_001), dated('2026-02-01', 'usd', 99, 10)], reporting),
    ).toEqual([{ currency: 'usd', missing: [], figures: { paid: 93_000 + 90, refunded: 9 } }]);
  });

  it('respects currencies without hundredths on either side', () => {
    expect(paidIn([dated('2026-01-05', 'jpy', 1_500)])).toBe(930);
    expect(
      paidIn([dated('2026-01-05', 'usd', 1_499)], {
        currency: 'jpy',
        rates: [{ month: '2026-01', currency: 'usd', rate: '149.71' }],
      }),
    ).toBe(2_244);
  });

  it('keeps its own amounts as they are, and adds all currencies', () => {
    expect(paidIn([dated('2030-07-01', 'eur', 999)])).toBe(999);
    expect(
      paidIn([dated('2026-01-05', 'eur', 1), dated('2026-01-05', 'usd', 100), dated('2026-02-05', 'jpy', 100)]),
    ).toBe(1 + 93 + 61);
  });

  it('does not depend on how a month is split into days, nor on the order', () => {
    fc.assert(
      fc.property(amounts, fc.array(fc.tuple(day, amount), { maxLength: 20 }), (all, parts) => {
        // Takes a part of an amount out and enters it on another day of the same month.
        const split = all.flatMap((one, index) => {
          const [other, part] = parts[index] ?? [one.day, 0];
          const { day: at, currency, figures } = one;
          const moved = `${at.slice(0, 8)}${other.slice(8)}`;
          return [
            dated(at, currency, figures.paid - part, figures.refunded + part),
            dated(moved, currency, part, -part),
          ];
        });
        const of = (some: typeof all) =>
          [...convert(NAMES, some, reporting)].sort((a, b) => a.currency.localeCompare(b.currency));
        expect(of(split.toReversed())).toEqual(of(all));
      }),
    );
  });

  it('differs from the exact amount by less than a minor unit for each month', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(day, amount), { minLength: 1, maxLength: 30 }), (all) => {
        const shown = paidIn(all.map(([at, paid]) => dated(at, 'usd', paid))) ?? Number.NaN;
        const exact = all.reduce((sum, [at, paid]) => sum + BigInt(paid) * (at < '2026-02' ? 9_300n : 9_151n), 0n);
        const below = exact - BigInt(shown) * 10_000n;
        expect([below >= 0n, below < 20_000n]).toEqual([true, true]);
      }),
    );
  });

  it('takes a rate that gives amounts too large to be exact for a missing one', () => {
    const mistyped = { ...reporting, rates: [{ month: '2026-01', currency: 'usd', rate: '999999999' }] };
    expect(convert(NAMES, [dated('2026-01-05', 'usd', 100_000_000)], mistyped)).toEqual([
      { currency: 'usd', missing: ['2026-01'], figures: null },
    ]);
  });

  it('names every month without a rate, and states no amount that leaves one out', () => {
    fc.assert(
      fc.property(amounts, fc.subarray([...reporting.rates]), (all, rates) => {
        for (const { currency, missing, figures } of convert(NAMES, all, { ...reporting, rates })) {
          const own = all.filter((one) => one.currency === currency);
          const needed = [...new Set(own.map((one) => one.day.slice(0, 7)))].filter((month) =>
            (['paid', 'refunded'] as const).some(
              (name) =>
                own.filter((one) => one.day.startsWith(month)).reduce((sum, one) => sum + one.figures[name], 0) !== 0,
            ),
          );
          const expected =
            currency === 'eur'
              ? []
              : needed
                  .filter((month) => !rates.some((rate) => rate.month === month && rate.currency === currency))
                  .sort();
          expect([missing, figures === null]).toEqual([expected, expected.length > 0]);
        }
      }),
    );
    expect(
      totalOf(NAMES, convert(NAMES, [dated('2026-01-05', 'usd', 100), dated('2026-01-05', 'chf', 100)], reporting)),
    ).toBeNull();
  });
});
