import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addMoney, money, ratioOf, scaleDown, splitMoney, timesRatio } from './money.shared.js';

const minor = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe('money', () => {
  it('adds up exactly and never mixes currencies', () => {
    expect(addMoney(money(1999, 'usd'), money(1, 'usd'))).toEqual(money(2000, 'usd'));
    expect(() => addMoney(money<string>(1, 'usd'), money<string>(1, 'eur'))).toThrow('cannot add eur to usd');
    fc.assert(
      fc.property(minor, (amount) => {
        expect(addMoney(money(amount, 'usd'), money(amount === 0 ? 0 : -amount, 'usd'))).toEqual(money(0, 'usd'));
      }),
    );
  });

  it('has no fractions', () => {
    expect(() => money(0.5, 'usd')).toThrow(RangeError);
    expect(() => addMoney(money(Number.MAX_SAFE_INTEGER, 'usd'), money(1, 'usd'))).toThrow(RangeError);
  });

  it('splits without losing a unit', () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 1, max: 60 }), (amount, count) => {
        const parts = splitMoney(money(amount, 'jpy'), count).map((part) => part.minor);
        expect(parts).toHaveLength(count);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
      }),
    );
    expect(() => splitMoney(money(1, 'usd'), 0)).toThrow(RangeError);
  });

  it('is scaled by exact fractions and rounded down, towards minus infinity', () => {
    expect(scaleDown(1_500, ratioOf('0.93'))).toBe(1_395);
    expect(scaleDown(1, ratioOf('149.71'))).toBe(149);
    expect(scaleDown(-1, ratioOf('0.5'))).toBe(-1);
    fc.assert(
      fc.property(
        minor,
        fc.nat({ max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000 }),
        (amount, numerator, denominator) => {
          const scaled = BigInt(scaleDown(amount, { numerator: BigInt(numerator), denominator: BigInt(denominator) }));
          const exact = BigInt(amount) * BigInt(numerator);
          expect(scaled * BigInt(denominator) <= exact && exact < (scaled + 1n) * BigInt(denominator)).toBe(true);
        },
      ),
    );
    expect(() => scaleDown(0.5, ratioOf('1'))).toThrow(RangeError);
    expect(() => scaleDown(Number.MAX_SAFE_INTEGER, ratioOf('2'))).toThrow('too large');
  });

  it('reads fractions from decimal texts and from nothing else', () => {
    expect(ratioOf('149.71')).toEqual({ numerator: 14_971n, denominator: 100n });
    expect(timesRatio(ratioOf('0.5'), ratioOf('0.6'))).toEqual({ numerator: 30n, denominator: 100n });
    for (const text of ['', '.5', '1.', '-1', '1e3', '1,5', ' 1', '0x1', '1234567890123456'])
      expect(() => ratioOf(text)).toThrow('not a decimal number');
  });
});
