import type { Millis } from '../../kernel/clock.js';
import { limitOf, type PaidTier, callerKindsOf } from '../../kernel/permissions.shared.js';
import { isPaid, type Plan } from './plan.shared.js';
import { TIERS, tierOfPlan, type Tier } from './product.shared.js';

/** How long what a plan allows outlasts the end of a paid period while its renewal is tried again. */
export const GRACE_MS = 7 * 86_400_000;

/** The queue's lanes and the turns of each a round, so that who pays waits less and no one waits for ever. What costs an unlimited plan nothing waits in a lane of its own. */
export const LANE_TURNS = { relaxed: 1, free: 1, plan: 2, fast: 4 } as const;
export type Lane = keyof typeof LANE_TURNS;

/** What a plan allows. */
export interface Entitlements {
  /** Of the plan that is paid for now; `free` for none. */
  readonly tier: 'free' | PaidTier;
  /** Tasks that run at the same time. */
  readonly parallelTasks: number;
  /** Models and effects of plans. */
  readonly proModels: boolean;
  /** Of a video, as resolutions are called: 720 is 720p; `any` is what the models themselves allow. Images are as large as their model makes them. */
  readonly mostShortSide: number | 'any';
  /** Whether what is made carries the product's mark. */
  readonly watermark: boolean;
  readonly lane: Lane;
  /** Models of the relaxed queue cost no credits. */
  readonly relaxedFree: boolean;
  /** Creations that do so in a day (UTC); what comes after costs as usual. */
  readonly relaxedADay: number;
}

/**
 * Whether what a plan allows may be had now: it was paid for up to now, is on trial, or its renewal is being tried again and the
 * grace is not over. A plan that was set to cancel, has ended, or was never paid for, has no grace.
 * @param now milliseconds since the epoch
 */
export function isInForce({ status, cancelAtPeriodEnd, currentPeriodEnd, lastPaid }: Pick<Plan, 'status' | 'cancelAtPeriodEnd' | 'currentPeriodEnd' | 'lastPaid'>, now: Millis): boolean {
  if (currentPeriodEnd === null) return false;
  switch (status) {
    case 'active':
    case 'trialing':
    case 'past_due':
      return now < currentPeriodEnd + (cancelAtPeriodEnd || lastPaid.length === 0 ? 0 : GRACE_MS);
    case 'canceled':
    case 'paused':
    case 'incomplete':
    case 'incomplete_expired':
    case 'unpaid':
      return false;
    default:
      return status satisfies never;
  }
}

/** Someone with an address, who alone can have a plan. */
const MEMBER = { email: '', roles: [] };

/**
 * What someone may do by their plan; while a payment is outstanding, by what was paid for last. Pure: the same answer in the browser
 * and in the server.
 * @param plan undefined without one
 * @param now milliseconds since the epoch
 */
export function entitlementsOf(plan: Plan | undefined, now: Millis): Entitlements {
  const tier = plan !== undefined && isPaid(plan) && isInForce(plan, now) ? tierOfPlan({ subProductRelation: plan.status === 'past_due' ? plan.lastPaid : plan.subProductRelation }) : 'free';
  return allowedBy(tier);
}

/**
 * What someone may do who has several plans: what the highest of those in force allows.
 * @param now milliseconds since the epoch
 */
export function highestEntitlements(plans: readonly Plan[], now: Millis): Entitlements {
  const ranks = plans.map((plan) => TIERS.indexOf(entitlementsOf(plan, now).tier));
  return allowedBy(TIERS[Math.max(0, ...ranks)] ?? 'free');
}

/** What a plan of a tier allows while it is in force: what pages tell of a plan that one has not. */
export function allowedBy(tier: Tier): Entitlements {
  if (tier === 'free') return { tier, parallelTasks: 1, proModels: false, mostShortSide: 720, watermark: true, lane: 'free', relaxedFree: false, relaxedADay: 0 };
  const isUnlimited = tier === 'unlimited' || tier === 'ultimate';
  const kinds = callerKindsOf(MEMBER, tier);
  return {
    tier, parallelTasks: limitOf('parallelTasks', kinds), proModels: true, mostShortSide: 'any', watermark: false, lane: isUnlimited ? 'fast' : 'plan',
    relaxedFree: isUnlimited, relaxedADay: limitOf('relaxedADay', kinds),
  };
}
