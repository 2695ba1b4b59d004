import { describe, expect, it } from '@jest/globals';
import { CASE, readAmount } from './case';

describe('what is typed about an adjustment', () => {
  it.each([
    ['250', 250],
    ['+250', 250],
    ['-40', -40],
    ['−40', -40],
    [' 7 ', 7],
    ['0', undefined],
    ['', undefined],
    ['1.5', undefined],
    ['ten', undefined],
    ['1000000001', undefined],
  ])('reads %j as %p credits', (typed, amount) => {
    expect(readAmount(typed)).toBe(amount);
  });

  it('takes a case for an id, not for a text or an address', () => {
    expect(['CASE-12', 'support/12#3', 'a b', 'ann@example.com', ''].map((text) => CASE.test(text))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
