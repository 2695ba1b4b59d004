import { describe, expect, it } from '@jest/globals';
import { money } from '../../../../kernel/money.shared.js';
import { ENABLED_CURRENCIES } from '../../../plans/currencies.seed.shared.js';
import { convertPrice, priceNumber } from '../../../plans/price.shared.js';
import { typedAmount } from './typed-amount.js';

describe('an amount that is typed', () => {
  it('is what the page proposes, in every currency that is offered', () => {
    for (const currency of ENABLED_CURRENCIES) {
      const minor = currency === 'usd' ? 1_499 : convertPrice(1_499, currency);
      expect([currency, typedAmount(priceNumber(money(minor, currency)), currency)]).toEqual([currency, minor]);
    }
  });

  it('may have two decimals, or none where the currency is paid in whole units', () => {
    expect([
      typedAmount('14.99', 'usd'),
      typedAmount('14,5', 'eur'),
      typedAmount(' 15 ', 'usd'),
      typedAmount('1796.00', 'huf'),
      typedAmount('1500', 'jpy'),
    ]).toEqual([1_499, 1_450, 1_500, 179_600, 1_500]);
    expect(['', 'much', '1.999', '-1'].map((text) => typedAmount(text, 'usd'))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([typedAmount('1796.50', 'huf'), typedAmount('1500.5', 'jpy')]).toEqual([undefined, undefined]);
  });
});
