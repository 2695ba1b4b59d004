import { defined } from '@src/kernel/defined.shared';
import { cartSummary, type PriceItem } from '@src/analytics/cart.shared';
import type { EventOf } from '@src/analytics/events.shared';
import type { SubscribeType } from '@src/analytics/names.shared';
import type { PlatformName } from '@src/billing/plans/plan.shared';
import { monthlyPrice, priceNumber, priceShown } from '@src/billing/plans/price.shared';
import { monthsOf, periodOf, tierOf, type PeriodType, type Product } from '@src/billing/plans/product.shared';
import type { Money } from '@src/kernel/money.shared';

/** Event of a click on the button under a product. @param currency of the prices shown */
export function subscribeClickEvent(product: Product, currency: string): EventOf<'sub_button_click'> {
  const price = priceShown(product, currency);
  return {
    name: 'sub_button_click',
    period_type: periodOf(product),
    plan_type: tierOf(product.productName),
    credits: product.usageCount,
    price: Number(priceNumber(price)),
    currency: price.currency.toUpperCase(),
  };
}

/** Subscription type by period; undefined for one-off purchases. */
const SUBSCRIBED: Readonly<Record<PeriodType, SubscribeType | undefined>> = {
  monthly: 'monthly',
  yearly: 'annually',
  forever: undefined,
};

/** Event of a checkout that begins. @param prebookId of the order, or of the request to change the plan */
export function subscribeSubmitEvent(
  type: 'subscription' | 'upgrade',
  prebookId: string,
  platformName: PlatformName,
  product: Pick<Product, 'duration' | 'usageCount' | 'productName'>,
): EventOf<'sub_submit'> {
  const subscribeType = SUBSCRIBED[periodOf(product)];
  return {
    name: 'sub_submit',
    type,
    prebook_id: prebookId,
    payment_channel: platformName,
    payment_method: platformName === 'local' ? 'local_payment' : 'normal_payment',
    ...defined({ subscribe_type: subscribeType }),
  };
}

/** Event of a completed payment. @param paid amount after discounts */
export function purchaseEvent(transactionId: string, product: Product, paid: Money): EventOf<'purchase'> {
  const iso = paid.currency.toUpperCase();
  const months = monthsOf(product);
  const item: PriceItem = {
    priceId: product.priceId,
    productName: product.productName,
    productType: tierOf(product.productName),
    duration: months,
    price: Number(priceNumber(paid)),
    priceMonth: monthlyPrice(paid, Math.max(1, months)).hundredths / 100,
    realCurrency: { iso },
    currency: paid.currency,
  };
  return {
    name: 'purchase',
    transaction_id: transactionId,
    cart: cartSummary([item], { appName: product.appName, currency: iso }),
  };
}
