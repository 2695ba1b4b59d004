import type { AppName } from '../../credits/credits.shared.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { Millis } from '../../kernel/clock.js';
import type { Money } from '../../kernel/money.js';
import type { Result } from '../../kernel/result.js';
import type { PaymentPlatform } from '../plan.shared.js';
import type { ToldFact } from '../subscription/facts.js';
import type { Owner } from '../subscription/subscription.state.js';

/** What somebody wants to buy. `requestId` is the caller's: the same one opens the same checkout. */
export interface CheckoutOrder {
  readonly requestId: string;
  readonly userId: string;
  readonly appName: AppName;
  readonly priceId: string;
  /** As it was shown; a checkout at any other is refused with PRICE_CHANGED. */
  readonly price: Money;
  /** Where the browser comes back to, paid or not. Absolute. */
  readonly returnUrl: string;
}

/** A page of the gateway's on which one pays. */
export interface Checkout {
  readonly checkoutId: string;
  readonly url: string;
}

/** What a delivery tells of one subscription. */
export interface Telling {
  /** Of the delivery's event; the same for each delivery of it. */
  readonly eventId: string;
  readonly owner: Owner;
  /** What the gateway calls the subscription. */
  readonly externalId: string;
  readonly facts: readonly ToldFact[];
}

/** A delivery as it came over the wire: the bytes that were signed. */
export interface Delivery {
  readonly body: Uint8Array;
  readonly signature: string | undefined;
}

/**
 * Somebody who takes payments. Every call may be sent again: `commandId` is the caller's, and the same one is the same wish. What
 * became of a wish is told by a delivery, never by the answer.
 * @throws StoreUnavailable from every call but `read` when the gateway cannot be reached
 */
export interface PaymentGateway {
  /** As subscriptions name it, e.g. `stripe`. */
  readonly name: string;
  readonly platform: PaymentPlatform;
  /** @returns VALIDATION_ERROR {field} or PRICE_CHANGED for an order that cannot be */
  checkout(order: CheckoutOrder): Promise<Result<Checkout, ProductError>>;
  cancelAtPeriodEnd(externalId: string, commandId: string): Promise<Result<void, ProductError>>;
  reactivate(externalId: string, commandId: string): Promise<Result<void, ProductError>>;
  /** To more at once, for what it costs more; to less with the next period; to the price that it has, which takes the latter back. */
  changePlan(externalId: string, priceId: string, commandId: string): Promise<Result<void, ProductError>>;
  refund(externalId: string, invoiceId: string, amount: Money, commandId: string): Promise<Result<void, ProductError>>;
  /**
   * Reads a delivery.
   * @param now milliseconds, against which the time of its signature is held
   * @returns nothing for an event that is of no concern; PERMISSION_ERROR {reason} for a signature that is missing, wrong or old,
   *   VALIDATION_ERROR {field} for what is signed and cannot be read
   */
  read(delivery: Delivery, now: Millis): Result<Telling | undefined, ProductError>;
}
