import type { Millis } from '../../kernel/clock.js';
import { limitOf, type PaidTier, callerKindsOf } from '../../kernel/permissions.shared.js';
import { isPaid, type Plan } from './plan.shared.js';
import { TIERS, tierOfPlan, type Tier } from './product.shared.js';

/** Grace period: how long a plan's entitlements last after the paid period while the renewal is retried. */
export const GRACE_MS = 7 * 86_400_000;

/**
 * Queue lanes and their turns per round. Paying users wait less, but every lane gets a turn. Free tasks of an unlimited
 * plan have their own lane.
 */
export const LANE_TURNS = { relaxed: 1, free: 1, plan: 2, fast: 4 } as const;
export type Lane = keyof typeof LANE_TURNS;

/** What a plan allows. */
export interface Entitlements {
  /** Tier of the plan that is paid now; `free` without one. */
  readonly tier: 'free' | PaidTier;
  /** Number of concurrent tasks. */
  readonly parallelTasks: number;
  /** Access to models and effects that require a plan. */
  readonly proModels: boolean;
  /**
   * Maximum short side of a video: 720 means 720p; `any` leaves the limit to the model. Image size depends only on the
   * model.
   */
  readonly maxShortSide: number | 'any';
  /** Whether results carry the product's watermark. */
  readonly watermark: boolean;
  readonly lane: Lane;
  /** Models of the relaxed queue are free. */
  readonly relaxedFree: boolean;
  /** Number of such free creations per day (UTC); further ones cost the usual price. */
  readonly relaxedADay: number;
}

/**
 * Whether a plan's entitlements apply now: it is paid, on trial, or within the grace period of a renewal that is being
 * retried. There is no grace for a plan that is set to cancel, has ended or was never paid.
 * @param now milliseconds since the epoch
 */
export function isInForce(
  {
    status,
    cancelAtPeriodEnd,
    currentPeriodEnd,
    lastPaid,
  }: Pick<Plan, 'status' | 'cancelAtPeriodEnd' | 'currentPeriodEnd' | 'lastPaid'>,
  now: Millis,
): boolean {
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

/** A registered user; only these can have a plan. */
const MEMBER = { email: '', roles: [] };

/**
 * Entitlements of a plan; while a payment is outstanding, those of the plan that was paid last. Pure: the same in
 * browser and server.
 * @param plan undefined without a plan
 * @param now milliseconds since the epoch
 */
export function entitlementsOf(plan: Plan | undefined, now: Millis): Entitlements {
  const tier =
    plan !== undefined && isPaid(plan) && isInForce(plan, now)
      ? tierOfPlan({ subProductRelation: plan.status === 'past_due' ? plan.lastPaid : plan.subProductRelation })
      : 'free';
  return allowedBy(tier);
}

/**
 * Entitlements of a user with several plans: those of the highest plan in force.
 * @param now milliseconds since the epoch
 */
export function highestEntitlements(plans: readonly Plan[], now: Millis): Entitlements {
  const ranks = plans.map((plan) => TIERS.indexOf(entitlementsOf(plan, now).tier));
  return allowedBy(TIERS[Math.max(0, ...ranks)] ?? 'free');
}

/** Entitlements of a tier in force, for pages that describe plans. */
export function allowedBy(tier: Tier): Entitlements {
  if (tier === 'free')
    return {
      tier,
      parallelTasks: 1,
      proModels: false,
      maxShortSide: 720,
      watermark: true,
      lane: 'free',
      relaxedFree: false,
      relaxedADay: 0,
    };
  const isUnlimited = tier === 'unlimited' || tier === 'ultimate';
  const kinds = callerKindsOf(MEMBER, tier);
  return {
    tier,
    parallelTasks: limitOf('parallelTasks', kinds),
    proModels: true,
    maxShortSide: 'any',
    watermark: false,
    lane: isUnlimited ? 'fast' : 'plan',
    relaxedFree: isUnlimited,
    relaxedADay: limitOf('relaxedADay', kinds),
  };
}
