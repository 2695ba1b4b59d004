import type { Clock } from '../../kernel/clock.js';
import { derivedId } from '../../kernel/ids.js';
import { money } from '../../kernel/money.shared.js';
import type { Logs } from '../../platform/http/logs.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import type { BillingGateways } from '../gateways/registry.js';
import { isActiveStatus } from '../plans/plan.shared.js';
import type { BillingReads } from '../queries.js';
import { paymentsOf } from '../subscription/subscription.state.js';
import type { SubscriptionDocument } from '../subscription/subscription.projection.js';
import type { Links } from './links.js';
import { expired, isOpen, type Order } from './order.js';
import { couponReservation, planReservation, type Orders } from './orders.js';
import { plansWith } from './plans.js';

export interface SettleDeps {
  readonly orders: Orders;
  readonly links: Links;
  readonly gateways: BillingGateways;
  readonly reads: Pick<BillingReads, 'of'>;
  readonly clock: Clock;
  readonly log: Pick<Logs, 'warn' | 'error'>;
}

/**
 * Processes due orders. Every step is idempotent, and an order stays due until the last step is done, so the sweep
 * resumes it after a crash.
 */
export class Settlement {
  constructor(private readonly deps: SettleDeps) {}

  /**
   * Runs one sweep over due orders. One that fails does not delay the others.
   * @throws StoreUnavailable when they cannot be read
   */
  async sweep(): Promise<void> {
    for await (const { document } of this.deps.orders.due(this.deps.clock.now())) await this.attempt(document);
  }

  /** Settles an order as far as possible now; otherwise it stays due. Never throws. */
  async attempt(order: Order): Promise<void> {
    try {
      await this.settle(order);
    } catch (error) {
      this.deps.log.warn({ err: error, order: order.orderId }, 'an order could not be settled; the next sweep retries');
    }
  }

  /**
   * Does the remaining work of a paid or closed order. An order whose checkout expired without a report is closed.
   * @throws StoreUnavailable
   */
  async settle(due: Order): Promise<void> {
    const { orders, clock } = this.deps;
    const order = isOpen(due) ? await orders.change(due.orderId, (known) => expired(known, clock.now())) : due;
    if (order === undefined || order.dueAt === null) return;
    if (order.status === 'paid') await this.settlePaid(order);
    else await this.settleExpired(order);
    // If a report arrived meanwhile, the order is due again.
    await orders.change(order.orderId, (known) =>
      known.dueAt === order.dueAt &&
      known.status === order.status &&
      known.bought?.token.revision === order.bought?.token.revision
        ? { ...known, dueAt: null }
        : known,
    );
  }

  /**
   * Closes a checkout early and releases its reservations. A paid one stays paid.
   * @throws StoreUnavailable
   */
  async close(order: Order): Promise<void> {
    const closed = await this.deps.orders.change(order.orderId, (known) => expired(known, this.deps.clock.now()));
    if (closed !== undefined && closed.dueAt !== null) await this.settle(closed);
  }

  private async settleExpired(order: Order): Promise<void> {
    const { orders, gateways } = this.deps;
    if (order.checkout !== null)
      await gateways
        .byName(order.gateway)
        ?.expireCheckout(order.checkout.checkoutId, derivedId('expire-checkout', order.orderId));
    if (order.kind === 'plan') await orders.giveBack(planReservation(order), order.orderId);
    if (order.coupon !== undefined) await orders.giveBack(couponReservation(order.userId, order.coupon), order.orderId);
  }

  private async settlePaid(order: Order): Promise<void> {
    const { orders } = this.deps;
    if (order.coupon !== undefined) await orders.use(couponReservation(order.userId, order.coupon), order);
    if (order.kind !== 'plan' || order.bought === null) return;
    const subscriptions = await plansWith(this.deps.reads, order.userId, order.bought);
    if (order.isRaced) return this.undo(order, subscriptions);
    for await (const { document: other } of orders.of(order.userId)) await this.judge(order, other, subscriptions);
  }

  /**
   * Handles two paid checkouts. The first was closed when the second was opened, but may have been paid just before.
   * The plan that was paid first stays; the other is ended and refunded.
   */
  private async judge(order: Order, other: Order, subscriptions: readonly SubscriptionDocument[]): Promise<void> {
    if (
      other.orderId === order.orderId ||
      other.kind !== 'plan' ||
      other.appName !== order.appName ||
      other.isRaced ||
      other.bought === null
    )
      return;
    const [first, second] = precedes(order, other) ? [order, other] : [other, order];
    if (first.paidAt === null || second.paidAt === null || second.createdAt > first.paidAt) return;
    const stands = (bought: Order): boolean =>
      subscriptions.some(
        ({ subscriptionId, view }) =>
          subscriptionId === bought.bought?.id && view !== null && isActiveStatus(view.status),
      );
    if (!stands(first) || !stands(second)) return;
    this.deps.log.error(
      { kept: first.orderId, undone: second.orderId, user: order.userId },
      'two plans were paid for at once; the second is ended and refunded',
    );
    const raced = await this.deps.orders.change(second.orderId, (known) => ({
      ...known,
      isRaced: true,
      dueAt: this.deps.clock.now(),
    }));
    if (raced !== undefined) await this.undo(raced, subscriptions);
  }

  /** Ends a subscription and refunds it. If its payment is reported later, this runs again. */
  private async undo(order: Order, subscriptions: readonly SubscriptionDocument[]): Promise<void> {
    const { gateways, links, log } = this.deps;
    const subscription = subscriptions.find(({ subscriptionId }) => subscriptionId === order.bought?.id);
    const gateway = gateways.byName(order.gateway);
    const link = await links.find(order.bought?.id ?? '');
    if (subscription === undefined || link === undefined) return;
    // The order stays due: the refund is made once the gateway is configured again.
    if (gateway === undefined)
      throw new StoreUnavailable(
        order.gateway,
        'unreachable',
        'it is not configured, and a plan that was paid for twice must be ended there',
      );
    await gateway.end(link.externalId, derivedId('raced-end', order.orderId));
    const refunded = new Set(
      subscription.facts.flatMap((fact) => (fact.type === 'PaymentRefunded' ? [fact.data.invoiceId] : [])),
    );
    for (const { invoiceId, amountPaid, currency } of paymentsOf(subscription.facts)) {
      if (amountPaid === 0 || refunded.has(invoiceId)) continue;
      const back = await gateway.refund(
        link.externalId,
        invoiceId,
        money(amountPaid, currency),
        derivedId('raced-refund', invoiceId),
      );
      if (!back.ok)
        log.error(
          { order: order.orderId, refused: back.error.identifier },
          'a plan that was paid for twice could not be refunded; an operator must refund it',
        );
    }
  }
}

/** Which of two orders was paid first; the older one when unknown. */
function precedes(a: Order, b: Order): boolean {
  const [paidA, paidB] = [a.paidAt ?? Infinity, b.paidAt ?? Infinity];
  return paidA !== paidB
    ? paidA < paidB
    : a.createdAt !== b.createdAt
      ? a.createdAt < b.createdAt
      : a.orderId < b.orderId;
}
