import { buttonState, type ButtonState } from '@src/billing/plans/button.shared';
import type { SubLog } from '@src/billing/plans/plan.shared';
import { monthlyPrice, priceShown, type Hundredths } from '@src/billing/plans/price.shared';
import {
  isPaidName,
  monthsOf,
  periodOf,
  tierOf,
  TIERS,
  type Product,
  type Tier,
} from '@src/billing/plans/product.shared';
import type { Money } from '@src/kernel/money.shared';

/** The billing periods of plans. */
export const PLAN_PERIODS = ['monthly', 'yearly'] as const;
export type PlanPeriod = (typeof PLAN_PERIODS)[number];

/** A plan, with its product per billing period. */
export interface PlanOffer {
  readonly tier: Tier;
  readonly name: string;
  readonly products: Readonly<Partial<Record<PlanPeriod, Product>>>;
}

/** The plans on sale, smallest first. */
export function plansOf(products: readonly Product[]): readonly PlanOffer[] {
  const plans = new Map<string, PlanOffer>();
  for (const product of products) {
    const period = periodOf(product);
    if (period === 'forever') continue;
    const { productName: name } = product;
    const before = plans.get(name) ?? { tier: tierOf(name), name, products: {} };
    plans.set(name, { ...before, products: { ...before.products, [period]: product } });
  }
  return [...plans.values()].sort((a, b) => TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier));
}

/** Whether a product includes a usage type. */
export const gives = (
  { usageList }: Pick<Product, 'usageList'>,
  usageType: Product['usageList'][number]['usageType'],
): boolean => usageList.some((usage) => usage.usageType === usageType);

/** The one-off packs of a usage type, smallest first. */
export function packsOf(
  products: readonly Product[],
  usageType: Product['usageList'][number]['usageType'],
): readonly Product[] {
  return products
    .filter((product) => periodOf(product) === 'forever' && gives(product, usageType))
    .sort((a, b) => a.usageCount - b.usageCount);
}

/** A plan's product for a period, or for the other period if it is not sold by this one. */
export const productFor = ({ products }: PlanOffer, period: PlanPeriod): Product | undefined =>
  products[period] ?? products.monthly ?? products.yearly;

/** Monthly price of a product in a currency. */
export const monthlyOf = (product: Product, currency: string): Hundredths =>
  monthlyPrice(priceShown(product, currency), Math.max(1, monthsOf(product)));

/** What a yearly plan saves over twelve monthly payments; undefined if nothing, or not comparable. */
export function yearlySaving({ products: { monthly, yearly } }: PlanOffer, currency: string): Money | undefined {
  if (monthly === undefined || yearly === undefined) return undefined;
  const [each, whole] = [priceShown(monthly, currency), priceShown(yearly, currency)];
  const saved = each.minor * 12 - whole.minor;
  return each.currency === whole.currency && saved > 0 ? { minor: saved, currency: whole.currency } : undefined;
}

/** Largest yearly saving of any plan, whole per cent, rounded down; 0 for none. */
export function maxYearlySaving(plans: readonly PlanOffer[], currency: string): number {
  const parts = plans.map((plan) => {
    const saved = yearlySaving(plan, currency);
    const { monthly } = plan.products;
    return saved === undefined || monthly === undefined
      ? 0
      : Math.floor((saved.minor * 100) / (priceShown(monthly, currency).minor * 12));
  });
  return Math.max(0, ...parts);
}

/**
 * The state of the button under a plan for the current user.
 * @param log undefined for a visitor, who may choose any plan
 */
export function stateFor(product: Product, log: SubLog | undefined): ButtonState {
  if (log === undefined) return isPaidName(product.productName) ? 'start' : 'current';
  return buttonState(product, log.currentPlan, log.paymentPlatform);
}

/** The highlighted plan: Pro if available, else the first one above the current plan; undefined for none. */
export function suggestedOf(plans: readonly { readonly tier: Tier; readonly state: ButtonState }[]): Tier | undefined {
  const open = plans.filter(({ state }) => state === 'start' || state === 'upgrade');
  return (open.find(({ tier }) => tier === 'pro') ?? open[0])?.tier;
}

/** The user's unused coupon code, if it applies to a price. */
export function codeFor<Code extends { readonly priceIds: readonly string[] }>(
  promotion: Code | null,
  priceId: string,
): Code | undefined {
  return promotion?.priceIds.includes(priceId) === true ? promotion : undefined;
}
