import type Stripe from 'stripe';
import { defined } from '../../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import type { Money } from '../../../kernel/money.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { pricingOf } from '../../plans/price.shared.js';
import { monthsOf, type Product } from '../../plans/product.shared.js';
import type { CheckoutOrder } from '../port.js';
import { toStripe } from './amounts.js';

/** The languages of Stripe's own pages, by tag in lower case (its types name them). */
const LOCALES = new Map(
  (['bg', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'es', 'es-419', 'et', 'fi', 'fil', 'fr', 'fr-CA', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt', 'pt-BR', 'ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh', 'zh-HK', 'zh-TW'] as const)
    .map((locale) => [locale.toLowerCase(), locale]),
);

/** The language of Stripe's page for one of Kinora's; the browser's where Stripe does not speak it. @param language BCP 47 */
export function localeOf(language: string) {
  const tag = language.toLowerCase();
  return LOCALES.get(tag) ?? LOCALES.get(tag.split('-')[0] ?? '') ?? 'auto';
}

/** A price of the catalogue's, for this sale alone. The product at Stripe bears the price's id, so that whatever names the product tells what was bought. */
export interface InlinePrice {
  readonly currency: string;
  readonly product: string;
  readonly unit_amount: number;
}

/** @param price with what is taken off. @returns VALIDATION_ERROR {field: price} for an amount that cannot be paid in its currency */
export function inlinePrice({ priceId }: Pick<Product, 'priceId'>, price: Money): Result<InlinePrice, ProductError> {
  const amount = toStripe(price);
  return amount === undefined ? err(productError('VALIDATION_ERROR', { field: 'price' })) : ok({ currency: price.currency, product: priceId, unit_amount: amount });
}

/** How often a plan is paid for. */
export const recurringOf = (product: Pick<Product, 'duration'>) => ({ interval: 'month' as const, interval_count: monthsOf(product) });

/** A sale. Of what a country pays with, Stripe offers what the account, the currency and the kind of payment allow. */
export function sessionParams(order: CheckoutOrder, product: Product): Result<Stripe.Checkout.SessionCreateParams, ProductError> {
  const price = inlinePrice(product, order.price);
  if (!price.ok) return price;
  const { appName, cancelUrl, customerId, discountRate, email, expiresAt, language, orderId, priceId, returnUrl, userId } = order;
  const metadata = { userId, appName, orderId, priceId, discountRate: String(discountRate) };
  const isPlan = product.duration !== null;
  return ok({
    mode: isPlan ? 'subscription' : 'payment',
    line_items: [{ quantity: 1, price_data: { ...price.value, ...(isPlan ? { recurring: recurringOf(product) } : {}) } }],
    client_reference_id: orderId, metadata, locale: localeOf(language), success_url: returnUrl, cancel_url: cancelUrl, expires_at: Math.ceil(expiresAt / 1_000),
    // What was shown is what is charged, in the currency in which it was shown.
    adaptive_pricing: { enabled: false },
    ...(customerId === undefined ? { ...defined({ customer_email: email }), ...(isPlan ? {} : { customer_creation: 'always' as const }) } : { customer: customerId }),
    ...(isPlan ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
    ...methodsOf(order, isPlan),
  });
}

/**
 * The ways of paying that a country is to be shown. Stripe takes Alipay for what is bought once alone: a
 * subscription from China is paid for by card.
 */
function methodsOf({ country }: CheckoutOrder, isPlan: boolean): { readonly allowed_payment_method_types?: string[] } {
  const method = pricingOf(country).paymentMethod;
  if (method?.platforms.includes('card') !== true) return {};
  return { allowed_payment_method_types: isPlan ? ['card'] : [...method.payment_method_types, 'card'] };
}
