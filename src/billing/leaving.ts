import type { ProductError } from '../kernel/errors.shared.js';
import { derivedId, type UserId } from '../kernel/ids.js';
import type { Result } from '../kernel/result.js';
import type { Logs } from '../platform/http/logs.js';
import { StoreUnavailable } from '../platform/unavailable.js';
import type { BillingGateways } from './gateways/registry.js';
import type { Links } from './orders/links.js';
import { isOpen, type Order } from './orders/order.js';
import type { Orders } from './orders/orders.js';
import { plansWith } from './orders/plans.js';
import type { Settlement } from './orders/settle.js';
import { isActiveStatus, type Plan } from './plans/plan.shared.js';
import type { BillingReads } from './queries.js';
import type { IdempotentActions } from './shop/idempotent-actions.js';

export interface LeavingDeps {
  readonly orders: Orders;
  readonly links: Links;
  readonly actions: IdempotentActions;
  readonly settlement: Settlement;
  readonly gateways: BillingGateways;
  readonly reads: Pick<BillingReads, 'of'>;
  /** Whether they have left, and permanently. */
  readonly departure: (userId: UserId) => Promise<'here' | 'left' | 'gone'>;
  readonly log: Pick<Logs, 'error'>;
}

type Ending = 'now' | 'at-period-end' | 'nothing';
type PlanState = Pick<Plan, 'status' | 'cancelAtPeriodEnd'>;

/** What becomes of someone's plans and orders when their account goes. Idempotent. */
export class BillingLeaving {
  constructor(private readonly deps: LeavingDeps) {}

  /**
   * An account was deleted, and may be taken back: nothing more is charged. What is paid for runs to its end, what is owed ends now, and no
   * checkout is left open. @param messageId of what told of it. @throws StoreUnavailable
   */
  async leave(userId: UserId, messageId: string): Promise<void> {
    for await (const { document } of this.deps.orders.of(userId)) if (isOpen(document)) await this.deps.settlement.close(document);
    await this.endPlans(userId, messageId, withTheirPeriod);
  }

  /**
   * A plan was told of: one that was paid for just before its owner left, and heard of after, is ended as the others were.
   * @param bought where its stream stands. @param deliveryId of what told of it. @throws StoreUnavailable, also while no one has followed the log so far
   */
  async overtake(userId: UserId, bought: NonNullable<Order['bought']>, deliveryId: string): Promise<void> {
    const departure = await this.deps.departure(userId);
    if (departure === 'here') return;
    await plansWith(this.deps.reads, userId, bought);
    if (departure === 'left') await this.leave(userId, deliveryId);
    else await this.purge(userId, deliveryId);
  }

  /** Nothing is left of an account: no plan runs on, and what names the user goes. @throws StoreUnavailable */
  async purge(userId: UserId, messageId: string): Promise<void> {
    await this.endPlans(userId, messageId, atOnce);
    await this.deps.orders.forget(userId);
    await this.deps.actions.forget(userId);
    await this.deps.links.forget(userId);
  }

  private async endPlans(userId: UserId, messageId: string, how: (plan: PlanState) => Ending): Promise<void> {
    // What an order came to is recorded before the order says so: nothing that was paid for is overlooked.
    for await (const { document } of this.deps.orders.of(userId)) if (document.kind === 'plan' && document.bought !== null) await plansWith(this.deps.reads, userId, document.bought);
    for (const { subscriptionId, view } of await this.deps.reads.of(userId)) {
      const what = view === null ? 'nothing' : how(view);
      const link = what === 'nothing' ? undefined : await this.deps.links.find(subscriptionId);
      if (link === undefined) continue;
      const gateway = this.deps.gateways.byName(link.gateway);
      if (gateway === undefined) {
        // Not waited for: a gateway that was given up would keep everything else of the account from going.
        this.deps.log.error({ gateway: link.gateway, subscription: subscriptionId, externalId: link.externalId }, 'a plan of somebody who has left cannot be ended, as its gateway is not set up: an operator has to end it there');
        continue;
      }
      const commandId = derivedId('leaving', messageId, subscriptionId);
      const done: Result<void, ProductError> = what === 'now' ? await gateway.end(link.externalId, commandId) : await gateway.cancelAtPeriodEnd(link.externalId, commandId);
      // Of what is over at the gateway already, or is set to end there, a delivery is on its way.
      if (!done.ok && done.error.identifier === 'TRY_AGAIN') throw new StoreUnavailable(link.gateway, 'unreachable', 'a plan could not be ended for now');
    }
  }
}

const isOver = ({ status }: PlanState): boolean => status === 'canceled' || status === 'incomplete_expired';
const atOnce = (plan: PlanState): Ending => (isOver(plan) ? 'nothing' : 'now');

/** What is paid for is theirs to its end; what is owed is not. */
function withTheirPeriod(plan: PlanState): Ending {
  if (!isActiveStatus(plan.status)) return atOnce(plan);
  return plan.cancelAtPeriodEnd ? 'nothing' : 'at-period-end';
}
