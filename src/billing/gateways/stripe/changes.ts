import type Stripe from 'stripe';
import type { Millis } from '../../../kernel/clock.js';
import { defined } from '../../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { addMonths } from '../../../kernel/months.js';
import { money, type Money } from '../../../kernel/money.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { keptDiscount } from '../../grants/discount.policy.js';
import { discounted, priceShown } from '../../plans/price.shared.js';
import { isUpgrade, monthsOf, type Product } from '../../plans/product.shared.js';
import type { GatewayPreview } from '../port.js';
import { fromStripe } from './amounts.js';
import { inlinePrice, intervalOf, type InlinePrice } from './checkout.js';
import { ownOf, type OwnMetadata, type StripeSubscription } from './objects.js';

const HOUR = 3_600_000;

/** A plan change, before Stripe computes its cost. */
export interface Change {
  readonly own: OwnMetadata;
  readonly takesEffect: 'now' | 'period-end';
  /** The plan stays the same, and a scheduled smaller plan is canceled. */
  readonly isTakenBack: boolean;
  readonly product: Product;
  readonly price: Money;
  readonly inline: InlinePrice;
  readonly itemId: string;
  readonly stripePrice: string;
  readonly periodStart: Millis;
  readonly periodEnd: Millis;
  /** Time of the first full charge after the change. */
  readonly nextChargeAt: Millis;
}

const refused = (reason: 'not-now' | 'unknown-price'): Result<never, ProductError> =>
  err(productError('PLAN_CHANGE_REFUSED', { reason }));

/**
 * @param prices the catalogue
 * @returns PLAN_CHANGE_REFUSED {reason} for a change that is not possible now, SUBSCRIPTION_NOT_FOUND for a
 * subscription that is not Kinora's
 */
export function changeOf(
  subscription: StripeSubscription,
  priceId: string,
  prices: (priceId: string) => Product | undefined,
  now: Millis,
): Result<Change, ProductError> {
  const own = ownOf(subscription.metadata);
  if (!own.ok) return own;
  const [item] = subscription.items.data;
  const product = prices(priceId);
  const before = item === undefined ? undefined : prices(item.price.product);
  if (
    item === undefined ||
    product === undefined ||
    before === undefined ||
    product.duration === null ||
    product.price === 0 ||
    product.appName !== own.value.appName
  )
    return refused('unknown-price');
  if (subscription.status !== 'active' || subscription.cancel_at_period_end || subscription.cancel_at !== null)
    return refused('not-now');
  const price = discounted(
    priceShown(product, subscription.currency),
    keptDiscount(own.value.discountRate ?? 0, own.value.priceId, product.priceId),
  );
  // A subscription keeps the currency it started in.
  if (price.currency !== subscription.currency) return refused('unknown-price');
  const inline = inlinePrice(product, price);
  if (!inline.ok) return inline;
  const isTakenBack = product.priceId === before.priceId;
  const isNow = !isTakenBack && isUpgrade(product, [before]);
  const { current_period_end: periodEnd, current_period_start: periodStart } = item;
  return ok({
    own: own.value,
    takesEffect: isNow ? 'now' : 'period-end',
    isTakenBack,
    product,
    price,
    inline: inline.value,
    itemId: item.id,
    stripePrice: item.price.id,
    periodStart,
    periodEnd,
    nextChargeAt: isNow && monthsOf(product) !== monthsOf(before) ? addMonths(now, monthsOf(product)) : periodEnd,
  });
}

/**
 * Proration time of an upgrade: rounded down to the hour, so that the amount shown is still valid when it is confirmed
 * a minute later.
 */
const prorationAt = ({ periodStart }: Change, now: Millis): number =>
  Math.ceil(Math.max(periodStart, now - (now % HOUR)) / 1_000);

const itemOf = ({ inline, itemId, product }: Change) => ({
  id: itemId,
  price_data: { ...inline, recurring: intervalOf(product) },
});

/** Parameters for previewing the cost of an upgrade. */
export const previewParams = (
  subscription: string,
  change: Change,
  now: Millis,
): Stripe.InvoiceCreatePreviewParams => ({
  subscription,
  subscription_details: {
    items: [itemOf(change)],
    proration_behavior: 'always_invoice',
    proration_date: prorationAt(change, now),
  },
});

/** Upgrades and charges at once. If the payment method fails, nothing changes. */
export const upgradeParams = (change: Change, now: Millis): Stripe.SubscriptionUpdateParams => ({
  items: [itemOf(change)],
  proration_behavior: 'always_invoice',
  proration_date: prorationAt(change, now),
  payment_behavior: 'error_if_incomplete',
});

/**
 * Schedule: the current plan to the end of its period, then the smaller one. Its metadata lets Kinora recognise its
 * events.
 */
export function scheduleParams({
  inline,
  own,
  periodEnd,
  periodStart,
  product,
  stripePrice,
}: Change): Stripe.SubscriptionScheduleUpdateParams {
  const { appName, discountRate = 0, orderId, userId } = own;
  return {
    end_behavior: 'release',
    proration_behavior: 'none',
    metadata: {
      userId,
      appName,
      priceId: product.priceId,
      discountRate: String(discountRate),
      ...defined({ orderId }),
    },
    phases: [
      {
        items: [{ price: stripePrice, quantity: 1 }],
        start_date: periodStart / 1_000,
        end_date: periodEnd / 1_000,
        proration_behavior: 'none',
      },
      {
        items: [{ price_data: { ...inline, recurring: intervalOf(product) }, quantity: 1 }],
        duration: intervalOf(product),
        proration_behavior: 'none',
      },
    ],
  };
}

/** Cost of an upgrade, from Stripe's preview invoice. */
export function previewOf(
  { nextChargeAt, price, takesEffect }: Change,
  invoice: Pick<Stripe.Invoice, 'amount_due' | 'currency' | 'lines'> | undefined,
): GatewayPreview {
  const none = money(0, price.currency);
  if (invoice === undefined) return { takesEffect, dueNow: none, credited: none, nextChargeAt, nextCharge: price };
  const credited = invoice.lines.data.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0);
  return {
    takesEffect,
    dueNow: fromStripe(invoice.amount_due, invoice.currency),
    credited: fromStripe(credited, invoice.currency),
    nextChargeAt,
    nextCharge: price,
  };
}
