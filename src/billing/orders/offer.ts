import { isRefusedTo, type CountryLimit } from '../../kernel/countries.shared.js';
import type { AppName } from '../../credits/credits.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { Money } from '../../kernel/money.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { CURRENCY_RATES, ENABLED_CURRENCIES } from '../plans/currencies.seed.shared.js';
import { currencyOfCountry, discounted, priceShown, pricingOf } from '../plans/price.shared.js';
import type { Product } from '../plans/product.shared.js';
import type { PaymentPlatform, SubLog } from '../plans/plan.shared.js';
import { PRODUCTS } from '../plans/products.seed.shared.js';
import { findPromotion, PROMOTIONS } from '../plans/promotions.seed.js';
import type { Offer, Promotion } from '../shop/shop.shared.js';

/**
 * Location of a buyer.
 * @param country ISO 3166-1 alpha-2; undefined when unknown
 */
export interface BuyerLocation {
  readonly country: string | undefined;
  readonly refusedTo: CountryLimit;
}

/** Everything that is sold now in an app. */
export const soldIn = (appName: AppName, products: readonly Product[] = PRODUCTS): readonly Product[] =>
  products.filter((product) => product.appName === appName && product.price > 0 && product.isRetired !== true);

/**
 * Currencies for showing and paying prices, the country's own first. Where incomes are lower, prices are reduced. So a
 * buyer known to be elsewhere cannot pay in such a currency, and a buyer of unknown location pays in the default one.
 */
function currenciesIn(country: string | undefined, enabled: readonly string[] = ENABLED_CURRENCIES): readonly string[] {
  const own = currencyOfCountry(country, enabled);
  if (country === undefined) return [own];
  const others = enabled.filter((currency) => currency !== own && CURRENCY_RATES.get(currency)?.discount === undefined);
  return [own, ...others];
}

/** Whether the user never had a paid or trial plan. Only such users are offered promotions. */
export const isNewcomer = ({ isSub, otherPlan }: Pick<SubLog, 'isSub' | 'otherPlan'>): boolean =>
  !isSub && otherPlan.every(({ status }) => status === 'incomplete' || status === 'incomplete_expired');

/**
 * The promotion that a user may still use.
 * @param isUsed whether they have already paid with a code
 */
export async function promotionFor(
  appName: AppName,
  subLog: Pick<SubLog, 'isSub' | 'otherPlan'>,
  isUsed: (code: string) => Promise<boolean>,
): Promise<Promotion | null> {
  if (!isNewcomer(subLog)) return null;
  const sold = new Set(soldIn(appName).map(({ priceId }) => priceId));
  for (const promotion of PROMOTIONS) {
    if (promotion.priceIds.some((priceId) => sold.has(priceId)) && !(await isUsed(promotion.code))) return promotion;
  }
  return null;
}

/** The offer for a user at their location. */
export function offerOf(
  appName: AppName,
  { country, refusedTo }: BuyerLocation,
  platforms: readonly PaymentPlatform[],
  isSandbox: boolean,
  promotion: Promotion | null,
): Offer {
  const pricing = pricingOf(country);
  const own: readonly string[] = pricing.paymentMethod?.platforms ?? [];
  const shown = platforms.filter(({ visible }) => visible);
  return {
    products: soldIn(appName),
    country: pricing,
    currencies: currenciesIn(country),
    platforms: [
      ...shown.filter(({ platformName }) => own.includes(platformName)),
      ...shown.filter(({ platformName }) => !own.includes(platformName)),
    ],
    isRefused: isRefusedTo(country, refusedTo),
    isSandbox,
    promotion,
  };
}

/** A requested purchase, with the price as shown to the user. */
export interface Wanted {
  readonly appName: AppName;
  readonly priceId: string;
  readonly price: { readonly minor: number; readonly currency: string };
  readonly coupon?: string;
}

/** The parts of a purchase that the catalogue alone determines. */
export interface Quote {
  readonly product: Product;
  readonly price: Money;
  readonly discountRate: number;
  readonly promotion: Promotion | undefined;
}

/**
 * The current price of a requested purchase.
 * @returns PERMISSION_ERROR {reason: country}, PRODUCT_GONE, COUPON_UNKNOWN, or OFFER_CHANGED {minor, currency} when a
 * different price was shown
 */
export function quoteOf(
  { appName, priceId, price, coupon }: Wanted,
  { country, refusedTo }: BuyerLocation,
  isNew: boolean,
): Result<Quote, ProductError> {
  if (isRefusedTo(country, refusedTo)) return err(productError('PERMISSION_ERROR', { reason: 'country' }));
  const product = soldIn(appName).find((sold) => sold.priceId === priceId);
  if (product === undefined) return err(productError('PRODUCT_GONE'));
  const promotion = coupon === undefined ? undefined : findPromotion(coupon);
  if (coupon !== undefined && (promotion === undefined || !promotion.priceIds.includes(priceId) || !isNew))
    return err(productError('COUPON_UNKNOWN'));
  const discountRate = promotion?.percent ?? 0;
  const currencies = currenciesIn(country);
  const listed = discounted(
    priceShown(product, currencies.includes(price.currency) ? price.currency : (currencies[0] ?? 'usd')),
    discountRate,
  );
  if (listed.minor !== price.minor || listed.currency !== price.currency)
    return err(productError('OFFER_CHANGED', { minor: listed.minor, currency: listed.currency }));
  return ok({ product, price: listed, discountRate, promotion });
}
