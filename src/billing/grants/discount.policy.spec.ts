import { describe, expect, it } from '@jest/globals';
import { discountAt, keptDiscount } from './discount.policy.js';

const promotions = [
  { code: 'YEAR', percent: 40, priceIds: ['lite-yearly', 'pro-yearly'] },
  { code: 'MONTH', percent: 10, priceIds: ['lite-monthly'] },
];

describe('a discount that a plan was begun with', () => {
  it.each([
    ['lite-yearly', 'pro-yearly', 40],
    ['lite-yearly', 'lite-yearly', 40],
    ['lite-yearly', 'lite-monthly', 0],
    ['pro-monthly', 'pro-monthly', 40],
    ['pro-monthly', 'pro-yearly', 0],
  ])('of %s is at %s %d per cent', (begunWith, priceId, percent) => {
    expect(keptDiscount(40, begunWith, priceId, promotions)).toBe(percent);
  });

  it('is of the subscription’s beginning, and nothing as long as nobody has told of it', () => {
    const started = {
      type: 'SubscriptionStarted',
      data: {
        factId: 'e1',
        occurredAt: 1,
        currency: 'usd',
        customSub: 0,
        customerId: 'c1',
        discountRate: 40,
        periodEnd: 2,
        periodStart: 1,
        priceId: 'kinora-lite-yearly',
        status: 'active',
      },
    } as const;
    expect([
      discountAt([started], 'kinora-pro-yearly'),
      discountAt([started], 'kinora-lite-monthly'),
      discountAt([], 'kinora-pro-yearly'),
    ]).toEqual([40, 0, 0]);
  });
});
