import type { CommandBus } from '@nestjs/cqrs';
import { createSubscriptionLoop, subscriptionIdOf, subscriptionStream } from '../../../src/billing/commands.js';
import { grantPolicy, type BillingRequest } from '../../../src/billing/grants/grant.policy.js';
import { reviewDisputes, type DisputeReview } from '../../../src/billing/grants/disputes.js';
import { findProduct } from '../../../src/billing/plans/products.seed.shared.js';
import { recordablePurchase } from '../../../src/billing/purchase/facts.js';
import { purchasePolicy } from '../../../src/billing/purchase/purchase.policy.js';
import { createPurchaseLoop, purchaseIdOf, purchaseStream } from '../../../src/billing/shop/purchase.commands.js';
import { subscriptionCodec, type SubscriptionEvent } from '../../../src/billing/subscription/events.js';
import { recordable } from '../../../src/billing/subscription/facts.js';
import { nextGrantAt } from '../../../src/billing/subscription/grants.js';
import {
  evolve,
  unknownSubscription,
  type SubscriptionState,
} from '../../../src/billing/subscription/subscription.state.js';
import { RestoreCredits, type Adjustments } from '../../../src/credits/index.js';
import {
  RestoreCreditsHandler,
  TakeBackCreditsHandler,
  type TakeBackCredits,
} from '../../../src/credits/adjustments/adjustments.commands.js';
import type { CarriedOut } from '../../../src/kernel/event-sourcing/command-loop.js';
import type { DomainEvent, StreamName } from '../../../src/kernel/event-sourcing/event.js';
import { policyCommandId, type Policy } from '../../../src/kernel/event-sourcing/policy.js';
import { see } from '../../../src/kernel/event-sourcing/projection.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { must } from './must.js';
import type { Delivered } from './subscribers.js';
import type { AccountRequest } from './year-life.js';

const GATEWAY = 'sandbox';
/** The sweep that requests the credits of a month runs once a minute. */
const SWEEP_MS = 60_000;

interface Subscription {
  state: SubscriptionState;
  nextGrantAt: number | null;
}

/**
 * Billing and its policies for the sample year, without the processes that run them: deliveries of the gateway become
 * events, months are requested when they begin, and both lead to changes of accounts.
 */
export class YearOfSales {
  private readonly subscriptions;
  private readonly purchases;
  private readonly known = new Map<StreamName, Subscription>();
  /** Reviews by stream; a later one of the same day includes the earlier ones. */
  private readonly reviews = new Map<StreamName, DisputeReview>();

  /** @param adjustments where a won dispute gives credits back */
  constructor(
    private readonly events: EventStore,
    private readonly adjustments: Adjustments,
  ) {
    const fail = (error: unknown): never => {
      throw error;
    };
    this.subscriptions = createSubscriptionLoop(events, fail);
    this.purchases = createPurchaseLoop(events, fail);
  }

  /**
   * Lives through a day.
   * @param deliveries of the day, in the order of arrival
   * @param end last millisecond of the day
   * @returns what the policies request
   */
  async day(deliveries: readonly Delivered[], end: number): Promise<readonly AccountRequest[]> {
    const due = new Map<StreamName, Delivered[]>(
      [...this.known].flatMap(([stream, { nextGrantAt: at }]) => (at !== null && at <= end ? [[stream, []]] : [])),
    );
    for (const delivered of deliveries) {
      const stream = streamOf(delivered);
      const own = due.get(stream);
      if (own === undefined) due.set(stream, [delivered]);
      else own.push(delivered);
    }
    const requests = await Promise.all([...due].map(([stream, own]) => this.live(stream, own, end)));
    return requests.flat();
  }

  /**
   * Gives back what won disputes took, and takes it back if the money was returned after all. Called after each day.
   */
  async review(): Promise<void> {
    const [restore, takeBack] = [
      new RestoreCreditsHandler(this.adjustments),
      new TakeBackCreditsHandler(this.adjustments),
    ];
    const execute = (command: RestoreCredits | TakeBackCredits) =>
      command instanceof RestoreCredits ? restore.execute(command) : takeBack.execute(command);
    // A review sends these two commands only.
    const commands = { execute } as Pick<CommandBus, 'execute'>;
    for (const review of this.reviews.values()) must(await reviewDisputes({ events: this.events, commands }, review));
    this.reviews.clear();
  }

  private async live(stream: StreamName, deliveries: Delivered[], end: number): Promise<readonly AccountRequest[]> {
    const requests: AccountRequest[] = [];
    for (;;) {
      const [delivered] = deliveries;
      const month = this.known.get(stream)?.nextGrantAt ?? Infinity;
      if (month <= end && month + SWEEP_MS < (delivered?.arrives ?? Infinity)) {
        requests.push(...(await this.advance(stream, Math.min(month + SWEEP_MS, end))));
      } else if (delivered === undefined) {
        return requests;
      } else {
        deliveries.shift();
        requests.push(...(await this.deliver(stream, delivered)));
      }
    }
  }

  private async advance(stream: StreamName, at: number): Promise<readonly AccountRequest[]> {
    const done = must(await this.subscriptions.execute(stream, { type: 'advance', at }, 'month-sweep'));
    if (done.events.length === 0) throw new Error(`nothing was due in ${stream}`);
    return this.noted(grantPolicy, stream, done);
  }

  private async deliver(stream: StreamName, delivered: Delivered): Promise<readonly AccountRequest[]> {
    const { userId, arrives: at } = delivered;
    const owner = { appName: 'kinora', gateway: GATEWAY, platformName: 'card', userId } as const;
    const causedBy = delivered.facts.map(({ data: { factId } }) => factId).join(' ');
    if (delivered.kind === 'purchase') {
      const facts = delivered.facts.map((fact) => must(recordablePurchase(fact, owner.appName, findProduct)));
      return this.noted(
        purchasePolicy,
        stream,
        must(await this.purchases.execute(stream, { type: 'record', at, owner, facts }, causedBy)),
      );
    }
    const facts = delivered.facts.map((fact) => must(recordable(fact, owner.appName, findProduct)));
    return this.noted(
      grantPolicy,
      stream,
      must(await this.subscriptions.execute(stream, { type: 'record', at, owner, facts }, causedBy)),
    );
  }

  /** What a policy requests because of new events. Reviews of disputes wait for the end of the day. */
  private async noted<Event extends DomainEvent>(
    policy: Policy<Event, BillingRequest>,
    stream: StreamName,
    { token, events }: CarriedOut<Event>,
  ): Promise<readonly AccountRequest[]> {
    if (events.length === 0) return [];
    const requests: AccountRequest[] = [];
    for (const recorded of await this.events.readStream(stream, { from: token.revision - events.length + 1 })) {
      if (policy.prefix === grantPolicy.prefix) this.fold(stream, subscriptionCodec.decode(recorded).event);
      if (!policy.handles.includes(recorded.type)) continue;
      const seen = see(policy.codec, { ...recorded, position: 0 }); // a policy does not look at the position
      for (const request of policy.react(seen, (nth) => policyCommandId(policy.name, recorded.id, nth))) {
        if ('change' in request)
          requests.push({ account: request.account, command: request.change, causedBy: request.causedBy });
        else if (recorded.type.includes('Dispute') || this.reviews.has(stream)) this.reviews.set(stream, request);
      }
    }
    const subscription = this.known.get(stream);
    if (subscription?.state.kind === 'known') subscription.nextGrantAt = nextGrantAt(subscription.state);
    return requests;
  }

  private fold(stream: StreamName, event: SubscriptionEvent): void {
    const subscription = this.known.get(stream) ?? { state: unknownSubscription, nextGrantAt: null };
    subscription.state = evolve(subscription.state, event);
    this.known.set(stream, subscription);
  }
}

const streamOf = ({ kind, externalId }: Delivered): StreamName =>
  kind === 'subscription'
    ? subscriptionStream(subscriptionIdOf(GATEWAY, externalId))
    : purchaseStream(purchaseIdOf(GATEWAY, externalId));
