import { describe, expect, it } from '@jest/globals';
import { DEFAULT_CURRENCY } from '@src/billing/plans/currencies.seed.shared';
import type { Plan, PlanStatus, SubLog } from '@src/billing/plans/plan.shared';
import { PRODUCTS } from '@src/billing/plans/products.seed.shared';
import type { Product } from '@src/billing/plans/product.shared';
import { changeObstacleOf, isBlocked } from '../checkout/change-obstacle';
import {
  codeFor,
  gives,
  monthlyOf,
  maxYearlySaving,
  packsOf,
  plansOf,
  productFor,
  yearlySaving,
  stateFor,
  suggestedOf,
} from './plans';
import { currencyFirst } from './use-price-selection';

const SOLD = PRODUCTS.filter(({ appName, price }) => appName === 'kinora' && price > 0);
const plans = plansOf(SOLD);
const [lite, pro] = plans;

function sold(priceId: string): Product {
  const found = SOLD.find((product) => product.priceId === priceId);
  if (found === undefined) throw new Error(`${priceId} is not sold`);
  return found;
}

function holding(
  priceId: string,
  changes: Partial<Pick<Plan, 'status' | 'cancelAtPeriodEnd' | 'currency'>> = {},
): SubLog {
  const currentPlan: Plan = {
    subscriptionId: 'subscription-1',
    customerId: 'c',
    appName: 'kinora',
    status: 'active',
    cancelAtPeriodEnd: false,
    currentPeriodEnd: 1,
    dateCreated: 0,
    currency: 'eur',
    discountRate: 0,
    customSub: 0,
    subProductRelation: [sold(priceId)],
    lastPaid: [],
    ...changes,
  };
  return {
    appName: 'kinora',
    isSub: true,
    isActiveSub: currentPlan.status === 'active',
    currentPlan,
    otherPlan: [],
    freePlan: [],
    paymentPlatform: { platformName: 'card', enable: true, visible: true },
    expirePayment: null,
    customSub: 0,
  };
}

describe('the plans on the pricing page', () => {
  it('are one each, the least first, with what they cost by the month and by the year', () => {
    expect(plans.map(({ name, products }) => [name, products.monthly?.priceId, products.yearly?.priceId])).toEqual([
      ['Kinora Lite', 'kinora-lite-monthly', 'kinora-lite-yearly'],
      ['Kinora Pro', 'kinora-pro-monthly', 'kinora-pro-yearly'],
      ['Kinora Unlimited', 'kinora-unlimited-monthly', 'kinora-unlimited-yearly'],
      ['Kinora Plus', 'kinora-plus-monthly', 'kinora-plus-yearly'],
    ]);
  });

  it('are told by what a month of them costs, rounded down', () => {
    expect(plans.map((plan) => monthlyOf(productFor(plan, 'yearly') ?? sold(''), DEFAULT_CURRENCY).hundredths)).toEqual(
      [1_000, 1_950, 4_900, 9_900],
    );
    // 12000 cents at 0.93 are 111.60 euros, 9.30 a month.
    expect(monthlyOf(sold('kinora-lite-yearly'), 'eur')).toEqual({ hundredths: 930, currency: 'eur' });
    // 17965 yen, 1497.08 a month.
    expect(monthlyOf(sold('kinora-lite-yearly'), 'jpy')).toEqual({ hundredths: 149_708, currency: 'jpy' });
  });

  it('say what the year saves, in the money that is shown', () => {
    expect(yearlySaving(lite ?? { tier: 'free', name: '', products: {} }, 'usd')).toEqual({
      minor: 6_000,
      currency: 'usd',
    });
    expect(
      yearlySaving({ tier: 'basic', name: '', products: { yearly: sold('kinora-lite-yearly') } }, 'usd'),
    ).toBeUndefined();
    expect(maxYearlySaving(plans, 'usd')).toBe(33);
    expect(maxYearlySaving([], 'usd')).toBe(0);
  });

  it('are sold by the other period where there is no such', () => {
    expect(
      productFor({ tier: 'pro', name: '', products: { yearly: sold('kinora-pro-yearly') } }, 'monthly')?.priceId,
    ).toBe('kinora-pro-yearly');
  });

  it('are all open to a visitor, and Pro is put forward', () => {
    expect(plans.map((plan) => stateFor(productFor(plan, 'yearly') ?? sold(''), undefined))).toEqual([
      'start',
      'start',
      'start',
      'start',
    ]);
    expect(suggestedOf(plans.map(({ tier }) => ({ tier, state: 'start' as const })))).toBe('pro');
  });

  it('show a subscriber what is theirs, what is more, and what is not open to them', () => {
    const states = plans.map((plan) => ({
      tier: plan.tier,
      state: stateFor(productFor(plan, 'yearly') ?? sold(''), holding('kinora-pro-yearly')),
    }));
    expect(states.map(({ state }) => state)).toEqual(['disabled', 'current', 'upgrade', 'upgrade']);
    expect(suggestedOf(states)).toBe('unlimited');
    expect(suggestedOf([{ tier: 'ultimate', state: 'current' }])).toBeUndefined();
  });

  it('have packs beside them, the fewest first, kept apart by what they give', () => {
    expect(packsOf([...SOLD].reverse(), 'credits').map(({ usageCount }) => usageCount)).toEqual([100, 500, 2_000]);
    expect([
      gives(sold('kinora-api-credits-1000'), 'credits'),
      gives(sold('kinora-api-credits-1000'), 'api_credits'),
    ]).toEqual([false, true]);
    expect(packsOf(SOLD, 'api_credits').map(({ priceId }) => priceId)).toEqual(['kinora-api-credits-1000']);
  });

  it('know a code for the products that it is for alone', () => {
    const code = { priceIds: ['kinora-pro-yearly'] };
    expect(codeFor(code, 'kinora-pro-yearly')).toBe(code);
    expect(codeFor(code, 'kinora-pro-monthly')).toBeUndefined();
    expect(codeFor(null, 'kinora-pro-yearly')).toBeUndefined();
  });

  it('are lined up as they come', () => expect([lite?.tier, pro?.tier]).toEqual(['basic', 'pro']));
});

describe('what keeps a subscriber from changing their plan', () => {
  it.each<[PlanStatus, boolean, ReturnType<typeof changeObstacleOf>]>([
    ['active', false, 'smaller'],
    ['trialing', false, 'trial'],
    ['trialing', true, 'trial'],
    ['active', true, 'cancelled'],
    ['past_due', false, 'outstanding'],
    ['unpaid', false, 'outstanding'],
    ['paused', false, 'paused'],
    ['past_due', true, 'outstanding'],
    ['canceled', false, undefined],
    ['canceled', true, undefined],
    ['incomplete', false, undefined],
  ])('is of a plan that is %s, set to cancel: %s, that it is %s', (status, cancelAtPeriodEnd, said) => {
    const log = holding('kinora-pro-yearly', { status, cancelAtPeriodEnd });
    expect(changeObstacleOf(log)).toBe(said);
    expect(isBlocked(log)).toBe(said !== undefined && said !== 'smaller');
  });

  it('is nothing for who has none', () => {
    expect(changeObstacleOf(undefined)).toBeUndefined();
    expect(isBlocked(undefined)).toBe(false);
  });

  it('is also that whoever takes its payments is not there', () => {
    const log = holding('kinora-pro-yearly');
    expect(isBlocked({ ...log, paymentPlatform: { ...log.paymentPlatform, enable: false } })).toBe(true);
  });
});

describe('the currency that prices are shown in first', () => {
  const german = {
    country: { country: 'Germany', code: 'DE', symbol: '€', iso: 'EUR' },
    currencies: ['eur', 'usd', 'jpy'],
  };

  it('is the country’s', () => expect(currencyFirst(german, undefined)).toBe('eur'));
  it('is that of the plan that one has, which it keeps', () =>
    expect(currencyFirst(german, holding('kinora-pro-yearly', { currency: 'jpy' }))).toBe('jpy'));
  it('is the country’s again when the plan is over', () =>
    expect(currencyFirst(german, holding('kinora-pro-yearly', { currency: 'jpy', status: 'canceled' }))).toBe('eur'));
  it('is the country’s where the plan’s is not offered any more', () =>
    expect(currencyFirst(german, holding('kinora-pro-yearly', { currency: 'gbp' }))).toBe('eur'));
});
