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
  /** Carries on with an order whose time has come, as far as that can be done now. */
  readonly settle: (order: Order) => Promise<void>;
  /** Sees to it that a plan is charged no more whose owner has left. */
  readonly overtake: BillingLeaving['overtake'];
  readonly clock: Clock;
}

type Sold = Exclude<GatewayEvent, { readonly kind: 'checkout' }>;

/**
 * Carries out what a delivery tells: idempotent, in any order.
 * @param id of the delivery, kept with the events
 * @returns the refusal of what cannot be understood or contradicts what is known; what was told before it stands
 * @throws StoreUnavailable
 */
export async function handleDelivery(deps: GatewayEventDeps, gateway: PaymentGateway, body: Uint8Array, id: string): Promise<Result<undefined, ProductError>> {
  const events = await gateway.read(body);
  if (!events.ok) return events;
  for (const event of events.value) {
    const handled = event.kind === 'checkout' ? await handleCheckout(deps, gateway, event) : await handleSale(deps, event, id);
    if (!handled.ok) return handled;
  }
  return ok(undefined);
}

/** An order that no one knows is another installation's at the same gateway, or was forgotten with its account: no concern of ours. */
async function handleCheckout({ orders, links, settle, clock }: GatewayEventDeps, gateway: PaymentGateway, { orderId, outcome, customerId }: Extract<GatewayEvent, { readonly kind: 'checkout' }>): Promise<Result<undefined, ProductError>> {
  const order = await orders.change(orderId, (known) => afterGatewayEvent(known, outcome, clock.now()));
  if (order === undefined) return ok(undefined);
  if (customerId !== undefined) await links.keepCustomer(order.userId, gateway.name, customerId);
  if (order.dueAt !== null && order.dueAt <= clock.now()) await settle(order);
  return ok(undefined);
}

async function handleSale({ commands, orders, links, settle, overtake, clock }: GatewayEventDeps, event: Sold, id: string): Promise<Result<undefined, ProductError>> {
  const { owner, externalId, orderId, kind } = event;
  const { gateway, userId } = owner;
  const soldId = kind === 'subscription' ? subscriptionIdOf(gateway, externalId) : purchaseIdOf(gateway, externalId);
  // Before the events, so that whatever is known of can be acted on.
  await links.keep({ id: soldId, kind, gateway, externalId, userId });
  const recorded = kind === 'subscription' ? await commands.execute(new RecordFacts(owner, externalId, event.facts, id)) : await commands.execute(new RecordPurchase(owner, externalId, event.facts, id));
  if (!recorded.ok) return recorded;
  const bought = { id: soldId, token: recorded.value.token };
  const order = orderId === undefined ? undefined : await orders.change(orderId, (known) => (known.userId === userId ? afterPurchase(known, bought, isPaid(event), clock.now()) : known));
  if (order?.dueAt != null && order.dueAt <= clock.now()) await settle(order);
  // After the order says what it came to, which whoever leaves meanwhile finds there.
  if (kind === 'subscription') await overtake(userId as UserId, bought, id); // checked with the facts, which bear it
  return ok(undefined);
}

/** Whether the facts say that the checkout has been paid, or that what it is for has begun without a payment. */
function isPaid(event: Sold): boolean {
  if (event.kind === 'purchase') return event.facts.some(({ type }) => type === 'PurchasePaid');
  return event.facts.some((fact) => fact.type === 'PaymentSucceeded' || (fact.type === 'SubscriptionStarted' && fact.data.status !== 'incomplete'));
}
