import type { AppName } from '../../credits/credits.shared.js';
import type { Millis } from '../../kernel/clock.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { Money } from '../../kernel/money.shared.js';
import type { Result } from '../../kernel/result.js';
import type { PaymentPlatform } from '../plans/plan.shared.js';
import type { PurchaseFact } from '../purchase/events.js';
import type { PaymentMethod } from '../shop/shop.shared.js';
import type { GatewayTransaction } from '../settlement/transaction.shared.js';
import type { ReportedFact } from '../subscription/facts.js';
import type { Owner } from '../subscription/subscription.state.js';

/** A purchase to start. `orderId` is Kinora's; the same id opens the same checkout. */
export interface CheckoutOrder {
  readonly orderId: string;
  readonly userId: string;
  readonly appName: AppName;
  readonly priceId: string;
  /** Charge for the first period, or for the one-time purchase, after the discount. */
  readonly price: Money;
  /** Per cent, deducted each period. */
  readonly discountRate: number;
  /** From an earlier checkout at this gateway. */
  readonly customerId?: string;
  /** Address for the gateway's own receipts. */
  readonly email?: string;
  /** BCP 47 language of the page. */
  readonly language: string;
  /** ISO 3166-1 alpha-2, selects the country's payment methods; undefined when unknown. */
  readonly country?: string;
  /** Absolute address to which the browser returns, paid or not. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Millis;
}

/** The gateway's hosted payment page. */
export interface Checkout {
  readonly checkoutId: string;
  readonly url: string;
}

/** A fact about a one-time purchase, as reported. The catalogue determines what it gives. */
export type ReportedPurchase =
  | Exclude<PurchaseFact, { readonly type: 'PurchasePaid' }>
  | {
      readonly type: 'PurchasePaid';
      readonly data: Omit<Extract<PurchaseFact, { readonly type: 'PurchasePaid' }>['data'], 'usage'>;
    };

/** Content of one delivery. `orderId` is set when the gateway names the checkout. */
export type GatewayEvent =
  | {
      readonly kind: 'subscription';
      readonly owner: Owner;
      readonly externalId: string;
      readonly facts: readonly ReportedFact[];
      readonly orderId?: string;
    }
  | {
      readonly kind: 'purchase';
      readonly owner: Owner;
      readonly externalId: string;
      readonly facts: readonly ReportedPurchase[];
      readonly orderId?: string;
    }
  /** A `declined` checkout can still be paid; an `expired` one cannot. */
  | {
      readonly kind: 'checkout';
      readonly orderId: string;
      readonly outcome: 'paid' | 'declined' | 'expired';
      readonly customerId?: string;
    };

/** A delivery as received: the signed bytes and the signature header. */
export interface Delivery {
  readonly body: Uint8Array;
  readonly signature: string | undefined;
}

/** Cost of a plan change, as computed by the gateway. */
export interface GatewayPreview {
  readonly takesEffect: 'now' | 'period-end';
  readonly dueNow: Money;
  readonly credited: Money;
  readonly nextChargeAt: Millis;
  readonly nextCharge: Money;
}

/** Status of a subscription at the gateway, for the owner's page. */
export interface GatewayStatus {
  readonly method: PaymentMethod | null;
  /** Null when nothing more will be charged. */
  readonly nextCharge: { readonly at: Millis; readonly amount: Money } | null;
}

/** A page of transactions on the gateway's balance, in any order. */
export interface TransactionPage {
  readonly transactions: readonly GatewayTransaction[];
  /** Pass as `after` to get the next page; absent on the last page. */
  readonly next?: string;
}

/**
 * A payment gateway. Every action can be retried: the caller chooses `commandId`, and a repeat with the same id is the
 * same action. The result of an action arrives as a delivery, never in the answer.
 * @throws StoreUnavailable from every call when the gateway cannot be reached
 */
export interface PaymentGateway {
  /** Name in subscriptions and in the delivery address, e.g. `stripe`. Lower case. */
  readonly name: string;
  readonly platform: PaymentPlatform;
  /** Name of the signature header of a delivery, lower case. */
  readonly signatureHeader: string;
  /** @returns VALIDATION_ERROR {field} for an invalid order */
  checkout(order: CheckoutOrder): Promise<Result<Checkout, ProductError>>;
  /** Closes an unpaid checkout; a paid or closed one stays unchanged. */
  expireCheckout(checkoutId: string, commandId: string): Promise<void>;
  /** @returns SUBSCRIPTION_NOT_FOUND, PLAN_CHANGE_REFUSED {reason} */
  previewChange(externalId: string, priceId: string): Promise<Result<GatewayPreview, ProductError>>;
  /**
   * Changes the plan. A larger plan starts at once and charges the difference; a smaller one starts with the next
   * period; the current price cancels a scheduled change.
   * @param maxDue the amount shown: OFFER_CHANGED {minor, currency} when it would now cost more
   * @returns PAYMENT_DECLINED when the payment method fails; nothing has changed then
   */
  changePlan(
    externalId: string,
    priceId: string,
    maxDue: Money,
    commandId: string,
  ): Promise<Result<void, ProductError>>;
  cancelAtPeriodEnd(externalId: string, commandId: string): Promise<Result<void, ProductError>>;
  reactivate(externalId: string, commandId: string): Promise<Result<void, ProductError>>;
  /** Ends the subscription now, without a refund. */
  end(externalId: string, commandId: string): Promise<Result<void, ProductError>>;
  /**
   * @param externalId of a subscription or one-time purchase
   * @returns INVOICE_NOT_FOUND, VALIDATION_ERROR {field: amount}
   */
  refund(externalId: string, invoiceId: string, amount: Money, commandId: string): Promise<Result<void, ProductError>>;
  status(externalId: string): Promise<Result<GatewayStatus, ProductError>>;
  /** The gateway's page for changing the payment method or paying an outstanding amount. */
  portal(
    externalId: string,
    returnUrl: string,
    language: string,
  ): Promise<Result<{ readonly url: string }, ProductError>>;
  /**
   * Transactions on the gateway's balance of a time and later, page by page. A transaction may appear several times;
   * only `payoutId` may become known in between. Money of other sellers on the same balance is `other`, without a
   * subject. Reading changes nothing and can be repeated.
   * @param since milliseconds since the epoch, inclusive. Older transactions may appear too
   * @param after from the previous page; throws for a page that the gateway did not name
   */
  transactions(since: Millis, after?: string): Promise<TransactionPage>;
  /**
   * Verifies that a delivery comes from the gateway, before any of it is read or stored. May query the gateway, for
   * example for its current keys.
   * @param now milliseconds since the epoch, compared with the time of the signature
   * @returns the event id, which is the same for each delivery of an event; PERMISSION_ERROR {reason} for a missing,
   * wrong or old signature, VALIDATION_ERROR {field} for a signed body that cannot be read
   */
  verify(delivery: Delivery, now: Millis): Promise<Result<{ readonly eventId: string }, ProductError>>;
  /**
   * The reports in a verified delivery; empty for an irrelevant event. May query the gateway for related objects.
   * @returns VALIDATION_ERROR {field} for unintelligible data, SUBSCRIPTION_NOT_FOUND for an unknown customer
   */
  read(body: Uint8Array): Promise<Result<readonly GatewayEvent[], ProductError>>;
}
