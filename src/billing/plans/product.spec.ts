import { describe, expect, it } from '@jest/globals';
import { defined } from '../../kernel/defined.shared.js';
import { buttonState } from './button.shared.js';
import { freePlan } from '../subscription/sub-log.js';
import { PLAN_STATUSES, type Plan, type PlanStatus } from './plan.shared.js';
import { findProduct, freeProduct, PRODUCTS } from './products.seed.shared.js';
import { isPaidName, periodOf, TIERS, tierOf, tierOfPlan, type Product } from './product.shared.js';

const product = (priceId: string): Product => {
  const found = findProduct(priceId);
  if (found === undefined) throw new Error(`no ${priceId}`);
  return found;
};
const plan = (priceId: string, more: Partial<Plan> = {}): Plan => ({
  ...freePlan('kinora'),
  subscriptionId: 's',
  status: 'active',
  currentPeriodEnd: 2_000,
  subProductRelation: [product(priceId)],
  ...more,
});
const on = { enable: true };

describe('a product', () => {
  it.each([
    ['Kinora Lite', 'basic'],
    ['Kinora Pro', 'pro'],
    ['Kinora Unlimited', 'unlimited'],
    ['Kinora Plus', 'ultimate'],
    ['Kinora Free', 'free'],
    ['', 'free'],
    ['KINORA LITE', 'basic'],
    ['Lite Plus', 'basic'],
    ['Pro Unlimited', 'pro'],
    ['Unlimited Plus', 'unlimited'],
    ['Kinora Credits 100', 'free'],
  ])('called %s is of the tier %s', (name, tier) => {
    expect(tierOf(name)).toBe(tier);
  });

  it.each([
    [1, 'monthly'],
    [12, 'yearly'],
    [undefined, 'yearly'],
    [null, 'forever'],
  ])('for %s months is paid %s', (duration, period) => {
    expect(periodOf(defined({ duration }))).toBe(period);
  });

  it('of several in a plan the highest counts', () => {
    expect(
      tierOfPlan({
        subProductRelation: [product('kinora-lite-monthly'), product('kinora-plus-yearly'), freeProduct('kinora')],
      }),
    ).toBe('ultimate');
    expect(tierOfPlan({ subProductRelation: [] })).toBe('free');
    expect(TIERS).toEqual(['free', 'basic', 'pro', 'unlimited', 'ultimate']);
  });
});

describe('what is sold', () => {
  it.each([
    ['Kinora Free', 'kinora-free', 'monthly', 0, 0],
    ['Kinora Lite', 'kinora-lite-monthly', 'monthly', 1_500, 300],
    ['Kinora Lite', 'kinora-lite-yearly', 'yearly', 12_000, 300],
    ['Kinora Pro', 'kinora-pro-monthly', 'monthly', 2_900, 800],
    ['Kinora Pro', 'kinora-pro-yearly', 'yearly', 23_400, 800],
    ['Kinora Unlimited', 'kinora-unlimited-monthly', 'monthly', 6_900, 1_500],
    ['Kinora Unlimited', 'kinora-unlimited-yearly', 'yearly', 58_800, 1_500],
    ['Kinora Plus', 'kinora-plus-monthly', 'monthly', 13_900, 4_000],
    ['Kinora Plus', 'kinora-plus-yearly', 'yearly', 118_800, 4_000],
    ['Kinora Credits 100', 'kinora-credits-100', 'forever', 800, 100],
    ['Kinora Credits 500', 'kinora-credits-500', 'forever', 3_500, 500],
    ['Kinora Credits 2000', 'kinora-credits-2000', 'forever', 12_000, 2_000],
    ['Kinora API Credits 1000', 'kinora-api-credits-1000', 'forever', 1_000, 1_000],
  ])('%s (%s), paid %s: %i cents, %i credits', (productName, priceId, period, price, usageCount) => {
    expect(product(priceId)).toMatchObject({ productName, price, usageCount });
    expect(periodOf(product(priceId))).toBe(period);
  });

  it('has each price id once, and gives what it says', () => {
    expect(new Set(PRODUCTS.map(({ priceId }) => priceId)).size).toBe(PRODUCTS.length);
    expect(PRODUCTS).toHaveLength(14);
    for (const { usageCount, usageList } of PRODUCTS)
      expect(usageList.reduce((sum, usage) => sum + usage.usageCount, 0)).toBe(usageCount);
    expect(product('kinora-api-credits-1000').usageList).toEqual([{ usageType: 'api_credits', usageCount: 1_000 }]);
  });
});

describe('the button under a plan', () => {
  const others = PRODUCTS.filter(({ appName, duration }) => appName === 'kinora' && duration !== null);

  it('starts every paid plan for who has none, and the free one is theirs', () => {
    expect(others.map((one) => buttonState(one, freePlan('kinora'), on))).toEqual(
      others.map(({ productName }) => (isPaidName(productName) ? 'start' : 'current')),
    );
  });

  it('leads from a plan to higher tiers and to paying for longer, never back', () => {
    const states = Object.fromEntries(
      others.map((one) => [one.priceId, buttonState(one, plan('kinora-pro-monthly'), on)]),
    );
    expect(states).toEqual({
      'kinora-free': 'disabled',
      'kinora-lite-monthly': 'disabled',
      'kinora-lite-yearly': 'disabled',
      'kinora-pro-monthly': 'current',
      'kinora-pro-yearly': 'upgrade',
      'kinora-unlimited-monthly': 'upgrade',
      'kinora-unlimited-yearly': 'upgrade',
      'kinora-plus-monthly': 'upgrade',
      'kinora-plus-yearly': 'upgrade',
    });
  });

  it('leads from a year to no shorter time', () => {
    const states = Object.fromEntries(
      others.map((one) => [one.priceId, buttonState(one, plan('kinora-pro-yearly'), on)]),
    );
    expect(
      Object.entries(states)
        .filter(([, state]) => state === 'upgrade')
        .map(([priceId]) => priceId),
    ).toEqual(['kinora-unlimited-yearly', 'kinora-plus-yearly']);
  });

  const higher = product('kinora-plus-monthly');
  const table: Readonly<Record<PlanStatus, string>> = {
    active: 'upgrade',
    trialing: 'disabled',
    past_due: 'disabled',
    paused: 'disabled',
    unpaid: 'disabled',
    canceled: 'start',
    incomplete: 'start',
    incomplete_expired: 'start',
  };
  it.each(PLAN_STATUSES)('of a higher plan with a plan that is %s', (status) => {
    expect(buttonState(higher, plan('kinora-lite-monthly', { status }), on)).toBe(table[status]);
  });

  it('upgrades nothing while a plan is set to cancel or its platform is not enabled', () => {
    expect(buttonState(higher, plan('kinora-lite-monthly', { cancelAtPeriodEnd: true }), on)).toBe('disabled');
    expect(buttonState(higher, plan('kinora-lite-monthly'), { enable: false })).toBe('disabled');
    expect(
      buttonState(product('kinora-lite-monthly'), plan('kinora-lite-monthly', { cancelAtPeriodEnd: true }), on),
    ).toBe('current');
  });
});
