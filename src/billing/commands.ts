import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.js';
import { CommandLoop } from '../kernel/command-loop.js';
import type { ProductError } from '../kernel/errors.shared.js';
import type { ConsistencyToken, StreamName } from '../kernel/event.js';
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

/** Kinora's own id of a gateway's subscription: the same for whoever hears of it first. @param externalId what the gateway calls it */
export const subscriptionIdOf = (gateway: string, externalId: string): string => derivedId('subscription', gateway, externalId);

/** @param subscriptionId Kinora's own */
export const subscriptionStream = (subscriptionId: string): StreamName => `${SUBSCRIPTION_PREFIX}${subscriptionId}` as StreamName; // the one place where a subscription's stream is named

/** Where the subscription stands after a telling, and how many events it led to: none when all of it was known. */
export interface Recorded {
  readonly subscriptionId: string;
  readonly token: ConsistencyToken;
  readonly events: number;
}

/**
 * Records what a gateway tells of a subscription, in any order and any number of times.
 * Answers VALIDATION_ERROR {field} for what could not be stored, IDEMPOTENCY_MISMATCH {id} for what contradicts what was told before;
 * sending it again is safe, and TRY_AGAIN requests it.
 */
export class RecordFacts extends Command<Result<Recorded, ProductError>> {
  /** @param externalId what the gateway calls the subscription. @param causedBy opaque id of the message behind it, kept with the events */
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

/** The command loop over subscriptions. @param onUnavailable told why a caller was asked to try again */
export function createSubscriptionLoop(log: EventStore, onUnavailable: (error: unknown) => void): SubscriptionLoop {
  return new CommandLoop({ decider: subscriptionDecider, codec: subscriptionCodec }, { log, isUnavailable: (error) => error instanceof StoreUnavailable, onUnavailable });
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
    const answer = await this.loop.execute(subscriptionStream(subscriptionId), { type: 'record', at: this.clock.now(), owner: whose.value, facts: checked }, causedBy, currentTraceparent());
    return answer.ok ? ok({ subscriptionId, token: answer.value.token, events: answer.value.events.length }) : answer;
  }
}
