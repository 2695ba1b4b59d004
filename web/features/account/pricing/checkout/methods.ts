import type { PlatformName } from '@src/billing/plans/plan.shared';
import { localMethodsOf, type CountryPricing } from '@src/billing/plans/price.shared';
import { periodOf, type Product } from '@src/billing/plans/product.shared';

/** Brand names, which are the same in every language. Other methods use the platform's own name. */
const METHODS: Readonly<Record<string, string>> = { alipay: 'Alipay', dana: 'DANA', gcash: 'GCash' };

/** The brand names of a country's local payment methods on a platform; none for a product that renews. */
export function localMethodNames(
  product: Pick<Product, 'duration'>,
  country: Pick<CountryPricing, 'paymentMethod'>,
  platform: PlatformName,
): readonly string[] {
  if (country.paymentMethod?.platforms.includes(platform) !== true) return [];
  return localMethodsOf(country, periodOf(product) !== 'forever').flatMap((type) => METHODS[type] ?? []);
}
