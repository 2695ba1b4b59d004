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
  /** Whether the user has left, and whether permanently. */
  readonly departure: (userId: UserId) => Promise<'here' | 'left' | 'gone'>;
  readonly log: Pick<Logs, 'error'>;
}

type Ending = 'now' | 'at-period-end' | 'nothing';
type PlanState = Pick<Plan, 'status' | 'cancelAtPeriodEnd'>;

/** Handles plans and orders when an account is deleted. Idempotent. */
export class BillingLeaving {
  constructor(private readonly deps: LeavingDeps) {}

  /**
   * Handles a deleted account that can still be restored. Nothing more is charged: a paid period runs to its end, an
   * unpaid plan ends now, and open checkouts are closed.
   * @param messageId of the message that announced the deletion
   * @throws StoreUnavailable
   */
  async leave(userId: UserId, messageId: string): Promise<void> {
    for await (const { document } of this.deps.orders.of(userId))
      if (isOpen(document)) await this.deps.settlement.close(document);
    await this.endPlans(userId, messageId, withTheirPeriod);
  }

  /**
   * Ends a plan that was paid just before its owner left but reported only afterwards.
   * @param bought position of the plan's stream
   * @param deliveryId of the delivery that reported the plan
   * @throws StoreUnavailable, also while the read model has not reached that position
   */
  async overtake(userId: UserId, bought: NonNullable<Order['bought']>, deliveryId: string): Promise<void> {
    const departure = await this.deps.departure(userId);
    if (departure === 'here') return;
    await plansWith(this.deps.reads, userId, bought);
    if (departure === 'left') await this.leave(userId, deliveryId);
    else await this.purge(userId, deliveryId);
  }

  /**
   * Removes a permanently deleted account: ends every plan and deletes the user's personal data.
   * @throws StoreUnavailable
   */
  async purge(userId: UserId, messageId: string): Promise<void> {
    await this.endPlans(userId, messageId, atOnce);
    await this.deps.orders.forget(userId);
    await this.deps.actions.forget(userId);
    await this.deps.links.forget(userId);
  }

  private async endPlans(userId: UserId, messageId: string, how: (plan: PlanState) => Ending): Promise<void> {
    // The purchase is recorded before its order refers to it, so no paid plan is missed.
    for await (const { document } of this.deps.orders.of(userId))
      if (document.kind === 'plan' && document.bought !== null)
        await plansWith(this.deps.reads, userId, document.bought);
    for (const { subscriptionId, view } of await this.deps.reads.of(userId)) {
      const what = view === null ? 'nothing' : how(view);
      const link = what === 'nothing' ? undefined : await this.deps.links.find(subscriptionId);
      if (link === undefined) continue;
      const gateway = this.deps.gateways.byName(link.gateway);
      if (gateway === undefined) {
        // Does not wait for this gateway: a gateway that is no longer configured would block the rest of the deletion.
        this.deps.log.error(
          { gateway: link.gateway, subscription: subscriptionId, externalId: link.externalId },
          'the plan of a deleted account cannot be ended because its gateway is not configured; an operator must end it at the gateway',
        );
        continue;
      }
      const commandId = derivedId('leaving', messageId, subscriptionId);
      const done: Result<void, ProductError> =
        what === 'now'
          ? await gateway.end(link.externalId, commandId)
          : await gateway.cancelAtPeriodEnd(link.externalId, commandId);
      // If the plan has ended or will end at the gateway, a delivery that says so is still to come.
      if (!done.ok && done.error.identifier === 'TRY_AGAIN')
        throw new StoreUnavailable(link.gateway, 'unreachable', 'a plan could not be ended; it is retried');
    }
  }
}

const isOver = ({ status }: PlanState): boolean => status === 'canceled' || status === 'incomplete_expired';
const atOnce = (plan: PlanState): Ending => (isOver(plan) ? 'nothing' : 'now');

/** The user keeps a paid period to its end, but not an unpaid one. */
function withTheirPeriod(plan: PlanState): Ending {
  if (!isActiveStatus(plan.status)) return atOnce(plan);
  return plan.cancelAtPeriodEnd ? 'nothing' : 'at-period-end';
}
