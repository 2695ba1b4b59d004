import type { PlatformName } from '@src/billing/plans/plan.shared';
import type { CountryPricing } from '@src/billing/plans/price.shared';
import { periodOf, type Product } from '@src/billing/plans/product.shared';

/** Names that ways of paying have in every language; of others the platform's own word is shown. */
const METHODS: Readonly<Record<string, string>> = { alipay: 'Alipay', dana: 'DANA', gcash: 'GCash' };

/** By what of its own a country pays on a platform, by name. What renews is paid for by card alone: then, and elsewhere, there is none. */
export function methodsFor(product: Pick<Product, 'duration'>, { paymentMethod }: Pick<CountryPricing, 'paymentMethod'>, platform: PlatformName): readonly string[] {
  if (periodOf(product) !== 'forever' || paymentMethod?.platforms.includes(platform) !== true) return [];
  return paymentMethod.payment_method_types.flatMap((type) => METHODS[type] ?? []);
}
