import { describe, expect, it } from '@jest/globals';
import { CURRENCY_RATES } from '../plans/currencies.seed.shared.js';
import { monthlyRate } from './settings.shared.js';
import { suggestedRate } from './suggested-rates.shared.js';

describe('a suggested rate', () => {
  it('is the quotient of the rates of the price list, cut to six digits', () => {
    expect([
      suggestedRate('eur', 'usd'),
      suggestedRate('usd', 'eur'),
      suggestedRate('jpy', 'usd'),
      suggestedRate('eur', 'jpy'),
      suggestedRate('vnd', 'usd'),
    ]).toEqual(['0.93', '1.07526', '149.71', '0.006212', '24400']);
    expect([suggestedRate('eur', 'xyz'), suggestedRate('xyz', 'eur')]).toEqual([undefined, undefined]);
  });

  it('has the form of a rate for every pair of currencies', () => {
    const all = [...CURRENCY_RATES.keys()];
    for (const reporting of all)
      for (const currency of all)
        expect(monthlyRate.shape.rate.safeParse(suggestedRate(reporting, currency)).success).toBe(true);
  });
});
