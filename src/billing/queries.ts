import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import type { AppName } from '../credits/credits.shared.js';
import type { Clock } from '../kernel/clock.js';
import type { ConsistencyToken } from '../kernel/event-sourcing/event.js';
import type { UserId } from '../kernel/ids.js';
import type { LogRuntime } from '../platform/projections/log-runtime.js';
import type { ProjectionRunner } from '../platform/projections/projection-runner.js';
import { CLOCK } from '../platform/tokens.js';
import { highestEntitlements, type Entitlements } from './plans/entitlements.shared.js';
import type { SubLog } from './plans/plan.shared.js';
import { BillingGateways } from './gateways/registry.js';
import { subLogOf } from './subscription/sub-log.js';
import type { SubscriptionEvent } from './subscription/events.js';
import type { SubscriptionDocument } from './subscription/subscription.projection.js';

/** How long a query waits for the write named by its token before it answers with what is visible. */
const PATIENCE_MS = 3_000;
/** Maximum number of subscriptions read per user; far above any real number. */
const MAX_LISTED = 200;

/** The projection of this context and the runner that keeps it up to date. */
export class BillingReads {
  constructor(
    readonly subscriptions: ProjectionRunner<SubscriptionDocument, SubscriptionEvent>,
    private readonly runtime: LogRuntime,
  ) {}

  /** Every subscription of a user. @throws StoreUnavailable */
  async of(userId: UserId, after?: ConsistencyToken): Promise<readonly SubscriptionDocument[]> {
    if (after !== undefined) await this.runtime.waitFor(this.subscriptions.name, after, PATIENCE_MS);
    return (await this.subscriptions.find({ where: { userId }, limit: MAX_LISTED })).items;
  }
}

/**
 * The subscription log of a user in one app.
 * @param after read-your-own-writes token: waits briefly for that write
 */
export class GetSubLog extends Query<SubLog> {
  constructor(
    readonly userId: UserId,
    readonly appName: AppName,
    readonly after?: ConsistencyToken,
  ) {
    super();
  }
}

@QueryHandler(GetSubLog)
export class GetSubLogHandler implements IQueryHandler<GetSubLog> {
  constructor(
    private readonly reads: BillingReads,
    private readonly gateways: BillingGateways,
  ) {}

  async execute({ userId, appName, after }: GetSubLog): Promise<SubLog> {
    return subLogOf(appName, await this.reads.of(userId, after), this.gateways.platforms);
  }
}

/** What the user's plans in one app allow now. */
export class GetEntitlements extends Query<Entitlements> {
  constructor(
    readonly userId: UserId,
    readonly appName: AppName,
  ) {
    super();
  }
}

@QueryHandler(GetEntitlements)
export class GetEntitlementsHandler implements IQueryHandler<GetEntitlements> {
  constructor(
    private readonly reads: BillingReads,
    private readonly gateways: BillingGateways,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ userId, appName }: GetEntitlements): Promise<Entitlements> {
    const { currentPlan, otherPlan } = subLogOf(appName, await this.reads.of(userId), this.gateways.platforms);
    return highestEntitlements([currentPlan, ...otherPlan], this.clock.now());
  }
}
