import { RestoreCredits, TakeBackCredits } from '../../credits/index.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { DomainEvent, Revision, StreamName } from '../../kernel/event-sourcing/event.js';
import type { EventCodec } from '../../kernel/event-sourcing/codec.js';
import { ok, type Result } from '../../kernel/result.js';
import type { CommandBus } from '@nestjs/cqrs';
import type { EventStore } from '../../platform/event-store/port.js';
import { purchaseCodec, PURCHASE_PREFIX } from '../purchase/events.js';
import * as purchase from '../purchase/purchase.state.js';
import { subscriptionCodec } from '../subscription/events.js';
import * as subscription from '../subscription/subscription.state.js';
import { purchaseRestorationsOf, restorationsOf, type Restoration } from './restorations.js';

/** The author of what won disputes give back. */
const POLICY = 'policy:won-dispute';
const READ_AT_ONCE = 500;

/** A request to give back what won disputes of a sale gave back, as far as its stream was known at an event. */
export interface DisputeReview {
  readonly stream: StreamName;
  /** The event that gave cause. Later ones are reviewed on their own, after the requests before them were sent. */
  readonly revision: Revision;
}

/**
 * Gives back by adjustments what won disputes of a sale took, and takes it back if the money was returned after all.
 * Idempotent: ids derive from the dispute.
 * @throws StoreUnavailable, UnreadableEvent
 */
export async function reviewDisputes(
  {
    events,
    commands,
  }: { readonly events: Pick<EventStore, 'readStream'>; readonly commands: Pick<CommandBus, 'execute'> },
  { stream, revision }: DisputeReview,
): Promise<Result<unknown, ProductError>> {
  for (const { account, adjustmentId, grantId, amount, disputeId, stands } of await restorationsAt(
    events,
    stream,
    revision,
  )) {
    const answer: Result<unknown, ProductError> = stands
      ? await commands.execute(
          new RestoreCredits({
            account,
            adjustmentId,
            grantId,
            amount,
            reference: `dispute:${disputeId}`,
            actor: POLICY,
          }),
        )
      : await commands.execute(new TakeBackCredits({ account, adjustmentId, actor: POLICY }));
    if (!answer.ok) return answer;
  }
  return ok(undefined);
}

async function restorationsAt(
  events: Pick<EventStore, 'readStream'>,
  stream: StreamName,
  revision: Revision,
): Promise<readonly Restoration[]> {
  if (stream.startsWith(PURCHASE_PREFIX)) {
    const state = await foldUpTo(
      events,
      { stream, revision },
      purchaseCodec,
      purchase.evolve,
      purchase.unknownPurchase,
    );
    return state.kind === 'unknown' ? [] : purchaseRestorationsOf(state);
  }
  const state = await foldUpTo(
    events,
    { stream, revision },
    subscriptionCodec,
    subscription.evolve,
    subscription.unknownSubscription,
  );
  return state.kind === 'unknown' ? [] : restorationsOf(state);
}

async function foldUpTo<State, Event extends DomainEvent>(
  events: Pick<EventStore, 'readStream'>,
  { stream, revision }: Pick<DisputeReview, 'stream' | 'revision'>,
  codec: Pick<EventCodec<Event>, 'decode'>,
  evolve: (state: State, event: Event) => State,
  initial: State,
): Promise<State> {
  let state = initial;
  for (let from = 0; from <= revision; from += READ_AT_ONCE) {
    const some = await events.readStream(stream, { from, limit: Math.min(READ_AT_ONCE, revision - from + 1) });
    for (const recorded of some) state = evolve(state, codec.decode(recorded).event);
  }
  return state;
}
