import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { money } from '../../../kernel/money.shared.js';
import { CURRENCY_RATES, ENABLED_CURRENCIES } from '../../plans/currencies.seed.shared.js';
import { PRODUCTS } from '../../plans/products.seed.shared.js';
import { fromStripe, toStripe } from './amounts.js';

describe('an amount at Stripe', () => {
  it.each([
    ['usd', 1_499, 1_499],
    ['eur', 1, 1],
    ['jpy', 2_245, 2_245],
    ['krw', 19_950, 19_950],
    ['clp', 13_650, 13_650],
    ['vnd', 366_000, 366_000],
    // Stored in hundredths here, but in whole units or thousandths at Stripe.
    ['xof', 915_000, 9_150],
    ['pyg', 11_160_000, 111_600],
    ['kwd', 463, 4_630],
    ['bhd', 1, 10],
    // Paid in whole units, but counted in hundredths at Stripe too.
    ['isk', 208_500, 208_500],
    ['ugx', 5_670_000, 5_670_000],
    ['huf', 5_355_00, 5_355_00],
    ['twd', 483_00, 483_00],
  ])('of %s: %d is %d', (currency, minor, amount) => {
    expect(toStripe(money(minor, currency))).toBe(amount);
    expect(fromStripe(amount, currency)).toEqual(money(minor, currency));
  });

  it.each(['xof', 'pyg', 'isk', 'ugx'])('of %s has no hundredths', (currency) => {
    expect(toStripe(money(150, currency))).toBeUndefined();
  });

  it('comes back as it was sent, in every currency', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCY_RATES.keys()), fc.nat({ max: 100_000_000 }), (currency, minor) => {
        const amount = toStripe(money(minor, currency));
        if (amount !== undefined) expect(fromStripe(amount, currency)).toEqual(money(minor, currency));
      }),
    );
  });

  it('is there for every price that is offered', () => {
    const unpayable = PRODUCTS.flatMap(({ moreCurrency, priceId }) =>
      ENABLED_CURRENCIES.flatMap((currency) => {
        const minor = moreCurrency[currency];
        return minor !== undefined && toStripe(money(minor, currency)) === undefined ? [`${priceId} ${currency}`] : [];
      }),
    );
    expect(unpayable).toEqual([]);
  });
});
