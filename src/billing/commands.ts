import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.js';
import { CommandLoop } from '../kernel/event-sourcing/command-loop.js';
import type { ProductError } from '../kernel/errors.shared.js';
import type { ConsistencyToken, StreamName } from '../kernel/event-sourcing/event.js';
import { derivedId } from '../kernel/ids.js';
import { ok, type Result } from '../kernel/result.js';
import type { EventStore } from '../platform/event-store/port.js';
import { currentTraceparent } from '../platform/telemetry/tracing.js';
import { CLOCK } from '../platform/tokens.js';
import { StoreUnavailable } from '../platform/unavailable.js';
import { findProduct } from './plans/products.seed.shared.js';
import { SUBSCRIPTION_PREFIX, subscriptionCodec, type SubscriptionEvent } from './subscription/events.js';
import { checkOwner, recordable, type RecordableFact, type ReportedFact } from './subscription/facts.js';
import { subscriptionDecider, type SubscriptionCommand } from './subscription/subscription.js';
import type { Owner, SubscriptionState } from './subscription/subscription.state.js';

/**
 * Kinora's id of a gateway's subscription, derived from its names, so every process computes the same id.
 * @param externalId the gateway's id
 */
export const subscriptionIdOf = (gateway: string, externalId: string): string =>
  derivedId('subscription', gateway, externalId);

/** @param subscriptionId Kinora's id */
export const subscriptionStream = (subscriptionId: string): StreamName =>
  `${SUBSCRIPTION_PREFIX}${subscriptionId}` as StreamName; // the only place that names these streams

/**
 * Revision of the subscription after a report, and the number of events appended: none if every fact was already known.
 */
export interface Recorded {
  readonly subscriptionId: string;
  readonly token: ConsistencyToken;
  readonly events: number;
}

/**
 * Records facts that a gateway reports about a subscription, in any order and any number of times. Answers
 * VALIDATION_ERROR {field} for a fact that cannot be stored, IDEMPOTENCY_MISMATCH {id} for one that contradicts an
 * earlier report. Safe to retry; TRY_AGAIN asks for a retry.
 */
export class RecordFacts extends Command<Result<Recorded, ProductError>> {
  /**
   * @param externalId the gateway's id of the subscription
   * @param causedBy opaque id of the message that caused the report, stored with the events
   */
  constructor(
    readonly owner: Owner,
    readonly externalId: string,
    readonly facts: readonly ReportedFact[],
    readonly causedBy?: string,
  ) {
    super();
  }
}

export type SubscriptionLoop = CommandLoop<SubscriptionCommand, SubscriptionState, SubscriptionEvent>;
/** The `SubscriptionLoop` of this process. */
export const SUBSCRIPTION_LOOP = Symbol('SUBSCRIPTION_LOOP');

/**
 * The command loop over subscriptions.
 * @param onUnavailable receives the error behind each "try again" answer
 */
export function createSubscriptionLoop(log: EventStore, onUnavailable: (error: unknown) => void): SubscriptionLoop {
  return new CommandLoop(
    { decider: subscriptionDecider, codec: subscriptionCodec },
    { log, isUnavailable: (error) => error instanceof StoreUnavailable, onUnavailable },
  );
}

@CommandHandler(RecordFacts)
export class RecordFactsHandler implements ICommandHandler<RecordFacts> {
  constructor(
    @Inject(SUBSCRIPTION_LOOP) private readonly loop: SubscriptionLoop,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ owner, externalId, facts, causedBy }: RecordFacts): Promise<Result<Recorded, ProductError>> {
    const whose = checkOwner(owner);
    if (!whose.ok) return whose;
    const checked: RecordableFact[] = [];
    for (const reported of facts) {
      const fact = recordable(reported, owner.appName, findProduct);
      if (!fact.ok) return fact;
      checked.push(fact.value);
    }
    const subscriptionId = subscriptionIdOf(owner.gateway, externalId);
    const answer = await this.loop.execute(
      subscriptionStream(subscriptionId),
      { type: 'record', at: this.clock.now(), owner: whose.value, facts: checked },
      causedBy,
      currentTraceparent(),
    );
    return answer.ok ? ok({ subscriptionId, token: answer.value.token, events: answer.value.events.length }) : answer;
  }
}
