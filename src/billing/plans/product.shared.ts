import type { AppName, UsageType } from '../../credits/credits.shared.js';
import { PAID_TIERS } from '../../kernel/permissions.shared.js';

/** Product tiers, the least first. */
export const TIERS = ['free', ...PAID_TIERS] as const;
export type Tier = (typeof TIERS)[number];

/** Subscription period types; `forever` is bought once. */
export const PERIOD_TYPES = ['monthly', 'yearly', 'forever'] as const;
export type PeriodType = (typeof PERIOD_TYPES)[number];

/** How many of a usage type a product gives: a month for a plan, once for what is bought once. */
export interface ProductUsage {
  readonly usageType: UsageType;
  readonly usageCount: number;
}

/** What is sold: a plan or a one-time purchase, at one price. */
export interface Product {
  readonly appName: AppName;
  readonly productName: string;
  /** Unique for ever: what is bought, at this price. */
  readonly priceId: string;
  /** USD, minor units. */
  readonly price: number;
  /** Prices in other currencies by ISO 4217 code in lower case; minor units, or whole units where no division is needed. */
  readonly moreCurrency: Readonly<Record<string, number>>;
  /** Credits per month, or once for what is bought once. */
  readonly usageCount: number;
  /** Months that are paid for at once; 12 when it is not said. Null for what is bought once. */
  readonly duration?: number | null;
  readonly usageList: readonly ProductUsage[];
  /** No longer sold. Who has it keeps it, at its price. */
  readonly isRetired?: true;
}

/** Months of a product that does not say: a year. */
export const DEFAULT_DURATION = 12;

/** How often a product is paid for. */
export function periodOf({ duration = DEFAULT_DURATION }: Pick<Product, 'duration'>): PeriodType {
  if (duration === null) return 'forever';
  return duration === 1 ? 'monthly' : 'yearly';
}

/** A product is paid if its name lacks 'Free'. */
export const isPaidName = (productName: string): boolean => !productName.includes('Free');

const KEYWORDS = [['lite', 'basic'], ['pro', 'pro'], ['unlimited', 'unlimited'], ['plus', 'ultimate']] as const;

/** Product tier from name keywords: lite = basic, pro = pro, unlimited = unlimited, plus = ultimate, otherwise free. The first that is found counts. */
export function tierOf(productName: string): Tier {
  const name = productName.toLowerCase();
  return KEYWORDS.find(([keyword]) => name.includes(keyword))?.[1] ?? 'free';
}

/** The highest tier among the products of a plan. */
export function tierOfPlan({ subProductRelation }: { readonly subProductRelation: readonly Pick<Product, 'productName'>[] }): Tier {
  const ranks = subProductRelation.map(({ productName }) => TIERS.indexOf(tierOf(productName)));
  return TIERS[Math.max(0, ...ranks)] ?? 'free';
}

/** Months that are paid for at once; 0 for what is bought once. */
export const monthsOf = ({ duration = DEFAULT_DURATION }: Pick<Product, 'duration'>): number => duration ?? 0;

/**
 * Whether one gets more by changing to a product, and so at once: of a higher tier, or of the same one for longer; never for a shorter
 * time than was paid for at once so far, which would have to be given back.
 * @param from the products one has
 */
export function isUpgrade(product: Pick<Product, 'productName' | 'duration'>, from: readonly Product[]): boolean {
  const step = TIERS.indexOf(tierOf(product.productName)) - TIERS.indexOf(tierOfPlan({ subProductRelation: from }));
  const longer = monthsOf(product) - Math.max(0, ...from.map(monthsOf));
  return longer >= 0 && (step > 0 || (step === 0 && longer > 0));
}
