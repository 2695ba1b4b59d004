import type { Plan, SubLog } from '@src/billing/plans/plan.shared';
import type { BalanceView } from '@src/credits/credits.shared';
import { openPopup } from './queue';

/** Storage keys of warnings shown: per tab for the balance, per browser for a plan's month. */
const ALERTED_KEY = 'kinora.usage-alert';
const ALERTED_PLAN_KEY = 'kinora.usage-alert.plan';

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;
/** Accessors of the storages; either may throw where the browser blocks storage. */
export interface CreditWarningStorage {
  readonly tab: () => Shelf;
  readonly browser: () => Shelf;
}
const OWN: CreditWarningStorage = { tab: () => sessionStorage, browser: () => localStorage };

/**
 * Whether credits are low: the rest does not pay for the same creation again.
 * @param left credits left afterwards
 * @param price of the last creation; both whole credits
 */
export const runsLow = (left: number, price: number): boolean => price > 0 && left < price;

/** The use of a plan's monthly credits. */
export interface PlanUse {
  readonly left: number;
  /** The plan's monthly credits. */
  readonly of: number;
  /** Identifies the plan's month. The warning appears once in each. */
  readonly month: string;
}

/** A plan's credits are low below one part in this many. */
const FEW = 5;

/** Whether less than a fifth of a plan's monthly credits is left. */
export const planRunsLow = ({ left, of }: Pick<PlanUse, 'left' | 'of'>): boolean => of > 0 && left * FEW < of;

/**
 * Number of a plan's months that have not begun yet, by the end of its period. Both in milliseconds since the epoch.
 */
function monthsAhead(now: number, end: number): number {
  const [today, last] = [new Date(now), new Date(end)];
  const whole = (last.getUTCFullYear() - today.getUTCFullYear()) * 12 + last.getUTCMonth() - today.getUTCMonth();
  return last.getUTCDate() > today.getUTCDate() ? whole : whole - 1;
}

const perMonth = ({ subProductRelation }: Plan): number =>
  subProductRelation.reduce(
    (sum, { usageList }) =>
      usageList.reduce((all, { usageType, usageCount }) => (usageType === 'credits' ? all + usageCount : all), sum),
    0,
  );

/**
 * What is left of the credits of the user's plan.
 * @param now milliseconds since the epoch
 * @returns undefined without a plan in force that gives credits
 */
export function planUseOf(
  { grants }: Pick<BalanceView, 'grants'>,
  subLog: SubLog | undefined,
  now: number,
): PlanUse | undefined {
  if (subLog === undefined || !subLog.isActiveSub) return undefined;
  const { subscriptionId, currentPeriodEnd } = subLog.currentPlan;
  const of = perMonth(subLog.currentPlan);
  if (subscriptionId === null || currentPeriodEnd === null || of === 0) return undefined;
  const left = grants.reduce((sum, { source, available }) => (source === 'plan' ? sum + available : sum), 0);
  return { left, of, month: `${subscriptionId} ${currentPeriodEnd} ${monthsAhead(now, currentPeriodEnd)}` };
}

/**
 * Whether the warning is new; it is then stored. Without storage it never appears, because otherwise it would appear
 * at every creation.
 */
function isNews(shelfOf: () => Shelf, key: string, what: string): boolean {
  try {
    const shelf = shelfOf();
    if (shelf.getItem(key) === what) return false;
    shelf.setItem(key, what);
    return true;
  } catch {
    return false;
  }
}

/**
 * Warns once that credits are low: once in a plan's month when less than a fifth is left, and once in a tab when the
 * rest does not pay for the same creation again. Does nothing otherwise.
 * @param price of the last creation, whole credits
 */
export function alertWhenLow(
  balance: Pick<BalanceView, 'available' | 'grants'>,
  price: number,
  subLog: SubLog | undefined,
  now: number,
  shelves = OWN,
): void {
  const { available: left } = balance;
  const plan = planUseOf(balance, subLog, now);
  if (plan !== undefined && planRunsLow(plan) && isNews(shelves.browser, ALERTED_PLAN_KEY, plan.month)) {
    openPopup('usageAlert', { left, price, plan: { left: plan.left, of: plan.of } });
  } else if (runsLow(left, price) && isNews(shelves.tab, ALERTED_KEY, '1')) {
    openPopup('usageAlert', { left, price });
  }
}
