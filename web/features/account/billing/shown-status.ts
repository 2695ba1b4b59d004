import {
  canCancel,
  canReactivate,
  canSubscribeAnew,
  canUpgrade,
  customSubOf,
  isActiveAfterCancel,
  isCanceledExpired,
  isLocalExpired,
  isPaid,
  type CustomSub,
  type Plan,
  type PlanStatus,
  type SubLog,
} from '@src/billing/plans/plan.shared';
import { discounted, priceShown } from '@src/billing/plans/price.shared';
import type { BillingOverview } from '@src/billing/shop/shop.shared';
import { addMoney, type Money } from '@src/kernel/money.shared';

/**
 * Displayed statuses of a plan: the provider's eight, refined by whether the plan is set to cancel and still in
 * force.
 */
export const SHOWN_STATUSES = [
  'free',
  'active',
  'trialing',
  'ending',
  'trialEnding',
  'pastDue',
  'paused',
  'unpaid',
  'canceled',
  'canceledExpired',
  'localExpired',
  'incomplete',
  'incompleteExpired',
] as const;
export type ShownPlanStatus = (typeof SHOWN_STATUSES)[number];

/**
 * The status to show for a plan.
 * @param isLocalOver true for a plan of the local payment provider without a subscription in force; it counts as
 * expired
 */
export function shownStatusOf(
  plan: Pick<Plan, 'status' | 'cancelAtPeriodEnd' | 'subProductRelation'>,
  isLocalOver = false,
): ShownPlanStatus {
  if (!isPaid(plan)) return 'free';
  if (isLocalOver) return 'localExpired';
  if (isCanceledExpired(plan)) return 'canceledExpired';
  const isEnding = isActiveAfterCancel(plan);
  switch (plan.status) {
    case 'active':
      return isEnding ? 'ending' : 'active';
    case 'trialing':
      return isEnding ? 'trialEnding' : 'trialing';
    case 'past_due':
      return 'pastDue';
    case 'paused':
    case 'unpaid':
    case 'canceled':
    case 'incomplete':
      return plan.status;
    case 'incomplete_expired':
      return 'incompleteExpired';
    default:
      return plan.status satisfies never;
  }
}

/** The status to show for the plan of a subscription log. */
export const shownStatusOfLog = (subLog: SubLog): ShownPlanStatus =>
  shownStatusOf(subLog.currentPlan, isLocalExpired(subLog));

/**
 * Whether a plan's benefits are suspended: its payment is outstanding for longer than the grace period (`isInForce`
 * of the entitlements).
 * @param now milliseconds since the epoch
 */
export const isSuspended = (
  {
    subLog: {
      currentPlan: { status },
    },
    graceUntil,
  }: Pick<BillingOverview, 'subLog' | 'graceUntil'>,
  now: number,
): boolean => status === 'past_due' && (graceUntil === null || graceUntil <= now);

/** Badge colour of a status; never the only indication. */
export const STATUS_TONES = {
  free: 'plain',
  active: 'success',
  trialing: 'info',
  ending: 'warning',
  trialEnding: 'warning',
  pastDue: 'danger',
  paused: 'warning',
  unpaid: 'danger',
  canceled: 'plain',
  canceledExpired: 'plain',
  localExpired: 'plain',
  incomplete: 'warning',
  incompleteExpired: 'plain',
} as const satisfies Readonly<Record<ShownPlanStatus, string>>;

/** Kind of a custom plan; undefined for a normal one. */
export function customOf({ customSub }: Pick<Plan, 'customSub'>): Exclude<CustomSub, 'normal'> | undefined {
  const kind = customSubOf(customSub);
  return kind === 'normal' ? undefined : kind;
}

/** Actions that a plan's status allows. */
export interface Actions {
  readonly cancel: boolean;
  readonly reactivate: boolean;
  /** Change to another plan. For a trial, the cost is that after the trial. */
  readonly change: boolean;
  /** Begin a new plan, since this one has ended. */
  readonly anew: boolean;
  /** Pay an outstanding payment. */
  readonly pay: boolean;
  /** Change the payment method. */
  readonly method: boolean;
}

/** Plans that have ended for good. */
const OVER: readonly PlanStatus[] = ['canceled', 'incomplete', 'incomplete_expired'];
/** Statuses for which the payment method still matters. */
const PAID_FOR: readonly PlanStatus[] = ['active', 'trialing', 'past_due', 'paused', 'unpaid'];

/** The actions for the current plan. */
export function actionsOf(subLog: SubLog): Actions {
  const { isSub, currentPlan, paymentPlatform, expirePayment } = subLog;
  const isReachable = isSub && paymentPlatform.enable && currentPlan.subscriptionId !== null;
  return {
    cancel: isSub && canCancel(currentPlan, paymentPlatform),
    reactivate: isSub && canReactivate(currentPlan, paymentPlatform),
    change: isSub && currentPlan.status === 'active' && canUpgrade(currentPlan, paymentPlatform),
    anew: OVER.includes(currentPlan.status) && canSubscribeAnew(subLog),
    pay: isReachable && expirePayment !== null,
    method: isReachable && PAID_FOR.includes(currentPlan.status),
  };
}

/** A plan's charge per period, and the charge before discounts. */
export interface PlanCharge {
  readonly amount: Money;
  readonly full: Money;
}

/** @returns undefined for an unpaid plan */
export function chargeOf({
  subProductRelation,
  currency,
  discountRate,
}: Pick<Plan, 'subProductRelation' | 'currency' | 'discountRate'>): PlanCharge | undefined {
  const [first, ...others] = subProductRelation.map((product) => priceShown(product, currency));
  if (first === undefined || !isPaid({ subProductRelation })) return undefined;
  // A product without a price in the plan's currency has one in another. Amounts in different currencies cannot be
  // added.
  if (others.some((price) => price.currency !== first.currency)) return undefined;
  const full = others.reduce(addMoney, first);
  return { amount: discounted(full, discountRate), full };
}

const DAY_MS = 86_400_000;
/** Days before its end from which a cancelled plan counts as near its end. */
export const NEAR_END_DAYS = 7;

/** Whether a cancelled plan is near its end and can still be kept. @param now milliseconds since the epoch */
export function isNearEnd(plan: Pick<Plan, 'status' | 'cancelAtPeriodEnd' | 'currentPeriodEnd'>, now: number): boolean {
  return (
    isActiveAfterCancel(plan) &&
    plan.currentPeriodEnd !== null &&
    plan.currentPeriodEnd > now &&
    plan.currentPeriodEnd - now <= NEAR_END_DAYS * DAY_MS
  );
}
