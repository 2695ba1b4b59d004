import { z } from 'zod';
import { APP_NAMES } from '../../credits/credits.shared.js';
import type { Millis } from '../../kernel/clock.js';
import type { Money } from '../../kernel/money.shared.js';
import { PLATFORM_NAMES, type PaymentPlatform, type SubLog } from '../plans/plan.shared.js';
import type { CountryPricing } from '../plans/price.shared.js';
import type { Product } from '../plans/product.shared.js';
import { CANCEL_REASONS } from '../subscription/reasons.shared.js';

export { CANCEL_REASONS, type CancelReason } from '../subscription/reasons.shared.js';

/** What the calls of buying and of plans take and answer, for the server and the browser alike. */

/** Of the caller; the same one is the same action, however often it is sent. */
const requestId = z.string().regex(/^[\w-]{8,64}$/);
const priceId = z.string().min(1).max(120);
const subscriptionId = z.string().min(1).max(120);
/** As it was shown, after what is taken off: minor units, ISO 4217 in lower case. */
const shown = z.strictObject({ minor: z.int().min(0), currency: z.string().regex(/^[a-z]{3}$/) });
/** A path of the product's own, with its language prefix. The browser comes back to it with `order` and `checkout=returned|canceled` in the address. */
const returnPath = z.string().max(300).regex(/^\/(?![/\\])[^\s\\]*$/);

/** A price that is taken off for those who have never had a plan, by its code. */
export interface Promotion {
  readonly code: string;
  /** Per cent, off every period of the plan that is begun with it. */
  readonly percent: number;
  readonly priceIds: readonly string[];
}

export const offerInput = z.object({ appName: z.enum(APP_NAMES) });
/** What can be bought, by whom asks, from where they are. */
export interface Offer {
  readonly products: readonly Product[];
  /** Of the caller's country; the default one where no one knows it. */
  readonly country: CountryPricing;
  /** What prices may be shown in, the country's first. ISO 4217, lower case. */
  readonly currencies: readonly string[];
  /** Visible ones, the country's own first. */
  readonly platforms: readonly PaymentPlatform[];
  /** Whether the operator keeps buying from that country. */
  readonly isRefused: boolean;
  /** Money is only played with: the gateway is the sandbox. */
  readonly isSandbox: boolean;
  /** Which the caller may still use; null for none. */
  readonly promotion: Promotion | null;
}

export const checkoutInput = z.strictObject({
  requestId, appName: z.enum(APP_NAMES), priceId, price: shown, platformName: z.enum(PLATFORM_NAMES), coupon: z.string().min(1).max(40).exactOptional(), returnPath,
});
/** A page of the gateway's to go to. `orderId` is what analytics calls prebook_id. */
export interface CheckoutOpened {
  readonly orderId: string;
  readonly url: string;
}

export const orderInput = z.object({ orderId: z.string().min(1).max(120) });
export const ORDER_STATUSES = ['open', 'paid', 'declined', 'expired'] as const;
/** What came of a checkout: what the page that one comes back to shows. */
export interface OrderView {
  readonly orderId: string;
  readonly status: (typeof ORDER_STATUSES)[number];
  readonly kind: 'plan' | 'once';
  readonly product: Product;
  /** What is paid, after what is taken off. */
  readonly price: Money;
  /** The code by which it is; absent for none. */
  readonly coupon?: string;
}

export const changePreviewInput = z.object({ subscriptionId, priceId });
/** What a change of plan would come to. */
export interface ChangePreview {
  readonly subscriptionId: string;
  readonly product: Product;
  readonly takesEffect: 'now' | 'period-end';
  /** Charged at once; nothing for what takes effect at the period's end. */
  readonly dueNow: Money;
  /** Of `dueNow`, what was taken off for the time that the plan so far is still paid for. */
  readonly credited: Money;
  /** Credits that come at once. */
  readonly creditsNow: number;
  readonly nextChargeAt: Millis;
  readonly nextCharge: Money;
}
export const changePlanInput = z.strictObject({ requestId, subscriptionId, priceId, dueNow: shown });

export const cancelInput = z.strictObject({ requestId, subscriptionId, reasons: z.array(z.enum(CANCEL_REASONS)).max(CANCEL_REASONS.length), text: z.string().max(1_000).exactOptional() });
/** The promise that nothing more is charged, and what ends when. */
export interface CancelReceipt {
  readonly subscriptionId: string;
  readonly canceledAt: Millis;
  /** The plan is there until then; nothing is charged then or after. */
  readonly accessUntil: Millis;
  /** Credits of the plan that are there now and expire then unless they are spent. */
  readonly creditsLeft: number;
}
export const reactivateInput = z.strictObject({ requestId, subscriptionId });
export const portalInput = z.strictObject({ subscriptionId, returnPath });

/** How a subscription is paid for, as far as the gateway tells; nothing of it is kept here. */
export interface PaymentMethod {
  readonly kind: 'card' | 'alipay' | 'wallet' | 'other';
  /** Such as `visa`; null where there is none. */
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expires: { readonly month: number; readonly year: number } | null;
}

export const overviewInput = z.object({ appName: z.enum(APP_NAMES) });
/** One's own plan, for the billing page. */
export interface BillingOverview {
  readonly subLog: SubLog;
  /** Null where nothing more will be charged. */
  readonly nextCharge: { readonly at: Millis; readonly amount: Money } | null;
  /** A smaller plan that follows with the next period. */
  readonly scheduled: { readonly product: Product; readonly at: Millis } | null;
  readonly method: PaymentMethod | null;
  /** Credits of the plan that are unspent now. */
  readonly planCredits: number;
  /** Until when the plan allows what it does while its renewal is tried again; null when nothing is outstanding. */
  readonly graceUntil: Millis | null;
  readonly isSandbox: boolean;
}

export const invoicesInput = z.object({ appName: z.enum(APP_NAMES), cursor: z.string().max(400).optional() });
export const INVOICE_STATUSES = ['paid', 'failed', 'part-refunded', 'refunded', 'disputed'] as const;
/** One invoice of one's own. */
export interface InvoiceView {
  readonly invoiceId: string;
  /** As it is printed. */
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
  /** Where it is read as a PDF, in the language of the page: `?language=` is added. Null before it is paid. */
  readonly pdf: string | null;
}
export interface InvoicePage {
  readonly items: readonly InvoiceView[];
  readonly nextCursor: string | null;
}

