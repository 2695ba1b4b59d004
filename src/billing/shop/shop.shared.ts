import { z } from 'zod';
import { APP_NAMES } from '../../credits/credits.shared.js';
import type { Millis } from '../../kernel/clock.js';
import type { Money } from '../../kernel/money.shared.js';
import { PLATFORM_NAMES, type PaymentPlatform, type SubLog } from '../plans/plan.shared.js';
import type { CountryPricing } from '../plans/price.shared.js';
import type { Product } from '../plans/product.shared.js';
import { CANCEL_REASONS } from '../subscription/reasons.shared.js';

export { CANCEL_REASONS, type CancelReason } from '../subscription/reasons.shared.js';

/** Inputs and outputs of purchase and plan calls, shared by server and browser. */

/** Chosen by the caller. The same id is the same action, however often it is sent. */
const requestId = z.string().regex(/^[\w-]{8,64}$/);
const priceId = z.string().min(1).max(120);
const subscriptionId = z.string().min(1).max(120);
/** Price as shown, after the discount: minor units, ISO 4217 in lower case. */
const shown = z.strictObject({ minor: z.int().min(0), currency: z.string().regex(/^[a-z]{3}$/) });
/**
 * A path within the product, with language prefix. The browser returns to it with `order` and
 * `checkout=returned|canceled` in the query.
 */
const returnPath = z
  .string()
  .max(300)
  .regex(/^\/(?![/\\])[^\s\\]*$/);

/** A discount for users who never had a plan, by code. */
export interface Promotion {
  readonly code: string;
  /** Per cent, off every period of the plan that starts with it. */
  readonly percent: number;
  readonly priceIds: readonly string[];
}

export const offerInput = z.object({ appName: z.enum(APP_NAMES) });
/** What the caller can buy at their location. */
export interface Offer {
  readonly products: readonly Product[];
  /** Pricing of the caller's country; the default country when unknown. */
  readonly country: CountryPricing;
  /** Currencies for prices, the country's own first. ISO 4217, lower case. */
  readonly currencies: readonly string[];
  /** Visible ones, the country's own first. */
  readonly platforms: readonly PaymentPlatform[];
  /** Whether the operator blocks purchases from that country. */
  readonly isRefused: boolean;
  /** The gateway is the sandbox, which uses play money. */
  readonly isSandbox: boolean;
  /** The promotion that the caller can still use; null for none. */
  readonly promotion: Promotion | null;
}

export const checkoutInput = z.strictObject({
  requestId,
  appName: z.enum(APP_NAMES),
  priceId,
  price: shown,
  platformName: z.enum(PLATFORM_NAMES),
  coupon: z.string().min(1).max(40).exactOptional(),
  returnPath,
});
/** The gateway's page to open. `orderId` is what analytics calls prebook_id. */
export interface CheckoutOpened {
  readonly orderId: string;
  readonly url: string;
}

export const orderInput = z.object({ orderId: z.string().min(1).max(120) });
export const ORDER_STATUSES = ['open', 'paid', 'declined', 'expired'] as const;
/** Result of a checkout, for the page to which the browser returns. */
export interface OrderView {
  readonly orderId: string;
  readonly status: (typeof ORDER_STATUSES)[number];
  readonly kind: 'plan' | 'once';
  readonly product: Product;
  /** Amount paid, after the discount. */
  readonly price: Money;
  /** Promotion code; absent for none. */
  readonly coupon?: string;
}

export const changePreviewInput = z.object({ subscriptionId, priceId });
/** Cost of a plan change. */
export interface ChangePreview {
  readonly subscriptionId: string;
  readonly product: Product;
  readonly takesEffect: 'now' | 'period-end';
  /** Charged at once; zero for a change at the end of the period. */
  readonly dueNow: Money;
  /** Part of `dueNow` credited for time already paid on the current plan. */
  readonly credited: Money;
  /** Credits given at once. */
  readonly creditsNow: number;
  readonly nextChargeAt: Millis;
  readonly nextCharge: Money;
}
export const changePlanInput = z.strictObject({ requestId, subscriptionId, priceId, dueNow: shown });

export const cancelInput = z.strictObject({
  requestId,
  subscriptionId,
  reasons: z.array(z.enum(CANCEL_REASONS)).max(CANCEL_REASONS.length),
  text: z.string().max(1_000).exactOptional(),
});
/** Confirms that nothing more is charged, and states what ends when. */
export interface CancelReceipt {
  readonly subscriptionId: string;
  readonly canceledAt: Millis;
  /** The plan remains until then; nothing is charged then or later. */
  readonly accessUntil: Millis;
  /** Current credits of the plan, which expire then unless spent. */
  readonly creditsLeft: number;
}
export const reactivateInput = z.strictObject({ requestId, subscriptionId });
export const portalInput = z.strictObject({ subscriptionId, returnPath });

/** Payment method of a subscription as reported by the gateway; not stored here. */
export interface PaymentMethod {
  readonly kind: 'card' | 'alipay' | 'wallet' | 'other';
  /** E.g. `visa`; null for none. */
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expires: { readonly month: number; readonly year: number } | null;
}

export const overviewInput = z.object({ appName: z.enum(APP_NAMES) });
/** The caller's plan, for the billing page. */
export interface BillingOverview {
  readonly subLog: SubLog;
  /** Null when nothing more will be charged. */
  readonly nextCharge: { readonly at: Millis; readonly amount: Money } | null;
  /** A smaller plan scheduled for the next period. */
  readonly scheduled: { readonly product: Product; readonly at: Millis } | null;
  readonly method: PaymentMethod | null;
  /** Unspent credits of the plan. */
  readonly planCredits: number;
  /** End of the grace period while a renewal is retried; null when nothing is outstanding. */
  readonly graceUntil: Millis | null;
  readonly isSandbox: boolean;
}

export const invoicesInput = z.object({ appName: z.enum(APP_NAMES), cursor: z.string().max(400).optional() });
export const INVOICE_STATUSES = ['paid', 'failed', 'part-refunded', 'refunded', 'disputed'] as const;
/** An invoice of the caller. */
export interface InvoiceView {
  readonly invoiceId: string;
  /** The printed number. */
  readonly number: string;
  readonly at: Millis;
  readonly status: (typeof INVOICE_STATUSES)[number];
  readonly product: Product;
  readonly kind: 'start' | 'renewal' | 'upgrade' | 'once';
  readonly period: { readonly start: Millis; readonly end: Millis } | null;
  /** With tax. */
  readonly amount: Money;
  readonly tax: Money;
  readonly refunded: Money;
  /** Address of the PDF; add `?language=` for the page's language. Null until paid. */
  readonly pdf: string | null;
}
export interface InvoicePage {
  readonly items: readonly InvoiceView[];
  readonly nextCursor: string | null;
}
