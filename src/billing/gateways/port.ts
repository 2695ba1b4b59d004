import type { AppName } from '../../credits/credits.shared.js';
import type { Millis } from '../../kernel/clock.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { Money } from '../../kernel/money.shared.js';
import type { Result } from '../../kernel/result.js';
import type { PaymentPlatform } from '../plans/plan.shared.js';
import type { PurchaseFact } from '../purchase/events.js';
import type { PaymentMethod } from '../shop/shop.shared.js';
import type { ReportedFact } from '../subscription/facts.js';
import type { Owner } from '../subscription/subscription.state.js';

/** What someone wants to buy. `orderId` is Kinora's: the same one opens the same checkout. */
export interface CheckoutOrder {
  readonly orderId: string;
  readonly userId: string;
  readonly appName: AppName;
  readonly priceId: string;
  /** What is charged for the first period, or once; with what is taken off. */
  readonly price: Money;
  /** Per cent that is taken off each period. */
  readonly discountRate: number;
  /** Of an earlier checkout at this gateway. */
  readonly customerId?: string;
  /** Where the gateway may send its own receipts. */
  readonly email?: string;
  /** BCP 47, of the page. */
  readonly language: string;
  /** ISO 3166-1 alpha-2, for the ways of paying of that country; undefined where no one knows it. */
  readonly country?: string;
  /** Where the browser comes back to, paid or not. Absolute. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Millis;
}

/** A page of the gateway's on which one pays. */
export interface Checkout {
  readonly checkoutId: string;
  readonly url: string;
}

/** What a fact of something bought once tells; what it gives is the catalogue's to say. */
export type ReportedPurchase = Exclude<PurchaseFact, { readonly type: 'PurchasePaid' }> | { readonly type: 'PurchasePaid'; readonly data: Omit<Extract<PurchaseFact, { readonly type: 'PurchasePaid' }>['data'], 'usage'> };

/** What one delivery tells of. `orderId` where the gateway says which checkout it came from. */
export type GatewayEvent =
  | { readonly kind: 'subscription'; readonly owner: Owner; readonly externalId: string; readonly facts: readonly ReportedFact[]; readonly orderId?: string }
  | { readonly kind: 'purchase'; readonly owner: Owner; readonly externalId: string; readonly facts: readonly ReportedPurchase[]; readonly orderId?: string }
  /** `declined` may still be paid after all; `expired` never. */
  | { readonly kind: 'checkout'; readonly orderId: string; readonly outcome: 'paid' | 'declined' | 'expired'; readonly customerId?: string };

/** A delivery as it came over the wire: the bytes that were signed, and the header that signs them. */
export interface Delivery {
  readonly body: Uint8Array;
  readonly signature: string | undefined;
}

/** What a change of plan would cost, by the gateway's own reckoning. */
export interface GatewayPreview {
  readonly takesEffect: 'now' | 'period-end';
  readonly dueNow: Money;
  readonly credited: Money;
  readonly nextChargeAt: Millis;
  readonly nextCharge: Money;
}

/** How a subscription stands at the gateway, for the page of its owner. */
export interface GatewayStatus {
  readonly method: PaymentMethod | null;
  /** Null where nothing more will be charged. */
  readonly nextCharge: { readonly at: Millis; readonly amount: Money } | null;
}

/**
 * Someone who takes payments. Every action may be sent again: `commandId` is the caller's, and the same one is the same action. What
 * became of an action is told by a delivery, never by the answer.
 * @throws StoreUnavailable from every call but `verify` when the gateway cannot be reached
 */
export interface PaymentGateway {
  /** As subscriptions name it, e.g. `stripe`; also in the address of its deliveries. Lower case. */
  readonly name: string;
  readonly platform: PaymentPlatform;
  /** The header that signs a delivery, lower case. */
  readonly signatureHeader: string;
  /** @returns VALIDATION_ERROR {field} for an order that cannot be */
  checkout(order: CheckoutOrder): Promise<Result<Checkout, ProductError>>;
  /** Closes a checkout that no one has paid at; one that is paid or over is left as it is. */
  expireCheckout(checkoutId: string, commandId: string): Promise<void>;
  /** @returns SUBSCRIPTION_NOT_FOUND, PLAN_CHANGE_REFUSED {reason} */
  previewChange(externalId: string, priceId: string): Promise<Result<GatewayPreview, ProductError>>;
  /**
   * To more at once, for what it costs more; to less with the next period; to the price that it has, which takes the latter back.
   * @param maxDue what was shown: OFFER_CHANGED {minor, currency} where it would now cost more
   * @returns PAYMENT_DECLINED where the method does not pay, and nothing has changed then
   */
  changePlan(externalId: string, priceId: string, maxDue: Money, commandId: string): Promise<Result<void, ProductError>>;
  cancelAtPeriodEnd(externalId: string, commandId: string): Promise<Result<void, ProductError>>;
  reactivate(externalId: string, commandId: string): Promise<Result<void, ProductError>>;
  /** Ends it now, without a refund. */
  end(externalId: string, commandId: string): Promise<Result<void, ProductError>>;
  /** @param externalId of a subscription or of what was bought once. @returns INVOICE_NOT_FOUND, VALIDATION_ERROR {field: amount} */
  refund(externalId: string, invoiceId: string, amount: Money, commandId: string): Promise<Result<void, ProductError>>;
  status(externalId: string): Promise<Result<GatewayStatus, ProductError>>;
  /** A page of the gateway's on which one changes how one pays, or pays what is outstanding. */
  portal(externalId: string, returnUrl: string, language: string): Promise<Result<{ readonly url: string }, ProductError>>;
  /**
   * Whether a delivery is the gateway's own, before anything of it is read or kept.
   * @param now milliseconds, against which the time of its signature is held
   * @returns its event's id, the same for each delivery of it; PERMISSION_ERROR {reason} for a signature that is missing, wrong or old,
   *   VALIDATION_ERROR {field} for what is signed and cannot be read
   */
  verify(delivery: Delivery, now: Millis): Result<{ readonly eventId: string }, ProductError>;
  /**
   * What a verified delivery tells; nothing for an event that is of no concern. It may have to ask the gateway what hangs together.
   * @returns VALIDATION_ERROR {field} for what cannot be understood, SUBSCRIPTION_NOT_FOUND for a customer that no one knows
   */
  read(body: Uint8Array): Promise<Result<readonly GatewayEvent[], ProductError>>;
}
