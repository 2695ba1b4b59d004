import { describe, expect, it } from '@jest/globals';
import { entitlementsOf, GRACE_MS, isInForce } from './entitlements.shared.js';
import { PLAN_STATUSES, type Plan, type PlanStatus } from './plan.shared.js';
import { findProduct } from './products.seed.js';
import { freePlan } from './sub-log.js';

const END = 1_000_000_000;
function plan(priceId: string, more: Partial<Plan> = {}): Plan {
  const product = findProduct(priceId);
  if (product === undefined) throw new Error(`no ${priceId}`);
  return { ...freePlan('kinora'), subscriptionId: 's', currentPeriodEnd: END, subProductRelation: [product], ...more };
}
const FREE = { tier: 'free', parallelTasks: 1, proModels: false, mostShortSide: 720, watermark: true, lane: 'free', relaxedFree: false };
const PAID = { proModels: true, mostShortSide: 'any', watermark: false };

describe('what a plan allows', () => {
  it.each([
    ['kinora-lite-monthly', { ...PAID, tier: 'basic', parallelTasks: 2, lane: 'plan', relaxedFree: false }],
    ['kinora-pro-yearly', { ...PAID, tier: 'pro', parallelTasks: 4, lane: 'plan', relaxedFree: false }],
    ['kinora-unlimited-monthly', { ...PAID, tier: 'unlimited', parallelTasks: 6, lane: 'fast', relaxedFree: true }],
    ['kinora-plus-yearly', { ...PAID, tier: 'ultimate', parallelTasks: 8, lane: 'fast', relaxedFree: true }],
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
  const NONE = [false, false, false, false];
  const table: Readonly<Record<PlanStatus, readonly boolean[]>> = { active: GRACE, trialing: GRACE, past_due: GRACE, canceled: NONE, paused: NONE, incomplete: NONE, incomplete_expired: NONE, unpaid: NONE };

  it.each(PLAN_STATUSES)('that is %s: before its end, at it, and at the end of the grace', (status) => {
    expect(NOW.map((now) => isInForce({ status, cancelAtPeriodEnd: false, currentPeriodEnd: END }, now))).toEqual(table[status]);
  });

  it.each(PLAN_STATUSES)('that is %s and set to cancel has no grace', (status) => {
    expect(NOW.map((now) => isInForce({ status, cancelAtPeriodEnd: true, currentPeriodEnd: END }, now))).toEqual([table[status][0], false, false, false]);
  });

  it('has a period', () => {
    expect(PLAN_STATUSES.map((status) => isInForce({ status, cancelAtPeriodEnd: false, currentPeriodEnd: null }, 0))).toEqual(PLAN_STATUSES.map(() => false));
  });

  it('gives no more than the free one once it is not', () => {
    expect(entitlementsOf(plan('kinora-plus-yearly', { status: 'unpaid' }), END - 1)).toEqual(FREE);
    expect(entitlementsOf(plan('kinora-plus-yearly', { status: 'past_due' }), END + GRACE_MS)).toEqual(FREE);
  });
});
