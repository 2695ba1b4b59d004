import { describe, expect, it } from '@jest/globals';
import type { SubLog } from '@src/billing/plans/plan.shared';
import { PRODUCTS } from '@src/billing/plans/products.seed.shared';
import { currencyFirst, periodFirst } from './use-price-selection';

const logOf = (priceId: string, isActiveSub = true): SubLog => ({
  appName: 'kinora',
  isSub: isActiveSub,
  isActiveSub,
  otherPlan: [],
  freePlan: [],
  customSub: 0,
  expirePayment: null,
  paymentPlatform: { platformName: 'card', enable: true, visible: true },
  currentPlan: {
    subscriptionId: 'sub-1',
    customerId: 'cus-1',
    appName: 'kinora',
    status: isActiveSub ? 'active' : 'canceled',
    cancelAtPeriodEnd: false,
    currentPeriodEnd: 10,
    dateCreated: 0,
    currency: 'jpy',
    discountRate: 0,
    customSub: 0,
    subProductRelation: PRODUCTS.filter((product) => product.priceId === priceId),
    lastPaid: [],
  },
});

describe('what prices are shown by at first', () => {
  it('is the year, but the month for somebody who pays by the month', () => {
    expect([
      periodFirst(undefined),
      periodFirst(logOf('kinora-pro-yearly')),
      periodFirst(logOf('kinora-pro-monthly')),
      periodFirst(logOf('kinora-free')),
    ]).toEqual(['yearly', 'yearly', 'monthly', 'yearly']);
    expect(periodFirst(logOf('kinora-pro-monthly', false))).toBe('yearly');
  });

  it('is the currency of one’s plan, else the country’s', () => {
    const germany = {
      country: { country: 'Germany', code: 'DE', symbol: '€', iso: 'EUR' },
      currencies: ['eur', 'usd', 'jpy'],
    };
    expect([
      currencyFirst(germany, undefined),
      currencyFirst(germany, logOf('kinora-pro-monthly')),
      currencyFirst(germany, logOf('kinora-pro-monthly', false)),
    ]).toEqual(['eur', 'jpy', 'eur']);
  });
});
