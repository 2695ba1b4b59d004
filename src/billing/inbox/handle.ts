import type { CommandBus } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { ok, type Result } from '../../kernel/result.js';
import { RecordFacts, subscriptionIdOf } from '../commands.js';
import type { PaymentGateway, GatewayEvent } from '../gateways/port.js';
import type { BillingLeaving } from '../leaving.js';
import type { Links } from '../orders/links.js';
import { afterPurchase, afterGatewayEvent, type Order } from '../orders/order.js';
import type { Orders } from '../orders/orders.js';
import { purchaseIdOf, RecordPurchase } from '../shop/purchase.commands.js';

export interface GatewayEventDeps {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly orders: Orders;
  readonly links: Links;
  /** Continues an order that is due, as far as possible now. */
  readonly settle: (order: Order) => Promise<void>;
  /** Makes sure that a plan whose owner has left is not charged again. */
  readonly overtake: BillingLeaving['overtake'];
  readonly clock: Clock;
}

type Sold = Exclude<GatewayEvent, { readonly kind: 'checkout' }>;

/**
 * Applies the reports in a delivery. Idempotent, in any order.
 * @param id of the delivery, stored with the events
 * @returns the refusal of an unintelligible or contradictory report; earlier reports of the delivery remain applied
 * @throws StoreUnavailable
 */
export async function handleDelivery(
  deps: GatewayEventDeps,
  gateway: PaymentGateway,
  body: Uint8Array,
  id: string,
): Promise<Result<undefined, ProductError>> {
  const events = await gateway.read(body);
  if (!events.ok) return events;
  for (const event of events.value) {
    const handled =
      event.kind === 'checkout' ? await handleCheckout(deps, gateway, event) : await handleSale(deps, event, id);
    if (!handled.ok) return handled;
  }
  return ok(undefined);
}

/**
 * Ignores an unknown order: it belongs to another installation at the same gateway, or was deleted with its account.
 */
async function handleCheckout(
  { orders, links, settle, clock }: GatewayEventDeps,
  gateway: PaymentGateway,
  { orderId, outcome, customerId }: Extract<GatewayEvent, { readonly kind: 'checkout' }>,
): Promise<Result<undefined, ProductError>> {
  const order = await orders.change(orderId, (known) => afterGatewayEvent(known, outcome, clock.now()));
  if (order === undefined) return ok(undefined);
  if (customerId !== undefined) await links.keepCustomer(order.userId, gateway.name, customerId);
  if (order.dueAt !== null && order.dueAt <= clock.now()) await settle(order);
  return ok(undefined);
}

async function handleSale(
  { commands, orders, links, settle, overtake, clock }: GatewayEventDeps,
  event: Sold,
  id: string,
): Promise<Result<undefined, ProductError>> {
  const { owner, externalId, orderId, kind } = event;
  const { gateway, userId } = owner;
  const soldId = kind === 'subscription' ? subscriptionIdOf(gateway, externalId) : purchaseIdOf(gateway, externalId);
  // Store the link before the events, so that every known purchase can be acted on.
  await links.keep({ id: soldId, kind, gateway, externalId, userId });
  const recorded =
    kind === 'subscription'
      ? await commands.execute(new RecordFacts(owner, externalId, event.facts, id))
      : await commands.execute(new RecordPurchase(owner, externalId, event.facts, id));
  if (!recorded.ok) return recorded;
  const bought = { id: soldId, token: recorded.value.token };
  const order =
    orderId === undefined
      ? undefined
      : await orders.change(orderId, (known) =>
          known.userId === userId ? afterPurchase(known, bought, isPaid(event), clock.now()) : known,
        );
  if (order?.dueAt != null && order.dueAt <= clock.now()) await settle(order);
  // Runs after the order names the purchase, so that a user who leaves meanwhile finds it there.
  if (kind === 'subscription') await overtake(userId as UserId, bought, id); // checked with the facts, which bear it
  return ok(undefined);
}

/** Whether the facts show that the checkout was paid, or that its plan started without a payment. */
function isPaid(event: Sold): boolean {
  if (event.kind === 'purchase') return event.facts.some(({ type }) => type === 'PurchasePaid');
  return event.facts.some(
    (fact) =>
      fact.type === 'PaymentSucceeded' || (fact.type === 'SubscriptionStarted' && fact.data.status !== 'incomplete'),
  );
}
