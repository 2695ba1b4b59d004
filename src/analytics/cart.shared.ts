import type { CartSummary } from './events.shared.js';
import type { ProductType } from './names.shared.js';

/** A price in analytics; `price` covers the whole duration, in units of its currency. */
export interface PriceItem {
  readonly priceId: string;
  readonly productName: string;
  readonly productType: ProductType;
  /** Months; a year when absent. */
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
/** Keeps sums of two-decimal prices at two decimals. */
const sum = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((all, amount) => all + amount, 0) * CENTS) / CENTS;

/**
 * The cart in analytics. Free items are left out. The currency is USD when any item is in USD, else the given one. The
 * duration is yearly unless the first paid item has a shorter one.
 * @param appName category of every item
 * @param currency of the cart, when no item is in USD
 */
export function cartSummary(
  items: readonly PriceItem[],
  { appName, currency }: { readonly appName: string; readonly currency: string },
): CartSummary {
  const paid = items.filter(({ price }) => price !== 0);
  const first = paid[0];
  return {
    items: paid.map((item) => ({
      item_id: item.priceId,
      item_name: item.productName,
      quantity: 1,
      price: item.price,
      iso: item.realCurrency.iso,
      item_category: appName,
      item_category2: isYearly(item) ? 'Annually' : 'Monthly',
    })),
    currency: items.some((item) => item.currency.toLowerCase() === 'usd') ? 'USD' : currency,
    total_price: sum(paid.map(({ price }) => price)),
    total_monthly_price: sum(paid.map(({ priceMonth }) => priceMonth)),
    product_type: items[0]?.productType ?? 'free',
    paid_product_type: first?.productType ?? null,
    duration: first === undefined || isYearly(first) ? 'yearly' : 'monthly',
  };
}
