import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addMoney, money, negateMoney, splitMoney } from './money.js';

const minor = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe('money', () => {
  it('adds up exactly and never mixes currencies', () => {
    expect(addMoney(money(1999, 'usd'), money(1, 'usd'))).toEqual(money(2000, 'usd'));
    expect(() => addMoney(money<string>(1, 'usd'), money<string>(1, 'eur'))).toThrow('cannot add eur to usd');
    fc.assert(fc.property(minor, (amount) => {
      expect(addMoney(money(amount, 'usd'), negateMoney(money(amount, 'usd')))).toEqual(money(0, 'usd'));
    }));
  });

  it('has no fractions', () => {
    expect(() => money(0.5, 'usd')).toThrow(RangeError);
    expect(() => addMoney(money(Number.MAX_SAFE_INTEGER, 'usd'), money(1, 'usd'))).toThrow(RangeError);
  });

  it('splits without losing a unit', () => {
    fc.assert(fc.property(minor, fc.integer({ min: 1, max: 60 }), (amount, count) => {
      const parts = splitMoney(money(amount, 'jpy'), count).map((part) => part.minor);
      expect(parts).toHaveLength(count);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }));
    expect(() => splitMoney(money(1, 'usd'), 0)).toThrow(RangeError);
  });
});
