import type Stripe from 'stripe';
import type { GatewayStatus } from '../port.js';
import type { PaymentMethod } from '../../shop/shop.shared.js';
import { fromStripe } from './amounts.js';

/** Related objects to expand with a subscription. */
export const STATUS_EXPAND = [
  'default_payment_method',
  'customer.invoice_settings.default_payment_method',
  'latest_invoice',
];

const WALLETS: ReadonlySet<string> = new Set([
  'apple_pay',
  'google_pay',
  'link',
  'paypal',
  'amazon_pay',
  'cashapp',
  'wechat_pay',
]);

/** The subscription's own payment method, else the customer's default. */
export function methodOf({ customer, default_payment_method }: Stripe.Subscription): PaymentMethod | null {
  const ofCustomer =
    typeof customer === 'string' || customer.deleted === true ? null : customer.invoice_settings.default_payment_method;
  const method = default_payment_method ?? ofCustomer;
  if (method === null || typeof method === 'string') return null;
  const { card, type } = method;
  if (card !== undefined)
    return {
      kind: 'card',
      brand: card.brand,
      last4: card.last4,
      expires: { month: card.exp_month, year: card.exp_year },
    };
  return {
    kind: type === 'alipay' ? 'alipay' : WALLETS.has(type) ? 'wallet' : 'other',
    brand: null,
    last4: null,
    expires: null,
  };
}

/** Whether something more will be charged. */
export function isCharged({
  cancel_at,
  cancel_at_period_end,
  status,
}: Pick<Stripe.Subscription, 'cancel_at' | 'cancel_at_period_end' | 'status'>): boolean {
  return (
    !cancel_at_period_end &&
    cancel_at === null &&
    (status === 'active' || status === 'trialing' || status === 'past_due')
  );
}

/** The retry of a failed charge comes before the next period's charge. */
export function retryOf({ latest_invoice }: Stripe.Subscription): GatewayStatus['nextCharge'] {
  if (
    latest_invoice === null ||
    typeof latest_invoice === 'string' ||
    latest_invoice.status !== 'open' ||
    latest_invoice.next_payment_attempt === null
  )
    return null;
  return {
    at: latest_invoice.next_payment_attempt * 1_000,
    amount: fromStripe(latest_invoice.amount_remaining, latest_invoice.currency),
  };
}
