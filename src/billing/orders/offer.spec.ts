import { describe, expect, it } from '@jest/globals';
import { findProduct, PRODUCTS } from '../products.seed.js';
import { soldIn } from './offer.js';

describe('what is sold', () => {
  it('is everything that has a price, but what is no longer sold', () => {
    const products = PRODUCTS.map((product) => (product.priceId === 'kinora-lite-monthly' ? { ...product, isRetired: true as const } : product));
    expect(soldIn('kinora', products).map(({ priceId }) => priceId)).toEqual(PRODUCTS.filter(({ price, priceId }) => price > 0 && priceId !== 'kinora-lite-monthly').map(({ priceId }) => priceId));
    expect(findProduct('kinora-lite-monthly')).toBeDefined();
  });
});
