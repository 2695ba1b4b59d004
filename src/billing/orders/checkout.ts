import type { Clock } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { refusalOf, callerKindsOf, type PaidTier } from '../../kernel/permissions.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { CONFLICT, retryConflicts } from '../../platform/documents/retry.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import type { CountryLimit } from '../../kernel/countries.shared.js';
import { defined } from '../../kernel/defined.shared.js';
import type { BillingGateways } from '../gateways/registry.js';
import { isPaid, type PlatformName, type SubLog } from '../plans/plan.shared.js';
import type { BillingReads } from '../queries.js';
import type { CheckoutOpened } from '../shop/shop.shared.js';
import { subLogOf } from '../subscription/sub-log.js';
import type { Links } from './links.js';
import { isNewcomer, quoteOf, type Quote, type Wanted } from './offer.js';
import { CHECKOUT_MARGIN_MS, CHECKOUT_MS, isOpen, orderIdOf, type Order } from './order.js';
import { couponReservation, planReservation, type Orders } from './orders.js';
import { plansWith } from './plans.js';
import type { Settlement } from './settle.js';

/** How long to wait for the subscription of a paid order before another plan can be bought. */
const UNHEARD_MS = 86_400_000;

/** A request to buy. */
export interface CheckoutRequest extends Wanted {
  readonly requestId: string;
  readonly platformName: PlatformName;
  readonly returnPath: string;
}

/** The buyer and their location. */
export interface BuyerFacts {
  readonly user: SessionUser;
  readonly country: string | undefined;
  /** BCP 47. */
  readonly language: string;
  /** Origin at which the browser sees the product, without a trailing slash. */
  readonly origin: string;
}

export interface CheckoutDeps {
  readonly orders: Orders;
  readonly links: Links;
  readonly gateways: BillingGateways;
  readonly settlement: Settlement;
  readonly reads: Pick<BillingReads, 'of'>;
  readonly subLog: (user: SessionUser, request: Wanted) => Promise<SubLog>;
  readonly tier: (user: SessionUser, request: Wanted) => Promise<PaidTier | undefined>;
  readonly clock: Clock;
  readonly buyRefusedTo: CountryLimit;
}

/** Whether a plan prevents buying another one. An unpaid plan does too: it must be paid, changed or cancelled first. */
export const isHeld = ({ currentPlan }: Pick<SubLog, 'currentPlan'>): boolean =>
  isPaid(currentPlan) && !['canceled', 'incomplete', 'incomplete_expired'].includes(currentPlan.status);

/** Opens checkouts: one per request, however often it is sent, and only one plan at a time per user and app. */
export class Checkouts {
  constructor(private readonly deps: CheckoutDeps) {}

  /**
   * @returns the gateway's page. VALIDATION_ERROR, PERMISSION_ERROR, PRODUCT_GONE, OFFER_CHANGED, COUPON_UNKNOWN,
   * COUPON_USED, ALREADY_SUBSCRIBED, PAYMENTS_UNAVAILABLE; IDEMPOTENCY_MISMATCH when another request had the same id,
   * REQUEST_TOO_OLD when its checkout is closed
   * @throws StoreUnavailable; the same request can then be sent again
   */
  async open(request: CheckoutRequest, buyer: BuyerFacts): Promise<Result<CheckoutOpened, ProductError>> {
    const known = await this.deps.orders.get(orderIdOf(buyer.user.id, request.requestId));
    if (known !== undefined) return this.again(known, request, buyer);
    const order = await this.ordered(request, buyer);
    if (!order.ok) return order;
    return this.again(await this.deps.orders.create(order.value), request, buyer);
  }

  private async ordered(request: CheckoutRequest, buyer: BuyerFacts): Promise<Result<Order, ProductError>> {
    const { user, country, language, origin } = buyer;
    const subLog = await this.deps.subLog(user, request);
    const quote = quoteOf(request, { country, refusedTo: this.deps.buyRefusedTo }, isNewcomer(subLog));
    if (!quote.ok) return quote;
    const gateway = this.deps.gateways.ofKind(request.platformName);
    if (gateway?.platform.enable !== true) return err(productError('PAYMENTS_UNAVAILABLE'));
    const { product, price, discountRate, promotion }: Quote = quote.value;
    const kind = product.duration === null ? 'once' : 'plan';
    if (kind === 'plan') {
      if (isHeld(subLog)) return err(productError('ALREADY_SUBSCRIBED'));
      const refused = refusalOf('buyPlan', callerKindsOf(user, await this.deps.tier(user, request)));
      if (refused !== undefined) return err(refused);
    }
    if (
      promotion !== undefined &&
      (await this.deps.orders.reservation(couponReservation(user.id, promotion.code)))?.document.isUsed === true
    )
      return err(productError('COUPON_USED'));
    const now = this.deps.clock.now();
    const orderId = orderIdOf(user.id, request.requestId);
    const back = (outcome: 'returned' | 'canceled'): string => {
      const url = new URL(request.returnPath, origin);
      url.searchParams.set('order', orderId);
      url.searchParams.set('checkout', outcome);
      return url.href;
    };
    return ok({
      orderId,
      userId: user.id,
      appName: request.appName,
      kind,
      priceId: product.priceId,
      price,
      discountRate,
      ...defined({ coupon: promotion?.code }),
      gateway: gateway.name,
      platformName: request.platformName,
      language,
      ...defined({ country }),
      returnUrl: back('returned'),
      cancelUrl: back('canceled'),
      createdAt: now,
      expiresAt: now + CHECKOUT_MS,
      status: 'open',
      checkout: null,
      paidAt: null,
      bought: null,
      isRaced: false,
      dueAt: now + CHECKOUT_MS + CHECKOUT_MARGIN_MS,
    });
  }

  /** Continues an order from its current state; a new order starts from the beginning. */
  private async again(
    order: Order,
    request: CheckoutRequest,
    buyer: BuyerFacts,
  ): Promise<Result<CheckoutOpened, ProductError>> {
    const isSame =
      order.priceId === request.priceId &&
      order.appName === request.appName &&
      order.platformName === request.platformName &&
      order.price.minor === request.price.minor &&
      order.price.currency === request.price.currency &&
      order.coupon === request.coupon?.trim().toUpperCase();
    if (!isSame) return err(productError('IDEMPOTENCY_MISMATCH', { id: request.requestId }));
    if (!isOpen(order) || order.expiresAt <= this.deps.clock.now())
      return err(productError('REQUEST_TOO_OLD', { id: request.requestId }));
    if (order.checkout !== null) return ok({ orderId: order.orderId, url: order.checkout.url });
    const reserved = await this.reserve(order);
    if (!reserved.ok) {
      await this.deps.settlement.close(order);
      return reserved;
    }
    return this.atGateway(order, buyer, request.requestId);
  }

  private async reserve(order: Order): Promise<Result<void, ProductError>> {
    if (order.kind === 'plan') {
      const plan = await this.take(planReservation(order), order);
      if (!plan.ok) return plan;
    }
    return order.coupon === undefined ? ok(undefined) : this.take(couponReservation(order.userId, order.coupon), order);
  }

  /** Reserves for an order what another order may hold; closes that other order first. */
  private take(id: string, order: Order): Promise<Result<void, ProductError>> {
    const { orders, settlement, clock } = this.deps;
    const wanted = { userId: order.userId, orderId: order.orderId, isUsed: false };
    const closed = new Set<string>();
    const attempt = async (): Promise<Result<void, ProductError> | typeof CONFLICT> => {
      const held = await orders.reservation(id);
      if (held?.document.isUsed === true) return err(productError('COUPON_USED'));
      if (held?.document.orderId === order.orderId) return ok(undefined);
      const other = held === undefined ? undefined : await orders.get(held.document.orderId);
      if (other?.status === 'paid' && other.bought === null && clock.now() < (other.paidAt ?? 0) + UNHEARD_MS)
        return err(productError('ALREADY_SUBSCRIBED'));
      // Paid after this order read the log, for example in another tab.
      if (
        other?.status === 'paid' &&
        other.kind === 'plan' &&
        other.bought !== null &&
        (await this.isHeldBy(other, other.bought))
      )
        return err(productError('ALREADY_SUBSCRIBED'));
      if (other === undefined || !isOpen(other))
        return (await orders.reserve(id, wanted, held)) ? ok(undefined) : CONFLICT;
      // If it stays open after being closed, other processes are writing it.
      if (closed.has(other.orderId)) return CONFLICT;
      await settlement.close(other);
      closed.add(other.orderId);
      return attempt();
    };
    return retryConflicts('a reservation', attempt);
  }

  private async isHeldBy({ userId, appName }: Order, bought: NonNullable<Order['bought']>): Promise<boolean> {
    const { reads, gateways } = this.deps;
    return isHeld(subLogOf(appName, await plansWith(reads, userId, bought), gateways.platforms));
  }

  private async atGateway(
    order: Order,
    { user }: BuyerFacts,
    requestId: string,
  ): Promise<Result<CheckoutOpened, ProductError>> {
    const { gateways, orders, links, settlement } = this.deps;
    const gateway = gateways.byName(order.gateway);
    if (gateway === undefined) return err(productError('PAYMENTS_UNAVAILABLE'));
    const customerId = await links.customer(order.userId, gateway.name);
    const { orderId, appName, priceId, price, discountRate, language, country, returnUrl, cancelUrl, expiresAt } =
      order;
    const opened = await gateway.checkout({
      orderId,
      userId: order.userId,
      appName,
      priceId,
      price,
      discountRate,
      language,
      returnUrl,
      cancelUrl,
      expiresAt,
      ...defined({ customerId, email: user.email, country }),
    });
    if (!opened.ok) {
      await settlement.close(order);
      return opened;
    }
    const { checkoutId, url } = opened.value;
    const after = await orders.change(orderId, (known) =>
      known.checkout === null
        ? { ...known, checkout: { checkoutId, url }, ...(isOpen(known) ? {} : { dueAt: this.deps.clock.now() }) }
        : known,
    );
    if (after === undefined || isOpen(after)) return ok({ orderId, url });
    // Another checkout was opened meanwhile and closed this one.
    await settlement.settle(after);
    return err(productError('REQUEST_TOO_OLD', { id: requestId }));
  }
}
