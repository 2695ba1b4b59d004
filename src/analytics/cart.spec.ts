import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cartSummary, type PriceItem } from './cart.shared.js';
import { cartSummary as schema } from './events.shared.js';

const item = (more: Partial<PriceItem> = {}): PriceItem => ({
  priceId: 'p1',
  productName: 'Kinora Pro',
  productType: 'pro',
  duration: 12,
  price: 234,
  priceMonth: 19.5,
  realCurrency: { iso: 'EUR' },
  currency: 'eur',
  ...more,
});
const cart = (...items: readonly PriceItem[]) => cartSummary(items, { appName: 'kinora', currency: 'EUR' });

describe('the summary of a cart', () => {
  it('says of each item what it is, once, and of which app and period', () => {
    expect(cart(item(), item({ priceId: 'p2', duration: 1 })).items).toEqual([
      {
        item_id: 'p1',
        item_name: 'Kinora Pro',
        quantity: 1,
        price: 234,
        iso: 'EUR',
        item_category: 'kinora',
        item_category2: 'Annually',
      },
      {
        item_id: 'p2',
        item_name: 'Kinora Pro',
        quantity: 1,
        price: 234,
        iso: 'EUR',
        item_category: 'kinora',
        item_category2: 'Monthly',
      },
    ]);
  });

  it('leaves out what costs nothing', () => {
    const summary = cart(item({ price: 0, priceMonth: 0, productName: 'Kinora Free', productType: 'free' }), item());
    expect(summary.items.map(({ item_name }) => item_name)).toEqual(['Kinora Pro']);
    expect(summary).toMatchObject({ product_type: 'free', paid_product_type: 'pro' });
  });

  it('is in USD when any item is, also one that costs nothing, else in the currency given', () => {
    expect(cart(item(), item({ currency: 'USD', price: 0 })).currency).toBe('USD');
    expect(cart(item(), item({ currency: 'jpy' })).currency).toBe('EUR');
  });

  it('is yearly unless its first item that costs something is of less than a year', () => {
    expect(cart().duration).toBe('yearly');
    const { duration: _duration, ...unsaid } = item();
    expect(cart(unsaid).duration).toBe('yearly');
    expect(cart(item({ duration: 1 }), item()).duration).toBe('monthly');
    expect(cart(item({ price: 0, duration: 1 }), item()).duration).toBe('yearly');
  });

  it('sums to what its items cost, to the cent, and is always what the schema takes', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 }).map((whole) => whole / 100);
    fc.assert(
      fc.property(
        fc.array(fc.record({ price: cents, priceMonth: cents, duration: fc.constantFrom(1, 12) }), { maxLength: 20 }),
        (given) => {
          const summary = schema.parse(cart(...given.map((more) => item(more))));
          const total = given.reduce((all, { price }) => all + Math.round(price * 100), 0);
          expect(Math.round(summary.total_price * 100)).toBe(total);
          expect(summary.items.length).toBe(given.filter(({ price }) => price > 0).length);
        },
      ),
    );
  });
});
