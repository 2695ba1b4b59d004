import type { CartSummary } from './events.shared.js';
import type { ProductType } from './names.shared.js';

/** A price as analytics has it; `price` is of the whole duration, in units of its currency. */
export interface PriceItem {
  readonly priceId: string;
  readonly productName: string;
  readonly productType: ProductType;
  /** Months; a year when it is not said. */
  readonly duration?: number;
  readonly price: number;
  readonly priceMonth: number;
  readonly realCurrency: { readonly iso: string };
  /** Lower case, such as `usd`. */
  readonly currency: string;
}

const MONTHS_A_YEAR = 12;
const CENTS = 100;

const isYearly = ({ duration = MONTHS_A_YEAR }: PriceItem): boolean => duration >= MONTHS_A_YEAR;
/** Sums of prices of two decimals stay such. */
const sum = (amounts: readonly number[]): number => Math.round(amounts.reduce((all, amount) => all + amount, 0) * CENTS) / CENTS;

/**
 * The cart in analytics: items that cost nothing are left out; the currency is USD when any item is in it, else the given
 * one; the duration is yearly unless the first item that costs something is of less.
 * @param appName the category of every item
 * @param currency of the cart, when no item is in USD
 */
export function cartSummary(items: readonly PriceItem[], { appName, currency }: { readonly appName: string; readonly currency: string }): CartSummary {
  const paid = items.filter(({ price }) => price !== 0);
  const first = paid[0];
  return {
    items: paid.map((item) => ({
      item_id: item.priceId, item_name: item.productName, quantity: 1, price: item.price, iso: item.realCurrency.iso,
      item_category: appName, item_category2: isYearly(item) ? 'Annually' : 'Monthly',
    })),
    currency: items.some((item) => item.currency.toLowerCase() === 'usd') ? 'USD' : currency,
    total_price: sum(paid.map(({ price }) => price)),
    total_monthly_price: sum(paid.map(({ priceMonth }) => priceMonth)),
    product_type: items[0]?.productType ?? 'free',
    paid_product_type: first?.productType ?? null,
    duration: first === undefined || isYearly(first) ? 'yearly' : 'monthly',
  };
}
