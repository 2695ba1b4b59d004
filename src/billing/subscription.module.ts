import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ChangeCredits } from '../credits/index.js';
import type { Clock } from '../kernel/clock.js';
import type { ProductError } from '../kernel/errors.shared.js';
import { ok, type Result } from '../kernel/result.js';
import type { DocumentStore } from '../platform/documents/port.js';
import type { EventStore } from '../platform/event-store/port.js';
import type { Logs } from '../platform/http/logs.js';
import { LogRuntime } from '../platform/projections/log-runtime.js';
import { ParkedStreams } from '../platform/projections/parked.js';
import { PolicyRunner } from '../platform/projections/policy-runner.js';
import { ProjectionRunner } from '../platform/projections/projection-runner.js';
import { PeriodicTask } from '../platform/concurrency/periodic-task.js';
import { CLOCK, CONFIG, DOCUMENTS, EVENT_STORE, LOGGER } from '../platform/tokens.js';
import { createSubscriptionLoop, RecordFactsHandler, SUBSCRIPTION_LOOP, type SubscriptionLoop } from './commands.js';
import { RevenueModule } from './finance/revenue.module.js';
import { GatewaysModule } from './gateways/gateways.module.js';
import { reviewDisputes } from './grants/disputes.js';
import { grantPolicy, isSettled, type BillingRequest } from './grants/grant.policy.js';
import { createPurchaseLoop, PURCHASE_LOOP, RecordPurchaseHandler } from './shop/purchase.commands.js';
import { purchasePolicy } from './purchase/purchase.policy.js';
import { BillingReads, GetEntitlementsHandler, GetSubLogHandler } from './queries.js';
import { subscriptionProjection } from './subscription/subscription.projection.js';
import { sweepMonths } from './sweep.js';

interface RoleConfig {
  readonly roles: ReadonlySet<string>;
}

const SWEEP_EVERY_MS = 60_000;
/** Months that began while nothing ran are requested at once. */
const FIRST_SWEEP_MS = 0;

/** Subscriptions and one-time purchases, and the credits they give. */
@Module({
  imports: [GatewaysModule, RevenueModule],
  providers: [
    {
      provide: SUBSCRIPTION_LOOP,
      inject: [EVENT_STORE, LOGGER],
      useFactory: (events: EventStore, log: Logs) =>
        createSubscriptionLoop(events, (err) =>
          log.warn({ err }, 'the event store did not answer a subscription command'),
        ),
    },
    {
      provide: BillingReads,
      inject: [DOCUMENTS, ParkedStreams, LogRuntime],
      useFactory: async (documents: DocumentStore, parked: ParkedStreams, runtime: LogRuntime) =>
        new BillingReads(await ProjectionRunner.open(subscriptionProjection, documents, parked), runtime),
    },
    {
      provide: PURCHASE_LOOP,
      inject: [EVENT_STORE, LOGGER],
      useFactory: (events: EventStore, log: Logs) =>
        createPurchaseLoop(events, (err) => log.warn({ err }, 'the event store did not answer a purchase command')),
    },
    RecordFactsHandler,
    RecordPurchaseHandler,
    GetSubLogHandler,
    GetEntitlementsHandler,
  ],
  exports: [BillingReads, GatewaysModule, SUBSCRIPTION_LOOP],
})
export class SubscriptionModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeps: PeriodicTask;

  constructor(
    private readonly reads: BillingReads,
    private readonly runtime: LogRuntime,
    private readonly parked: ParkedStreams,
    private readonly commands: CommandBus,
    @Inject(SUBSCRIPTION_LOOP) private readonly loop: SubscriptionLoop,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logs,
    @Inject(CONFIG) private readonly config: RoleConfig,
  ) {
    this.sweeps = new PeriodicTask(() => this.sweep(), {
      log,
      failure: 'plan months that have started could not be looked up; the next sweep retries',
      everyMs: SWEEP_EVERY_MS,
      firstMs: FIRST_SWEEP_MS,
    });
  }

  onModuleInit(): void {
    this.runtime.add(this.reads.subscriptions);
    this.runtime.add(new PolicyRunner(grantPolicy, (request) => this.change(request), this.parked));
    this.runtime.add(new PolicyRunner(purchasePolicy, (request) => this.change(request), this.parked));
  }

  onApplicationBootstrap(): void {
    if (this.config.roles.has('projector')) this.sweeps.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeps.stop();
  }

  private async change(request: BillingRequest): Promise<Result<unknown, ProductError>> {
    if ('stream' in request) return reviewDisputes({ events: this.events, commands: this.commands }, request);
    const answer = await this.commands.execute(new ChangeCredits(request.account, request.change, request.causedBy));
    return !answer.ok && isSettled(request, answer.error) ? ok(undefined) : answer;
  }

  private async sweep(): Promise<void> {
    const now = this.clock.now();
    await sweepMonths(
      this.reads.subscriptions,
      now,
      (stream) => this.loop.execute(stream, { type: 'advance', at: now }, 'month-sweep'),
      this.log,
    );
  }
}
