import { describe, expect, it } from '@jest/globals';
import type { PaymentPlatform } from '../plans/plan.shared.js';
import { freePlan, subLogOf } from './sub-log.js';
import type { SubscriptionDocument } from './subscription.projection.js';

type View = NonNullable<SubscriptionDocument['view']>;
const view: View = {
  status: 'active',
  priceId: 'kinora-pro-monthly',
  nextPriceId: null,
  paidPriceId: 'kinora-lite-monthly',
  customerId: 'c1',
  cancelAtPeriodEnd: false,
  currentPeriodEnd: 2_000,
  dateCreated: 1_000,
  currency: 'eur',
  discountRate: 10,
  customSub: 0,
  openPayment: null,
};
const subscription = (
  subscriptionId: string,
  more: Partial<View> | null = {},
  owner: Partial<SubscriptionDocument['owner']> = {},
) => ({
  subscriptionId,
  owner: { appName: 'kinora' as const, gateway: 'sandbox', platformName: 'card' as const, userId: 'u1', ...owner },
  view: more === null ? null : { ...view, ...more },
});
const card: PaymentPlatform = { platformName: 'card', enable: true, visible: true };
const log = (...subscriptions: readonly ReturnType<typeof subscription>[]) => subLogOf('kinora', subscriptions, [card]);

describe('the subscription log', () => {
  it('of who never subscribed is the free plan’s', () => {
    expect(log()).toEqual({
      appName: 'kinora',
      isSub: false,
      isActiveSub: false,
      currentPlan: freePlan('kinora'),
      otherPlan: [],
      freePlan: [freePlan('kinora')],
      paymentPlatform: card,
      expirePayment: null,
      customSub: 0,
    });
    expect(freePlan('kinora-writer').subProductRelation.map(({ productName }) => productName)).toEqual([
      'Kinora Writer Free',
    ]);
  });

  it('shows a subscription as the plan one has', () => {
    const { currentPlan, ...rest } = log(subscription('s1'));
    expect(currentPlan).toMatchObject({
      subProductRelation: [{ priceId: 'kinora-pro-monthly' }],
      lastPaid: [{ priceId: 'kinora-lite-monthly' }],
    });
    expect(log(subscription('s1', { paidPriceId: null })).currentPlan.lastPaid).toEqual([]);
    expect(rest).toMatchObject({
      isSub: true,
      isActiveSub: true,
      otherPlan: [],
      paymentPlatform: card,
      expirePayment: null,
      customSub: 0,
    });
    expect(currentPlan).toMatchObject({
      subscriptionId: 's1',
      customerId: 'c1',
      status: 'active',
      currentPeriodEnd: 2_000,
      dateCreated: 1_000,
      currency: 'eur',
      discountRate: 10,
    });
    expect(currentPlan.subProductRelation.map(({ priceId, productName }) => [priceId, productName])).toEqual([
      ['kinora-pro-monthly', 'Kinora Pro'],
    ]);
  });

  it('puts the plan in force first, then one with a payment outstanding, then what is over, the one paid for longest first', () => {
    const { currentPlan, otherPlan } = log(
      subscription('over', { status: 'canceled', currentPeriodEnd: 9_000 }),
      subscription('owing', { status: 'past_due', currentPeriodEnd: 8_000 }),
      subscription('short', { currentPeriodEnd: 2_000 }),
      subscription('long', { currentPeriodEnd: 3_000 }),
    );
    expect([currentPlan, ...otherPlan].map(({ subscriptionId }) => subscriptionId)).toEqual([
      'long',
      'short',
      'owing',
      'over',
    ]);
  });

  it.each([
    ['active', true, true],
    ['trialing', true, true],
    ['past_due', true, false],
    ['paused', true, false],
    ['unpaid', true, false],
    ['canceled', true, false],
    ['incomplete', false, false],
    ['incomplete_expired', false, false],
  ] as const)('with a plan that is %s: subscribed %s, active %s', (status, isSub, isActiveSub) => {
    expect(log(subscription('s1', { status }))).toMatchObject({ isSub, isActiveSub });
  });

  it('keeps an attempt that never came to a payment among the others', () => {
    expect(log(subscription('s1', { status: 'incomplete' }))).toMatchObject({
      currentPlan: freePlan('kinora'),
      otherPlan: [{ subscriptionId: 's1' }],
    });
  });

  it('says what is outstanding of the plan one has', () => {
    const openPayment = {
      invoiceId: 'in2',
      amountDue: 2_900,
      currency: 'eur',
      failedAt: 5,
      attempts: 2,
      nextAttemptAt: null,
    };
    expect(log(subscription('s1', { status: 'past_due', openPayment })).expirePayment).toEqual(openPayment);
  });

  it('leaves out other apps, what nobody has told the beginning of, and prices that nobody knows', () => {
    expect(
      log(
        subscription('s1', {}, { appName: 'kinora-writer' }),
        subscription('s2', null),
        subscription('s3', { priceId: 'gone' }),
      ).isSub,
    ).toBe(false);
  });

  it('does not enable a platform that is not there', () => {
    expect(log(subscription('s1', {}, { platformName: 'local' })).paymentPlatform).toEqual({
      platformName: 'local',
      enable: false,
      visible: false,
    });
  });
});
