import type { AppName } from '../../credits/credits.shared.js';
import {
  isActiveStatus,
  isPaid,
  type PaymentPlatform,
  type Plan,
  type PlatformName,
  type SubLog,
} from '../plans/plan.shared.js';
import { findProduct, freeProduct } from '../plans/products.seed.shared.js';
import type { SubscriptionDocument } from './subscription.projection.js';

/** The plan of an app's users who pay for none. */
export function freePlan(appName: AppName): Plan {
  return {
    subscriptionId: null,
    customerId: null,
    appName,
    status: 'active',
    cancelAtPeriodEnd: false,
    currentPeriodEnd: null,
    dateCreated: null,
    currency: 'usd',
    discountRate: 0,
    customSub: 0,
    subProductRelation: [freeProduct(appName)],
    lastPaid: [],
  };
}

/** A subscription in the log: its plan, platform and outstanding payment. */
interface Entry extends Pick<SubLog, 'expirePayment'> {
  readonly plan: Plan;
  readonly platformName: PlatformName;
}

/** @returns undefined while its start is not reported, or when the catalogue does not know the price */
function entryOf({
  subscriptionId,
  owner,
  view,
}: Pick<SubscriptionDocument, 'subscriptionId' | 'owner' | 'view'>): Entry | undefined {
  const product = view === null ? undefined : findProduct(view.priceId);
  if (view === null || product === undefined) return undefined;
  const paid = view.paidPriceId === null ? undefined : findProduct(view.paidPriceId);
  const {
    customerId,
    status,
    cancelAtPeriodEnd,
    currentPeriodEnd,
    dateCreated,
    currency,
    discountRate,
    customSub,
    openPayment,
  } = view;
  const plan: Plan = {
    subscriptionId,
    customerId,
    appName: owner.appName,
    status,
    cancelAtPeriodEnd,
    currentPeriodEnd,
    dateCreated,
    currency,
    discountRate,
    customSub,
    subProductRelation: [product],
    lastPaid: paid === undefined ? [] : [paid],
  };
  return { plan, platformName: owner.platformName, expirePayment: openPayment };
}

/**
 * A subscription as a plan.
 * @returns undefined while its start is not reported, or when the catalogue does not know the price
 */
export const planOf = (document: Pick<SubscriptionDocument, 'subscriptionId' | 'owner' | 'view'>): Plan | undefined =>
  entryOf(document)?.plan;

/**
 * Order: plans in force, then plans with an outstanding payment, then ended plans; within each, the one paid longest
 * into the future first.
 */
function byStatus({ plan: a }: Entry, { plan: b }: Entry): number {
  return (
    rank(a) - rank(b) ||
    (b.currentPeriodEnd ?? 0) - (a.currentPeriodEnd ?? 0) ||
    ((a.subscriptionId ?? '') < (b.subscriptionId ?? '') ? -1 : 1)
  );
}

function rank({ status }: Plan): number {
  if (isActiveStatus(status)) return 0;
  return status === 'past_due' || status === 'paused' || status === 'unpaid' ? 1 : 2;
}

/** A subscription whose first payment never succeeded; it counts as no plan. */
const isAttempt = ({ plan: { status } }: Entry): boolean => status === 'incomplete' || status === 'incomplete_expired';

/**
 * The subscription log of a user in one app; the free plan without a subscription.
 * @param platforms one platform per kind, as offered here
 */
export function subLogOf(
  appName: AppName,
  documents: readonly Pick<SubscriptionDocument, 'subscriptionId' | 'owner' | 'view'>[],
  platforms: readonly PaymentPlatform[],
): SubLog {
  const entries = documents
    .filter(({ owner }) => owner.appName === appName)
    .flatMap((document) => entryOf(document) ?? [])
    .sort(byStatus);
  const current = entries.find((entry) => !isAttempt(entry));
  const free = freePlan(appName);
  const currentPlan = current?.plan ?? free;
  const isSub = isPaid(currentPlan);
  return {
    appName,
    isSub,
    isActiveSub: isSub && isActiveStatus(currentPlan.status),
    currentPlan,
    otherPlan: entries.filter((entry) => entry !== current).map(({ plan }) => plan),
    freePlan: [free],
    paymentPlatform: platformOf(current?.platformName ?? 'card', platforms),
    expirePayment: current?.expirePayment ?? null,
    customSub: currentPlan.customSub,
  };
}

/** A kind without an adapter is neither visible nor enabled. */
function platformOf(platformName: PlatformName, platforms: readonly PaymentPlatform[]): PaymentPlatform {
  return (
    platforms.find((platform) => platform.platformName === platformName) ?? {
      platformName,
      enable: false,
      visible: false,
    }
  );
}
