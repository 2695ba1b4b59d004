import type Stripe from 'stripe';
import { defined } from '../../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { matchLocale } from '../../../kernel/locales.shared.js';
import type { Money } from '../../../kernel/money.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { localMethodsOf, pricingOf } from '../../plans/price.shared.js';
import { monthsOf, type Product } from '../../plans/product.shared.js';
import type { CheckoutOrder } from '../port.js';
import { toStripe } from './amounts.js';

/** Languages of Stripe's pages (from its types). */
const LOCALES = [
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'en-GB',
  'es',
  'es-419',
  'et',
  'fi',
  'fil',
  'fr',
  'fr-CA',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ms',
  'mt',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'th',
  'tr',
  'vi',
  'zh',
  'zh-HK',
  'zh-TW',
] as const;

/**
 * Stripe's locale for a language; the browser's when Stripe does not support it.
 * @param language BCP 47 or a value of the `user-language` header
 */
export const localeOf = (language: string) => matchLocale(language, LOCALES) ?? 'auto';

/**
 * A catalogue price, inline for one sale. The Stripe product is named by the price id, so each object that refers to
 * the product identifies the purchase.
 */
export interface InlinePrice {
  readonly currency: string;
  readonly product: string;
  readonly unit_amount: number;
}

/**
 * @param price after the discount
 * @returns VALIDATION_ERROR {field: price} for an amount that cannot be paid in its currency
 */
export function inlinePrice({ priceId }: Pick<Product, 'priceId'>, price: Money): Result<InlinePrice, ProductError> {
  const amount = toStripe(price);
  return amount === undefined
    ? err(productError('VALIDATION_ERROR', { field: 'price' }))
    : ok({ currency: price.currency, product: priceId, unit_amount: amount });
}

/** Billing interval of a plan. */
export const intervalOf = (product: Pick<Product, 'duration'>) => ({
  interval: 'month' as const,
  interval_count: monthsOf(product),
});

/**
 * Parameters of a checkout session. Stripe offers the country's payment methods that the account, currency and kind of
 * payment allow.
 */
export function sessionParams(
  order: CheckoutOrder,
  product: Product,
): Result<Stripe.Checkout.SessionCreateParams, ProductError> {
  const price = inlinePrice(product, order.price);
  if (!price.ok) return price;
  const {
    appName,
    cancelUrl,
    customerId,
    discountRate,
    email,
    expiresAt,
    language,
    orderId,
    priceId,
    returnUrl,
    userId,
  } = order;
  const metadata = { userId, appName, orderId, priceId, discountRate: String(discountRate) };
  const isPlan = product.duration !== null;
  return ok({
    mode: isPlan ? 'subscription' : 'payment',
    line_items: [
      { quantity: 1, price_data: { ...price.value, ...(isPlan ? { recurring: intervalOf(product) } : {}) } },
    ],
    client_reference_id: orderId,
    metadata,
    locale: localeOf(language),
    success_url: returnUrl,
    cancel_url: cancelUrl,
    expires_at: Math.ceil(expiresAt / 1_000),
    // Charge exactly the amount and currency that the page showed.
    adaptive_pricing: { enabled: false },
    ...(customerId === undefined
      ? { ...defined({ customer_email: email }), ...(isPlan ? {} : { customer_creation: 'always' as const }) }
      : { customer: customerId }),
    ...(isPlan ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
    ...methodsOf(order, isPlan),
  });
}

/**
 * Payment methods to show in a country. Stripe accepts Alipay only for one-time purchases, so a subscription from China
 * is paid by card.
 */
function methodsOf({ country }: CheckoutOrder, isPlan: boolean): { readonly allowed_payment_method_types?: string[] } {
  const pricing = pricingOf(country);
  if (pricing.paymentMethod?.platforms.includes('card') !== true) return {};
  return { allowed_payment_method_types: [...localMethodsOf(pricing, isPlan), 'card'] };
}
