import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import { CommandLoop } from '../../kernel/event-sourcing/command-loop.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { ConsistencyToken, StreamName } from '../../kernel/event-sourcing/event.js';
import { derivedId } from '../../kernel/ids.js';
import { ok, type Result } from '../../kernel/result.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { currentTraceparent } from '../../platform/telemetry/tracing.js';
import { CLOCK } from '../../platform/tokens.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import type { ReportedPurchase } from '../gateways/port.js';
import { findProduct } from '../plans/products.seed.shared.js';
import { PURCHASE_PREFIX, purchaseCodec, type PurchaseEvent } from '../purchase/events.js';
import { recordablePurchase, type RecordablePurchase } from '../purchase/facts.js';
import { purchaseDecider, type PurchaseCommand } from '../purchase/purchase.js';
import type { PurchaseState } from '../purchase/purchase.state.js';
import { checkOwner } from '../subscription/facts.js';
import type { Owner } from '../subscription/subscription.state.js';

/**
 * Kinora's id of a one-time purchase, derived from the gateway's id, so every process computes the same id.
 * @param externalId the gateway's id
 */
export const purchaseIdOf = (gateway: string, externalId: string): string => derivedId('purchase', gateway, externalId);

/** @param purchaseId Kinora's id */
export const purchaseStream = (purchaseId: string): StreamName => `${PURCHASE_PREFIX}${purchaseId}` as StreamName; // the one place where a purchase's stream is named

/** Revision of the purchase after a report, and the number of events appended: none if every fact was already known. */
export interface RecordedPurchase {
  readonly purchaseId: string;
  readonly token: ConsistencyToken;
  readonly events: number;
}

/**
 * Records facts that a gateway reports about a one-time purchase, in any order and any number of times. Answers like
 * `RecordFacts`.
 */
export class RecordPurchase extends Command<Result<RecordedPurchase, ProductError>> {
  /**
   * @param externalId the gateway's id of the purchase
   * @param causedBy opaque id of the message that caused the report, stored with the events
   */
  constructor(
    readonly owner: Owner,
    readonly externalId: string,
    readonly facts: readonly ReportedPurchase[],
    readonly causedBy?: string,
  ) {
    super();
  }
}

export type PurchaseLoop = CommandLoop<PurchaseCommand, PurchaseState, PurchaseEvent>;
/** The `PurchaseLoop` of this process. */
export const PURCHASE_LOOP = Symbol('PURCHASE_LOOP');

/**
 * The command loop over purchases.
 * @param onUnavailable receives the error behind each "try again" answer
 */
export function createPurchaseLoop(log: EventStore, onUnavailable: (error: unknown) => void): PurchaseLoop {
  return new CommandLoop(
    { decider: purchaseDecider, codec: purchaseCodec },
    { log, isUnavailable: (error) => error instanceof StoreUnavailable, onUnavailable },
  );
}

@CommandHandler(RecordPurchase)
export class RecordPurchaseHandler implements ICommandHandler<RecordPurchase> {
  constructor(
    @Inject(PURCHASE_LOOP) private readonly loop: PurchaseLoop,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({
    owner,
    externalId,
    facts,
    causedBy,
  }: RecordPurchase): Promise<Result<RecordedPurchase, ProductError>> {
    const whose = checkOwner(owner);
    if (!whose.ok) return whose;
    const checked: RecordablePurchase[] = [];
    for (const reported of facts) {
      const fact = recordablePurchase(reported, owner.appName, findProduct);
      if (!fact.ok) return fact;
      checked.push(fact.value);
    }
    const purchaseId = purchaseIdOf(owner.gateway, externalId);
    const answer = await this.loop.execute(
      purchaseStream(purchaseId),
      { type: 'record', at: this.clock.now(), owner: whose.value, facts: checked },
      causedBy,
      currentTraceparent(),
    );
    return answer.ok ? ok({ purchaseId, token: answer.value.token, events: answer.value.events.length }) : answer;
  }
}
