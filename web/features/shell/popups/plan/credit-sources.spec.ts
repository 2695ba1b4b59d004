import { describe, expect, it } from '@jest/globals';
import type { Plan, PlanStatus, SubLog } from '@src/billing/plans/plan.shared';
import { PRODUCTS } from '@src/billing/plans/products.seed.shared';
import { creditSourcesFor } from './credit-sources';

const OFFER = { products: PRODUCTS, isRefused: false };

/** A user with the plan of a price. */
function on(
  priceId: string,
  {
    status = 'active',
    owes = false,
    cancelled = false,
  }: { readonly status?: PlanStatus; readonly owes?: boolean; readonly cancelled?: boolean } = {},
): SubLog {
  const subProductRelation = PRODUCTS.filter((product) => product.priceId === priceId);
  const currentPlan: Plan = {
    subscriptionId: 'sub-1',
    customerId: 'cus-1',
    appName: 'kinora',
    status,
    cancelAtPeriodEnd: cancelled,
    currentPeriodEnd: 1,
    dateCreated: 0,
    currency: 'usd',
    discountRate: 0,
    customSub: 0,
    subProductRelation,
    lastPaid: [],
  };
  return {
    appName: 'kinora',
    isSub: priceId !== 'kinora-free',
    isActiveSub: priceId !== 'kinora-free' && status === 'active',
    currentPlan,
    otherPlan: [],
    freePlan: [],
    customSub: 0,
    paymentPlatform: { platformName: 'card', enable: true, visible: true },
    expirePayment: owes
      ? { invoiceId: 'in-1', amountDue: 2_900, currency: 'usd', failedAt: 0, attempts: 1, nextAttemptAt: null }
      : null,
  };
}

describe('the ways to more credits', () => {
  it.each([
    ['a visitor', { mayJoin: true, subLog: undefined, offer: OFFER }, ['signUp', 'packs', 'plan']],
    ['somebody without a plan', { mayJoin: false, subLog: on('kinora-free'), offer: OFFER }, ['packs', 'plan']],
    [
      'somebody with a small plan',
      { mayJoin: false, subLog: on('kinora-lite-monthly'), offer: OFFER },
      ['packs', 'upgrade'],
    ],
    ['somebody with the largest plan', { mayJoin: false, subLog: on('kinora-plus-yearly'), offer: OFFER }, ['packs']],
    [
      'somebody whose plan was cancelled and still runs',
      { mayJoin: false, subLog: on('kinora-lite-monthly', { cancelled: true }), offer: OFFER },
      ['packs'],
    ],
    [
      'somebody whose plan is over',
      { mayJoin: false, subLog: on('kinora-lite-monthly', { status: 'canceled' }), offer: OFFER },
      ['packs', 'plan'],
    ],
    [
      'somebody who owes a payment',
      { mayJoin: false, subLog: on('kinora-lite-monthly', { status: 'past_due', owes: true }), offer: OFFER },
      ['pay', 'packs'],
    ],
    [
      'somebody in a country that nothing is sold in',
      { mayJoin: true, subLog: undefined, offer: { ...OFFER, isRefused: true } },
      ['signUp'],
    ],
    [
      'somebody where plans alone are sold',
      {
        mayJoin: false,
        subLog: on('kinora-free'),
        offer: { ...OFFER, products: PRODUCTS.filter(({ duration }) => duration !== null) },
      },
      ['plan'],
    ],
    [
      'somebody of whom nothing is known yet',
      { mayJoin: false, subLog: undefined, offer: undefined },
      ['packs', 'plan'],
    ],
  ] as const)('of %s', (_who, asker, ways) => {
    expect(creditSourcesFor({ rewards: undefined, ...asker })).toEqual(ways);
  });

  it('of a member include what can be earned today', () => {
    const mission = { id: 'first-video', credits: 5, page: '/video', state: 'open' } as const;
    const seeker = { mayJoin: false, subLog: undefined, offer: { ...OFFER, isRefused: true } };
    const today = { date: '2026-11-28', day: 1, credits: 2 };
    const earns = (state: 'open' | 'done', missions: readonly (typeof mission)[]) =>
      creditSourcesFor({ ...seeker, rewards: { today: { ...today, state }, missions } });
    expect(earns('open', [mission])).toEqual(['checkIn', 'rewards']);
    expect(earns('done', [])).toEqual([]);
  });
});
