import type { AppName } from '../../credits/credits.shared.js';
import type { Millis } from '../../kernel/clock.js';
import { isPaidName, type Product } from './product.shared.js';

/** Statuses of a plan. */
export const PLAN_STATUSES = [
  'active',
  'canceled',
  'past_due',
  'paused',
  'trialing',
  'incomplete',
  'incomplete_expired',
  'unpaid',
] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

/**
 * The six kinds of payment platforms: a card payment provider, a wallet payment provider, a subscription
 * billing provider, a local payment provider, an app store and a play store.
 */
export const PLATFORM_NAMES = ['card', 'wallet', 'subscription-billing', 'local', 'app-store', 'play-store'] as const;
export type PlatformName = (typeof PLATFORM_NAMES)[number];

/** A payment platform. An invisible one is not offered; one that is not enabled cannot change a plan. */
export interface PaymentPlatform {
  readonly platformName: PlatformName;
  readonly enable: boolean;
  readonly visible: boolean;
}

/** A plan of a user. Times are milliseconds since the epoch. */
export interface Plan {
  /** Null for the free plan, which has no subscription. */
  readonly subscriptionId: string | null;
  /** Customer id at the payment platform; null for the free plan. */
  readonly customerId: string | null;
  readonly appName: AppName;
  readonly status: PlanStatus;
  readonly cancelAtPeriodEnd: boolean;
  /** Null for the free plan, which has no periods. */
  readonly currentPeriodEnd: Millis | null;
  readonly dateCreated: Millis | null;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** Per cent, 0 to 100. */
  readonly discountRate: number;
  /** 0 normal, 4 group, other abnormal. */
  readonly customSub: number;
  readonly subProductRelation: readonly Product[];
  /**
   * Products of the last paid period, which determine the entitlements while a payment is outstanding. Empty when
   * nothing was ever paid.
   */
  readonly lastPaid: readonly Product[];
}

/** A failed payment that is still due and holds up a renewal. */
export interface ExpirePayment {
  readonly invoiceId: string;
  /** Minor units. */
  readonly amountDue: number;
  readonly currency: string;
  readonly failedAt: Millis;
  readonly attempts: number;
  /** Time of the platform's next automatic attempt; null when there is none. */
  readonly nextAttemptAt: Millis | null;
}

/** The subscription log of a user in one app: the answer of `subLog.getSubLog`. */
export interface SubLog {
  readonly appName: AppName;
  /** There is a paid plan on record, in force or not. */
  readonly isSub: boolean;
  /** That plan is in force. */
  readonly isActiveSub: boolean;
  readonly currentPlan: Plan;
  readonly otherPlan: readonly Plan[];
  readonly freePlan: readonly Plan[];
  /** Of the current plan. */
  readonly paymentPlatform: PaymentPlatform;
  readonly expirePayment: ExpirePayment | null;
  /** Of the current plan. */
  readonly customSub: number;
}

export type CustomSub = 'normal' | 'group' | 'abnormal';

/** The kind of a plan by its number: 0 normal, 4 group, other abnormal. */
export function customSubOf(customSub: number): CustomSub {
  switch (customSub) {
    case 0:
      return 'normal';
    case 4:
      return 'group';
    default:
      return 'abnormal';
  }
}

type PlanState = Pick<Plan, 'status' | 'cancelAtPeriodEnd'>;
type Enabled = Pick<PaymentPlatform, 'enable'>;

/**
 * Whether a status means in force: paid or on trial. Either may be set to cancel and still run to the end of its
 * period.
 */
export const isActiveStatus = (status: PlanStatus): boolean => status === 'active' || status === 'trialing';

/** Active-after-cancel: set to cancel and still active. */
export const isActiveAfterCancel = ({ status, cancelAtPeriodEnd }: PlanState): boolean =>
  cancelAtPeriodEnd && isActiveStatus(status);

/** Canceled-expired: set to cancel and not active. */
export const isCanceledExpired = ({ status, cancelAtPeriodEnd }: PlanState): boolean =>
  cancelAtPeriodEnd && !isActiveStatus(status);

/** Can cancel: not yet set to cancel, status active or trialing, normal plan, payment platform enabled. */
export function canCancel(
  { status, cancelAtPeriodEnd, customSub }: PlanState & Pick<Plan, 'customSub'>,
  { enable }: Enabled,
): boolean {
  return !cancelAtPeriodEnd && isActiveStatus(status) && customSubOf(customSub) === 'normal' && enable;
}

/** Can reactivate: active-after-cancel and platform enabled. */
export const canReactivate = (plan: PlanState, { enable }: Enabled): boolean => isActiveAfterCancel(plan) && enable;

/** Can upgrade: not past due, not cancel-pending, platform enabled. */
export const canUpgrade = ({ status, cancelAtPeriodEnd }: PlanState, { enable }: Enabled): boolean =>
  status !== 'past_due' && !cancelAtPeriodEnd && enable;

/** Can subscribe again: subscribed, no expirePayment, platform is the card payment provider. */
export function canSubscribeAnew({
  isSub,
  expirePayment,
  paymentPlatform,
}: Pick<SubLog, 'isSub' | 'expirePayment'> & {
  readonly paymentPlatform: Pick<PaymentPlatform, 'platformName'>;
}): boolean {
  return isSub && expirePayment === null && paymentPlatform.platformName === 'card';
}

/** A plan on the local payment provider with no active subscription counts as expired. */
export function isLocalExpired({
  isActiveSub,
  paymentPlatform,
}: Pick<SubLog, 'isActiveSub'> & { readonly paymentPlatform: Pick<PaymentPlatform, 'platformName'> }): boolean {
  return paymentPlatform.platformName === 'local' && !isActiveSub;
}

/** Paid user: one with any plan whose currentPeriodEnd is in the future. */
export const isPaidUser = (plans: readonly Pick<Plan, 'currentPeriodEnd'>[], now: Millis): boolean =>
  plans.some(({ currentPeriodEnd }) => currentPeriodEnd !== null && currentPeriodEnd > now);

/** A plan is paid if any product name lacks 'Free'. */
export const isPaid = ({
  subProductRelation,
}: {
  readonly subProductRelation: readonly Pick<Product, 'productName'>[];
}): boolean => subProductRelation.some(({ productName }) => isPaidName(productName));
