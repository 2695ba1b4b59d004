import { describe, expect, it } from '@jest/globals';
import { entitlementsOf, GRACE_MS, highestEntitlements, isInForce } from './entitlements.shared.js';
import { PLAN_STATUSES, type Plan, type PlanStatus } from './plan.shared.js';
import { findProduct } from './products.seed.shared.js';
import { freePlan } from '../subscription/sub-log.js';

const END = 1_000_000_000;
function plan(priceId: string, more: Partial<Plan> = {}): Plan {
  const product = findProduct(priceId);
  if (product === undefined) throw new Error(`no ${priceId}`);
  return {
    ...freePlan('kinora'),
    subscriptionId: 's',
    currentPeriodEnd: END,
    subProductRelation: [product],
    lastPaid: [product],
    ...more,
  };
}
const FREE = {
  tier: 'free',
  parallelTasks: 1,
  proModels: false,
  maxShortSide: 720,
  watermark: true,
  lane: 'free',
  relaxedFree: false,
  relaxedADay: 0,
};
const PAID = { proModels: true, maxShortSide: 'any', watermark: false };

describe('what a plan allows', () => {
  it.each([
    [
      'kinora-lite-monthly',
      { ...PAID, tier: 'basic', parallelTasks: 2, lane: 'plan', relaxedFree: false, relaxedADay: 0 },
    ],
    ['kinora-pro-yearly', { ...PAID, tier: 'pro', parallelTasks: 4, lane: 'plan', relaxedFree: false, relaxedADay: 0 }],
    [
      'kinora-unlimited-monthly',
      { ...PAID, tier: 'unlimited', parallelTasks: 6, lane: 'fast', relaxedFree: true, relaxedADay: 100 },
    ],
    [
      'kinora-plus-yearly',
      { ...PAID, tier: 'ultimate', parallelTasks: 8, lane: 'fast', relaxedFree: true, relaxedADay: 200 },
    ],
  ])('of %s', (priceId, allowed) => {
    expect(entitlementsOf(plan(priceId), END - 1)).toEqual(allowed);
  });

  it('is what everybody may without one, and with the free one', () => {
    expect(entitlementsOf(undefined, END)).toEqual(FREE);
    expect(entitlementsOf(freePlan('kinora'), END)).toEqual(FREE);
    expect(entitlementsOf(plan('kinora-free'), 0)).toEqual(FREE);
  });
});

describe('a plan in force', () => {
  const NOW = [END - 1, END, END + GRACE_MS - 1, END + GRACE_MS] as const;
  const GRACE = [true, true, true, false];
  const { lastPaid } = plan('kinora-lite-monthly');
  const NONE = [false, false, false, false];
  const table: Readonly<Record<PlanStatus, readonly boolean[]>> = {
    active: GRACE,
    trialing: GRACE,
    past_due: GRACE,
    canceled: NONE,
    paused: NONE,
    incomplete: NONE,
    incomplete_expired: NONE,
    unpaid: NONE,
  };

  it.each(PLAN_STATUSES)('that is %s: before its end, at it, and at the end of the grace', (status) => {
    expect(
      NOW.map((now) => isInForce({ status, cancelAtPeriodEnd: false, currentPeriodEnd: END, lastPaid }, now)),
    ).toEqual(table[status]);
  });

  it.each(PLAN_STATUSES)('that is %s and set to cancel has no grace', (status) => {
    expect(
      NOW.map((now) => isInForce({ status, cancelAtPeriodEnd: true, currentPeriodEnd: END, lastPaid }, now)),
    ).toEqual([table[status][0], false, false, false]);
  });

  it.each(PLAN_STATUSES)('that is %s and was never paid for has no grace', (status) => {
    expect(
      NOW.map((now) => isInForce({ status, cancelAtPeriodEnd: false, currentPeriodEnd: END, lastPaid: [] }, now)),
    ).toEqual([table[status][0], false, false, false]);
  });

  it('has a period', () => {
    expect(
      PLAN_STATUSES.map((status) =>
        isInForce({ status, cancelAtPeriodEnd: false, currentPeriodEnd: null, lastPaid }, 0),
      ),
    ).toEqual(PLAN_STATUSES.map(() => false));
  });

  it('allows what was paid for last while a payment is outstanding', () => {
    const upgraded = plan('kinora-plus-monthly', { lastPaid: plan('kinora-lite-monthly').subProductRelation });
    expect(entitlementsOf({ ...upgraded, status: 'past_due' }, END - 1).tier).toBe('basic');
    expect(entitlementsOf({ ...upgraded, status: 'past_due', lastPaid: [] }, END - 1)).toEqual(FREE);
    expect(entitlementsOf(upgraded, END - 1).tier).toBe('ultimate');
  });

  it('is, of several, the highest that counts', () => {
    const longer = plan('kinora-lite-yearly', { currentPeriodEnd: 2 * END });
    expect(highestEntitlements([longer, plan('kinora-plus-monthly')], END - 1).tier).toBe('ultimate');
    expect(highestEntitlements([longer, plan('kinora-plus-monthly', { cancelAtPeriodEnd: true })], END)).toEqual(
      entitlementsOf(longer, END),
    );
    expect(highestEntitlements([freePlan('kinora')], END)).toEqual(FREE);
    expect(highestEntitlements([], END)).toEqual(FREE);
  });

  it('gives no more than the free one once it is not', () => {
    expect(entitlementsOf(plan('kinora-plus-yearly', { status: 'unpaid' }), END - 1)).toEqual(FREE);
    expect(entitlementsOf(plan('kinora-plus-yearly', { status: 'past_due' }), END + GRACE_MS)).toEqual(FREE);
  });
});
