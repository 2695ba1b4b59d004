import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { defined } from '../../kernel/defined.shared.js';
import { money, splitMoney } from '../../kernel/money.shared.js';
import { dayName, dayNumberOf, recognisedBy, recognitionSteps, type Delivery, type Movement } from './recognition.js';

const FIRST = dayNumberOf(Date.UTC(2026, 0, 10));
const month: Delivery = { first: FIRST, days: 31 };
const daily = (movements: readonly Movement[], delivery: Delivery, from: number, to: number): readonly number[] =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => recognisedBy(from + index, movements, delivery) - recognisedBy(from + index - 1, movements, delivery),
  );

describe('what is recognised of an invoice', () => {
  it('is an even part of it a day, to the last minor unit', () => {
    const parts = daily([{ day: FIRST, minor: 1_500 }], month, FIRST, FIRST + 30);
    expect(parts).toEqual(splitMoney(money(1_500, 'usd'), 31).map(({ minor }) => minor));
    expect(recognisedBy(FIRST + 31, [{ day: FIRST, minor: 1_500 }], month)).toBe(1_500);
  });

  it('is caught up with when it is paid for late', () => {
    const paidLate = [{ day: FIRST + 3, minor: 3_100 }];
    expect(daily(paidLate, month, FIRST, FIRST + 5)).toEqual([0, 0, 0, 400, 100, 100]);
  });

  it('waits for its period when it is paid for before', () => {
    expect(daily([{ day: FIRST - 2, minor: 3_100 }], month, FIRST - 2, FIRST + 1)).toEqual([0, 0, 100, 100]);
  });

  it('is taken back when it is refunded, and what is kept is spread over the whole period', () => {
    const refunded = (minor: number): readonly Movement[] => [
      { day: FIRST, minor: 3_100 },
      { day: FIRST + 10, minor },
    ];
    expect(daily(refunded(-3_100), month, FIRST + 9, FIRST + 11)).toEqual([100, -1_000, 0]);
    expect(daily(refunded(-1_550), month, FIRST + 9, FIRST + 11)).toEqual([100, -450, 50]);
  });

  it('is all that is left once the subscription has ended, or when there is no period', () => {
    expect(daily([{ day: FIRST, minor: 3_100 }], { ...month, until: FIRST + 10 }, FIRST + 9, FIRST + 11)).toEqual([
      100, 2_100, 0,
    ]);
    expect(
      daily(
        [
          { day: FIRST, minor: 800 },
          { day: FIRST + 2, minor: -800 },
        ],
        { first: FIRST, days: 0 },
        FIRST,
        FIRST + 3,
      ),
    ).toEqual([800, 0, -800, 0]);
  });

  it('follows from its steps alone, and comes to what was kept', () => {
    const movement = fc.record({
      day: fc.integer({ min: FIRST - 5, max: FIRST + 60 }),
      minor: fc.integer({ min: -5_000, max: 20_000 }),
    });
    const delivery = fc
      .record({
        days: fc.integer({ min: 0, max: 50 }),
        until: fc.option(fc.integer({ min: FIRST - 5, max: FIRST + 60 }), { nil: undefined }),
      })
      .map(({ days, until }): Delivery => ({ first: FIRST, days, ...defined({ until }) }));
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 5 }), delivery, (movements, when) => {
        const steps = recognitionSteps(movements, when);
        let [rate, sum] = [0, 0];
        for (let day = FIRST - 10; day < FIRST + 120; day += 1) {
          rate += steps.find((step) => step.day === day)?.by ?? 0;
          sum += rate;
          expect(sum).toBe(recognisedBy(day, movements, when));
        }
        expect([rate, sum]).toEqual([0, movements.reduce((kept, { minor }) => kept + minor, 0)]);
      }),
    );
  });

  it('knows days by their names', () => {
    expect([dayName(FIRST), dayName(FIRST + 31)]).toEqual(['2026-01-10', '2026-02-10']);
  });
});
