import { describe, expect, it } from '@jest/globals';
import { analyticsEvent } from '@src/analytics/events.shared';
import { findProduct } from '@src/billing/plans/products.seed.shared';
import type { Product } from '@src/billing/plans/product.shared';
import { isNewPurchase } from './tracked-purchases';
import { subscribeClickEvent, purchaseEvent, subscribeSubmitEvent } from './purchase-events';

function sold(priceId: string): Product {
  const found = findProduct(priceId);
  if (found === undefined) throw new Error(`${priceId} is not sold`);
  return found;
}

describe('what analytics is told of buying', () => {
  it('is which button was pressed, at the price that stood there', () => {
    const event = subscribeClickEvent(sold('kinora-pro-yearly'), 'eur');
    expect(event).toEqual({
      name: 'sub_button_click',
      period_type: 'yearly',
      plan_type: 'pro',
      credits: 800,
      price: 217.62,
      currency: 'EUR',
    });
    expect(subscribeClickEvent(sold('kinora-credits-100'), 'jpy')).toMatchObject({
      period_type: 'forever',
      plan_type: 'free',
      credits: 100,
      price: 1_197,
      currency: 'JPY',
    });
    expect(analyticsEvent.safeParse(event).success).toBe(true);
  });

  it('is by which channel somebody goes to pay', () => {
    expect(subscribeSubmitEvent('subscription', 'order-1', 'card', sold('kinora-pro-yearly'))).toEqual({
      name: 'sub_submit',
      type: 'subscription',
      prebook_id: 'order-1',
      payment_channel: 'card',
      payment_method: 'normal_payment',
      subscribe_type: 'annually',
    });
    expect(subscribeSubmitEvent('upgrade', 'x', 'local', sold('kinora-pro-monthly'))).toMatchObject({
      type: 'upgrade',
      payment_channel: 'local',
      payment_method: 'local_payment',
      subscribe_type: 'monthly',
    });
    expect(subscribeSubmitEvent('subscription', 'x', 'card', sold('kinora-credits-100'))).not.toHaveProperty(
      'subscribe_type',
    );
  });

  it('is what was paid, with its cart', () => {
    const event = purchaseEvent('order-1', sold('kinora-lite-yearly'), { minor: 6_696, currency: 'eur' });
    expect(event).toEqual({
      name: 'purchase',
      transaction_id: 'order-1',
      cart: {
        items: [
          {
            item_id: 'kinora-lite-yearly',
            item_name: 'Kinora Lite',
            quantity: 1,
            price: 66.96,
            iso: 'EUR',
            item_category: 'kinora',
            item_category2: 'Annually',
          },
        ],
        currency: 'EUR',
        total_price: 66.96,
        total_monthly_price: 5.58,
        product_type: 'basic',
        paid_product_type: 'basic',
        duration: 'yearly',
      },
    });
    expect(analyticsEvent.safeParse(event).success).toBe(true);
    expect(purchaseEvent('o', sold('kinora-pro-monthly'), { minor: 4_341, currency: 'jpy' }).cart).toMatchObject({
      duration: 'monthly',
      total_price: 4_341,
      total_monthly_price: 4_341,
      currency: 'JPY',
    });
  });

  it('is told of each purchase once', () => {
    const kept = new Map<string, string>();
    const shelf = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    expect([isNewPurchase('a', () => shelf), isNewPurchase('b', () => shelf), isNewPurchase('a', () => shelf)]).toEqual(
      [true, true, false],
    );
    expect(
      isNewPurchase('a', () => {
        throw new Error('denied');
      }),
    ).toBe(true);
    expect(isNewPurchase('c', () => ({ getItem: () => '{', setItem: () => undefined }))).toBe(true);
  });
});
