import { describe, expect, it } from '@jest/globals';
import { entitlementsOf, GRACE_MS } from '@src/billing/plans/entitlements.shared';
import { PLAN_STATUSES, type Plan, type PlanStatus, type SubLog } from '@src/billing/plans/plan.shared';
import { PRODUCTS } from '@src/billing/plans/products.seed.shared';
import { productOf } from './product-of';
import { actionsOf, chargeOf, customOf, isNearEnd, isSuspended, shownStatusOf, shownStatusOfLog } from './shown-status';

const DAY_MS = 86_400_000;
const END = 100 * DAY_MS;

const planOf = (status: PlanStatus, change: Partial<Plan> = {}, priceId = 'kinora-pro-monthly'): Plan => ({
  subscriptionId: 'sub-1',
  customerId: 'cus-1',
  appName: 'kinora',
  status,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: END,
  dateCreated: 0,
  currency: 'usd',
  discountRate: 0,
  customSub: 0,
  subProductRelation: PRODUCTS.filter((product) => product.priceId === priceId),
  lastPaid: [],
  ...change,
});
const logOf = (plan: Plan, change: Partial<SubLog> = {}): SubLog => ({
  appName: 'kinora',
  isSub: true,
  isActiveSub: plan.status === 'active' || plan.status === 'trialing',
  currentPlan: plan,
  otherPlan: [],
  freePlan: [],
  customSub: plan.customSub,
  expirePayment: null,
  paymentPlatform: { platformName: 'card', enable: true, visible: true },
  ...change,
});
const NOTHING = { cancel: false, reactivate: false, change: false, anew: false, pay: false, method: false };

describe('how a plan stands', () => {
  it.each([
    ['active', 'active', 'ending'],
    ['trialing', 'trialing', 'trialEnding'],
    ['past_due', 'pastDue', 'canceledExpired'],
    ['paused', 'paused', 'canceledExpired'],
    ['unpaid', 'unpaid', 'canceledExpired'],
    ['canceled', 'canceled', 'canceledExpired'],
    ['incomplete', 'incomplete', 'canceledExpired'],
    ['incomplete_expired', 'incompleteExpired', 'canceledExpired'],
  ] as const)('is told of %s, and once it is set to cancel', (status, plain, cancelled) => {
    expect([shownStatusOf(planOf(status)), shownStatusOf(planOf(status, { cancelAtPeriodEnd: true }))]).toEqual([
      plain,
      cancelled,
    ]);
  });

  it('is free of a plan that nobody pays for, whatever its status', () => {
    for (const status of PLAN_STATUSES) expect(shownStatusOf(planOf(status, {}, 'kinora-free'))).toBe('free');
  });

  it('is expired of a plan on the local provider that is not in force', () => {
    const local = { paymentPlatform: { platformName: 'local' as const, enable: true, visible: true } };
    expect(shownStatusOfLog(logOf(planOf('canceled'), local))).toBe('localExpired');
    expect(shownStatusOfLog(logOf(planOf('active'), local))).toBe('active');
  });

  it('rests once its payment is outstanding for longer than it stays on, as what it allows does', () => {
    const owed = planOf('past_due', { lastPaid: PRODUCTS.filter(({ priceId }) => priceId === 'kinora-pro-monthly') });
    const graceUntil = END + GRACE_MS;
    for (const now of [END, graceUntil - 1, graceUntil, graceUntil + DAY_MS]) {
      expect([now, isSuspended({ subLog: logOf(owed), graceUntil }, now)]).toEqual([
        now,
        entitlementsOf(owed, now).tier === 'free',
      ]);
    }
    expect(isSuspended({ subLog: logOf(planOf('past_due')), graceUntil: null }, END)).toBe(true);
    expect(isSuspended({ subLog: logOf(planOf('active')), graceUntil: null }, END)).toBe(false);
  });

  it.each([
    [0, undefined],
    [4, 'group'],
    [1, 'abnormal'],
    [-1, 'abnormal'],
  ] as const)('says of kind %i that it is %s', (customSub, kind) => {
    expect(customOf({ customSub })).toBe(kind);
  });
});

describe('what can be done about a plan', () => {
  it.each<[PlanStatus, Partial<typeof NOTHING>, Partial<typeof NOTHING>]>([
    ['active', { cancel: true, change: true, method: true }, { reactivate: true, method: true }],
    ['trialing', { cancel: true, method: true }, { reactivate: true, method: true }],
    ['past_due', { method: true }, { method: true }],
    ['paused', { method: true }, { method: true }],
    ['unpaid', { method: true }, { method: true }],
    ['canceled', { anew: true }, { anew: true }],
    ['incomplete', { anew: true }, { anew: true }],
    ['incomplete_expired', { anew: true }, { anew: true }],
  ])('that is %s, and once it is set to cancel', (status, plain, cancelled) => {
    expect(actionsOf(logOf(planOf(status)))).toEqual({ ...NOTHING, ...plain });
    expect(actionsOf(logOf(planOf(status, { cancelAtPeriodEnd: true })))).toEqual({ ...NOTHING, ...cancelled });
  });

  it('is to pay it while a payment is outstanding, and not to begin another', () => {
    const owes = logOf(planOf('past_due'), {
      expirePayment: {
        invoiceId: 'in-1',
        amountDue: 2_900,
        currency: 'usd',
        failedAt: 0,
        attempts: 1,
        nextAttemptAt: null,
      },
    });
    expect(actionsOf(owes)).toEqual({ ...NOTHING, pay: true, method: true });
  });

  it('is nothing where the platform is off, and nothing of what is free', () => {
    expect(
      actionsOf(logOf(planOf('active'), { paymentPlatform: { platformName: 'card', enable: false, visible: true } })),
    ).toEqual(NOTHING);
    expect(
      actionsOf(logOf(planOf('active', { subscriptionId: null }, 'kinora-free'), { isSub: false, isActiveSub: false })),
    ).toEqual(NOTHING);
  });

  it('is not to cancel what a group or an operator set up', () => {
    expect([4, 7].map((customSub) => actionsOf(logOf(planOf('active', { customSub }))).cancel)).toEqual([false, false]);
  });
});

describe('what a plan is charged', () => {
  it('is its price in its own currency, less what is taken off', () => {
    const charge = chargeOf(planOf('active', { currency: 'eur', discountRate: 25 }));
    expect(charge).toEqual({ full: { minor: 2_697, currency: 'eur' }, amount: { minor: 2_022, currency: 'eur' } });
  });

  it('is nothing of what nobody pays for', () => {
    expect(chargeOf(planOf('active', {}, 'kinora-free'))).toBeUndefined();
    expect(chargeOf(planOf('active', {}, 'of nothing'))).toBeUndefined();
  });

  it('is of what is paid for where a plan has more than one product', () => {
    const both = PRODUCTS.filter(({ priceId }) => priceId === 'kinora-free' || priceId === 'kinora-lite-yearly');
    expect(productOf({ subProductRelation: both })?.priceId).toBe('kinora-lite-yearly');
    expect(chargeOf(planOf('active', { subProductRelation: both }))?.amount.minor).toBe(12_000);
  });
});

describe('a cancelled plan', () => {
  const cancelled = planOf('active', { cancelAtPeriodEnd: true });
  it.each([
    [END - 8 * DAY_MS, false],
    [END - 7 * DAY_MS, true],
    [END - 1, true],
    [END, false],
  ])('is near its end at %i: %s', (now, near) => {
    expect(isNearEnd(cancelled, now)).toBe(near);
  });

  it('is none while it has not been cancelled, nor once it is over', () => {
    expect(isNearEnd(planOf('active'), END - 1)).toBe(false);
    expect(isNearEnd(planOf('canceled', { cancelAtPeriodEnd: true }), END - 1)).toBe(false);
  });
});
