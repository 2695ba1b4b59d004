import type { PlatformName } from '@src/billing/plans/plan.shared';
import type { CountryPricing } from '@src/billing/plans/price.shared';
import { periodOf, type Product } from '@src/billing/plans/product.shared';

/** Brand names, which are the same in every language. Other methods use the platform's own name. */
const METHODS: Readonly<Record<string, string>> = { alipay: 'Alipay', dana: 'DANA', gcash: 'GCash' };

/**
 * The local payment methods of a country on a platform, by name. Renewing products accept cards only, so they have
 * none.
 */
export function methodsFor(product: Pick<Product, 'duration'>, { paymentMethod }: Pick<CountryPricing, 'paymentMethod'>, platform: PlatformName): readonly string[] {
  if (periodOf(product) !== 'forever' || paymentMethod?.platforms.includes(platform) !== true) return [];
  return paymentMethod.payment_method_types.flatMap((type) => METHODS[type] ?? []);
}
