import { describe, expect, it } from '@jest/globals';
import { findProduct, PRODUCTS } from '../plans/products.seed.shared.js';
import { priceShown } from '../plans/price.shared.js';
import { offerOf, quoteOf, soldIn } from './offer.js';

describe('what is sold', () => {
  it('is everything that has a price, except what is no longer sold', () => {
    const products = PRODUCTS.map((product) =>
      product.priceId === 'kinora-lite-monthly' ? { ...product, isRetired: true as const } : product,
    );
    expect(soldIn('kinora', products).map(({ priceId }) => priceId)).toEqual(
      PRODUCTS.filter(({ price, priceId }) => price > 0 && priceId !== 'kinora-lite-monthly').map(
        ({ priceId }) => priceId,
      ),
    );
    expect(findProduct('kinora-lite-monthly')).toBeDefined();
  });

  it.each([
    [undefined, 'inr', false],
    [undefined, 'eur', false],
    [undefined, 'usd', true],
    ['US', 'inr', false],
    ['US', 'eur', true],
    ['IN', 'inr', true],
    ['IN', 'usd', true],
    ['ID', 'inr', false],
  ])('is paid by somebody in %s in %s: %s', (country, currency, isTaken) => {
    const product = findProduct('kinora-lite-monthly');
    if (product === undefined) throw new Error('the plan is sold no more');
    const wanted = { appName: 'kinora', priceId: product.priceId, price: priceShown(product, currency) } as const;
    expect(quoteOf(wanted, { country, refusedTo: 'none' }, true).ok).toBe(isTaken);
    expect(offerOf('kinora', { country, refusedTo: 'none' }, [], false, null).currencies.includes(currency)).toBe(
      isTaken,
    );
  });

  it('is made for API credits, which keys spend', () => {
    const wanted = {
      appName: 'kinora',
      priceId: 'kinora-api-credits-1000',
      price: { minor: 1_000, currency: 'usd' },
    } as const;
    expect(quoteOf(wanted, { country: 'US', refusedTo: 'none' }, true)).toMatchObject({
      ok: true,
      value: { product: { usageList: [{ usageType: 'api_credits', usageCount: 1_000 }] } },
    });
  });
});
