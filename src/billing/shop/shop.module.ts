import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ForgetAdjustmentNotes, GetBalance } from '../../credits/index.js';
import { FindDeparture, USER_DELETED_MESSAGE, USER_PURGED, userLeftData } from '../../identity/index.js';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { Relay } from '../../platform/documents/relay.js';
import { ExportParts } from '../../platform/export-parts.js';
import type { Logs } from '../../platform/http/logs.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import { PeriodicTask } from '../../platform/concurrency/periodic-task.js';
import type { HealthRegistry } from '../../platform/telemetry/health.js';
import type { Metrics } from '../../platform/telemetry/metrics.js';
import { CLOCK, CONFIG, DOCUMENTS, HEALTH, LOGGER, METRICS } from '../../platform/tokens.js';
import { SubscriptionModule } from '../subscription.module.js';
import { BillingGateways } from '../gateways/registry.js';
import { StripeModule } from '../gateways/stripe/stripe.module.js';
import { Deliveries } from '../inbox/deliveries.js';
import { handleDelivery } from '../inbox/handle.js';
import { Inbox } from '../inbox/inbox.js';
import { WebhooksController } from '../inbox/webhooks.controller.js';
import { BillingLeaving } from '../leaving.js';
import { Checkouts } from '../orders/checkout.js';
import { Links } from '../orders/links.js';
import type { Order } from '../orders/order.js';
import { Orders } from '../orders/orders.js';
import { Settlement } from '../orders/settle.js';
import { OwnPlan } from '../plans/own-plan.js';
import { BillingReads, GetEntitlements, GetSubLog } from '../queries.js';
import { SHOP_HANDLERS, type ShopConfig } from './shop.commands.js';
import { shopPart } from './shop.data-export.js';
import type { AppName } from '../../credits/credits.shared.js';
import { IdempotentActions } from './idempotent-actions.js';

interface RoleConfig extends ShopConfig {
  readonly roles: ReadonlySet<string>;
}

const DELIVERIES_EVERY_MS = 5_000;
const ORDERS_EVERY_MS = 60_000;
const PRUNE_EVERY_MS = 3_600_000;

const tierOf = (queries: QueryBus) => async (user: SessionUser, appName: AppName) => {
  const { tier } = await queries.execute(new GetEntitlements(user.id, appName));
  return tier === 'free' ? undefined : tier;
};

/** Purchases: orders, gateway deliveries, and users' plans. */
@Module({
  imports: [SubscriptionModule, StripeModule],
  providers: [
    { provide: Orders, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => Orders.open(documents) },
    { provide: Links, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => Links.open(documents) },
    {
      provide: IdempotentActions,
      inject: [DOCUMENTS],
      useFactory: (documents: DocumentStore) => IdempotentActions.open(documents),
    },
    { provide: Deliveries, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => Deliveries.open(documents) },
    {
      provide: Settlement,
      inject: [Orders, Links, BillingGateways, BillingReads, CLOCK, LOGGER],
      useFactory: (
        orders: Orders,
        links: Links,
        gateways: BillingGateways,
        reads: BillingReads,
        clock: Clock,
        log: Logs,
      ) => new Settlement({ orders, links, gateways, reads, clock, log }),
    },
    {
      provide: Inbox,
      inject: [Deliveries, BillingGateways, CommandBus, Orders, Links, Settlement, BillingLeaving, CLOCK, LOGGER],
      useFactory: (
        deliveries: Deliveries,
        gateways: BillingGateways,
        commands: CommandBus,
        orders: Orders,
        links: Links,
        settlement: Settlement,
        leaving: BillingLeaving,
        clock: Clock,
        log: Logs,
      ) => {
        const eventDeps = {
          commands,
          orders,
          links,
          clock,
          settle: (order: Order) => settlement.attempt(order),
          overtake: leaving.overtake.bind(leaving),
        };
        return new Inbox({
          deliveries,
          gateways,
          clock,
          log,
          handle: (gateway, body, id) => handleDelivery(eventDeps, gateway, body, id),
        });
      },
    },
    {
      provide: Checkouts,
      inject: [Orders, Links, BillingGateways, Settlement, BillingReads, QueryBus, CLOCK, CONFIG],
      useFactory: (
        orders: Orders,
        links: Links,
        gateways: BillingGateways,
        settlement: Settlement,
        reads: BillingReads,
        queries: QueryBus,
        clock: Clock,
        { buyRefusedTo }: ShopConfig,
      ) =>
        new Checkouts({
          orders,
          links,
          gateways,
          settlement,
          reads,
          clock,
          buyRefusedTo,
          subLog: (user, { appName }) => queries.execute(new GetSubLog(user.id, appName)),
          tier: (user, { appName }) => tierOf(queries)(user, appName),
        }),
    },
    {
      provide: OwnPlan,
      inject: [BillingReads, Links, IdempotentActions, BillingGateways, QueryBus, CLOCK],
      useFactory: (
        reads: BillingReads,
        links: Links,
        actions: IdempotentActions,
        gateways: BillingGateways,
        queries: QueryBus,
        clock: Clock,
      ) =>
        new OwnPlan({
          reads,
          links,
          actions,
          gateways,
          clock,
          tier: tierOf(queries),
          balance: (user, appName) =>
            queries.execute(new GetBalance({ userId: user.id, appName, usageType: 'credits' })),
        }),
    },
    {
      provide: BillingLeaving,
      inject: [Orders, Links, IdempotentActions, Settlement, BillingGateways, BillingReads, QueryBus, LOGGER],
      useFactory: (
        orders: Orders,
        links: Links,
        actions: IdempotentActions,
        settlement: Settlement,
        gateways: BillingGateways,
        reads: BillingReads,
        queries: QueryBus,
        log: Logs,
      ) =>
        new BillingLeaving({
          orders,
          links,
          actions,
          settlement,
          gateways,
          reads,
          log,
          departure: (userId) => queries.execute(new FindDeparture(userId)),
        }),
    },
    WebhooksController,
    ...SHOP_HANDLERS,
  ],
  exports: [Inbox, Deliveries, Orders],
})
export class ShopModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweeps: readonly PeriodicTask[];

  constructor(
    private readonly orders: Orders,
    private readonly actions: IdempotentActions,
    private readonly deliveries: Deliveries,
    private readonly inbox: Inbox,
    settlement: Settlement,
    private readonly leaving: BillingLeaving,
    private readonly relay: Relay,
    private readonly commands: CommandBus,
    private readonly exports: ExportParts,
    @Inject(HEALTH) private readonly health: HealthRegistry,
    @Inject(METRICS) private readonly metrics: Metrics,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) log: Logs,
    @Inject(CONFIG) private readonly config: RoleConfig,
  ) {
    this.sweeps = [
      new PeriodicTask(() => inbox.sweep(), {
        log,
        failure: 'pending webhook deliveries could not be looked up; retrying',
        everyMs: DELIVERIES_EVERY_MS,
      }),
      new PeriodicTask(() => settlement.sweep(), {
        log,
        failure: 'pending orders could not be looked up; retrying',
        everyMs: ORDERS_EVERY_MS,
      }),
      new PeriodicTask(async () => void (await deliveries.prune(clock.now(), log)), {
        log,
        failure: 'old webhook deliveries could not be deleted; retrying',
        everyMs: PRUNE_EVERY_MS,
      }),
    ];
  }

  onModuleInit(): void {
    this.exports.register(shopPart({ orders: this.orders, actions: this.actions }));
    this.relay.register({
      name: 'billing.leaving',
      types: [USER_DELETED_MESSAGE],
      handle: ({ id, data }) => this.leaving.leave(userLeftData.parse(data).userId, id),
    });
    this.relay.register({
      name: 'billing.purge',
      types: [USER_PURGED],
      handle: ({ id, data }) => this.leaving.purge(userLeftData.parse(data).userId, id),
    });
    // Credits hears of no user, so Billing, which follows departures, tells it.
    this.relay.register({
      name: 'billing.adjustment-notes',
      types: [USER_PURGED],
      handle: ({ data }) => this.commands.execute(new ForgetAdjustmentNotes(userLeftData.parse(data).userId)),
    });
    this.health.register('deliveries', () => this.parked());
  }

  onApplicationBootstrap(): void {
    if (this.config.roles.has('projector')) for (const sweep of this.sweeps) sweep.start();
  }

  /** Finishes work in progress before the stores close. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.sweeps.map((sweep) => sweep.stop()));
    await this.inbox.stop();
  }

  /** Reports parked deliveries without failing the health check. */
  private async parked(): Promise<string | void> {
    const parked = await this.deliveries.count('parked');
    this.metrics.parked('deliveries', parked);
    if (parked > 0) return `${parked} parked; to see why: npm run webhooks -- list`;
  }
}
