import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SubLog } from '@src/billing/plans/plan.shared';
import type { BalanceView } from '@src/credits/credits.shared';
import { alertWhenLow, planRunsLow, planUseOf, type CreditWarningStorage } from './low-credits';
import { closeAllPopups, currentPopup } from './queue';

const NOW = Date.UTC(2026, 10, 22, 12);

const shelf = (): (() => { getItem(key: string): string | null; setItem(key: string, value: string): void }) => {
  const kept = new Map<string, string>();
  return () => ({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) });
};
const shelves = (): CreditWarningStorage => ({ tab: shelf(), browser: shelf() });
const denied = (): never => {
  throw new Error('denied');
};

const has = (available: number, ofPlan = 0): Pick<BalanceView, 'available' | 'grants'> => ({
  available,
  grants: [
    ...(ofPlan === 0 ? [] : [{ source: 'plan' as const, available: ofPlan }]),
    { source: 'signup', available: available - ofPlan },
  ],
});

/** A plan of 800 credits a month, paid until a day. */
function planUntil(end: number, change: Partial<SubLog> = {}): SubLog {
  const product = {
    appName: 'kinora' as const,
    productName: 'Kinora Pro',
    priceId: 'kinora-pro-yearly',
    price: 23_400,
    moreCurrency: {},
    usageCount: 800,
    duration: 12,
    usageList: [{ usageType: 'credits' as const, usageCount: 800 }],
  };
  return {
    appName: 'kinora',
    isSub: true,
    isActiveSub: true,
    otherPlan: [],
    freePlan: [],
    customSub: 0,
    expirePayment: null,
    paymentPlatform: { platformName: 'card', enable: true, visible: true },
    currentPlan: {
      subscriptionId: 'sub-1',
      customerId: 'cus-1',
      appName: 'kinora',
      status: 'active',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: end,
      dateCreated: NOW,
      currency: 'usd',
      discountRate: 0,
      customSub: 0,
      subProductRelation: [product],
      lastPaid: [product],
    },
    ...change,
  };
}
const YEARLY = planUntil(Date.UTC(2027, 5, 10));

beforeEach(closeAllPopups);

describe('credits that run low', () => {
  it('are told of when what is left does not pay for the same again', () => {
    alertWhenLow(has(3), 4, undefined, NOW, shelves());
    expect(currentPopup()).toMatchObject({ name: 'usageAlert', props: { left: 3, price: 4 } });
  });

  it.each([
    [4, 4],
    [9, 1],
    [0, 0],
  ])('are not told of with %i left after %i', (left, price) => {
    alertWhenLow(has(left), price, undefined, NOW, shelves());
    expect(currentPopup()).toBeUndefined();
  });

  it('are told of once', () => {
    const kept = shelves();
    alertWhenLow(has(0), 4, undefined, NOW, kept);
    closeAllPopups();
    alertWhenLow(has(0), 4, undefined, NOW, kept);
    expect(currentPopup()).toBeUndefined();
  });

  it('are not told of at every press where nothing can be kept', () => {
    const none = { getItem: denied, setItem: () => undefined };
    alertWhenLow(has(0), 4, YEARLY, NOW, { tab: () => none, browser: () => none });
    alertWhenLow(has(0), 4, YEARLY, NOW, { tab: denied, browser: denied });
    expect(currentPopup()).toBeUndefined();
  });
});

describe("a plan's credits", () => {
  it.each([
    [160, false],
    [159, true],
    [0, true],
    [800, false],
  ])('of 800 are few with %i left: %s', (left, few) => {
    expect(planRunsLow({ left, of: 800 })).toBe(few);
  });

  it('are told of when less than a fifth is left, however many others there are', () => {
    alertWhenLow(has(5_000, 159), 4, YEARLY, NOW, shelves());
    expect(currentPopup()).toMatchObject({ name: 'usageAlert', props: { plan: { left: 159, of: 800 } } });
  });

  it('are told of once in each month of the plan, in whichever tab', () => {
    const kept = shelves();
    const shouldAlert = (now: number): boolean => {
      closeAllPopups();
      alertWhenLow(has(900, 100), 1, YEARLY, now, { ...kept, tab: shelf() });
      return currentPopup() !== undefined;
    };
    expect(
      [NOW, Date.UTC(2026, 11, 9), Date.UTC(2026, 11, 10), Date.UTC(2026, 11, 31), Date.UTC(2027, 0, 10)].map(
        shouldAlert,
      ),
    ).toEqual([true, false, true, false, true]);
  });

  it('are not told of without a plan in force, nor of one that gives none', () => {
    expect(planUseOf(has(10), undefined, NOW)).toBeUndefined();
    expect(planUseOf(has(10), planUntil(NOW + 1, { isActiveSub: false }), NOW)).toBeUndefined();
    expect(
      planUseOf(has(10), { ...YEARLY, currentPlan: { ...YEARLY.currentPlan, subProductRelation: [] } }, NOW),
    ).toBeUndefined();
  });

  it('still leave the other alert its turn when they have been told of', () => {
    const kept = shelves();
    alertWhenLow(has(2, 2), 4, YEARLY, NOW, kept);
    closeAllPopups();
    alertWhenLow(has(0), 4, YEARLY, NOW, kept);
    expect(currentPopup()?.props).toEqual({ left: 0, price: 4 });
  });
});
