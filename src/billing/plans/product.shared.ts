import type { AppName, UsageType } from '../../credits/credits.shared.js';
import { PAID_TIERS } from '../../kernel/permissions.shared.js';

/** Product tiers, lowest first. */
export const TIERS = ['free', ...PAID_TIERS] as const;
export type Tier = (typeof TIERS)[number];

/** Subscription period types; `forever` is a one-time purchase. */
export const PERIOD_TYPES = ['monthly', 'yearly', 'forever'] as const;
export type PeriodType = (typeof PERIOD_TYPES)[number];

/** Amount of a usage type that a product gives: per month for a plan, once for a one-time purchase. */
export interface ProductUsage {
  readonly usageType: UsageType;
  readonly usageCount: number;
}

/** What is sold: a plan or a one-time purchase, at one price. */
export interface Product {
  readonly appName: AppName;
  readonly productName: string;
  /** Never reused; identifies the product and its price. */
  readonly priceId: string;
  /** USD, minor units. */
  readonly price: number;
  /**
   * Prices in other currencies by ISO 4217 code in lower case; minor units, or whole units where no division is needed.
   */
  readonly moreCurrency: Readonly<Record<string, number>>;
  /** Credits per month, or in total for a one-time purchase. */
  readonly usageCount: number;
  /** Months paid at once; 12 when absent. Null for a one-time purchase. */
  readonly duration?: number | null;
  readonly usageList: readonly ProductUsage[];
  /** No longer sold. Existing subscribers keep it at its price. */
  readonly isRetired?: true;
}

/** Default duration in months. */
export const DEFAULT_DURATION = 12;

/** How often a product is paid for. */
export function periodOf({ duration = DEFAULT_DURATION }: Pick<Product, 'duration'>): PeriodType {
  if (duration === null) return 'forever';
  return duration === 1 ? 'monthly' : 'yearly';
}

/** A product is paid if its name lacks 'Free'. */
export const isPaidName = (productName: string): boolean => !productName.includes('Free');

const KEYWORDS = [
  ['lite', 'basic'],
  ['pro', 'pro'],
  ['unlimited', 'unlimited'],
  ['plus', 'ultimate'],
] as const;

/**
 * Product tier from name keywords: lite = basic, pro = pro, unlimited = unlimited, plus = ultimate, otherwise free. The
 * first match wins.
 */
export function tierOf(productName: string): Tier {
  const name = productName.toLowerCase();
  return KEYWORDS.find(([keyword]) => name.includes(keyword))?.[1] ?? 'free';
}

/** The highest tier among the products of a plan. */
export function tierOfPlan({
  subProductRelation,
}: {
  readonly subProductRelation: readonly Pick<Product, 'productName'>[];
}): Tier {
  const ranks = subProductRelation.map(({ productName }) => TIERS.indexOf(tierOf(productName)));
  return TIERS[Math.max(0, ...ranks)] ?? 'free';
}

/** Months paid at once; 0 for a one-time purchase. */
export const monthsOf = ({ duration = DEFAULT_DURATION }: Pick<Product, 'duration'>): number => duration ?? 0;

/**
 * Whether a product is an upgrade, which takes effect at once: a higher tier, or the same tier for a longer time. Never
 * a shorter duration than the current one, because the difference would have to be refunded.
 * @param from the current products
 */
export function isUpgrade(product: Pick<Product, 'productName' | 'duration'>, from: readonly Product[]): boolean {
  const step = TIERS.indexOf(tierOf(product.productName)) - TIERS.indexOf(tierOfPlan({ subProductRelation: from }));
  const longer = monthsOf(product) - Math.max(0, ...from.map(monthsOf));
  return longer >= 0 && (step > 0 || (step === 0 && longer > 0));
}
