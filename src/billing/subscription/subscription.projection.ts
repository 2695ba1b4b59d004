import { z } from 'zod';
import { USAGE_TYPES } from '../../credits/credits.shared.js';
import type { Projection, SeenEvent } from '../../kernel/event-sourcing/projection.js';
import { PLAN_STATUSES } from '../plans/plan.shared.js';
import {
  factSchema,
  SUBSCRIPTION_PREFIX,
  subscriptionCodec,
  subscriptionOpened,
  type SubscriptionEvent,
} from './events.js';
import { nextGrantAt } from './grants.js';
import { evolve, unknownSubscription, type SubscriptionState } from './subscription.state.js';
import { viewOf } from './view.js';

const openPayment = z.object({
  invoiceId: z.string(),
  amountDue: z.int(),
  currency: z.string(),
  failedAt: z.int(),
  attempts: z.int(),
  nextAttemptAt: z.int().nullable(),
});
const view = z.object({
  status: z.enum(PLAN_STATUSES),
  priceId: z.string(),
  nextPriceId: z.string().nullable(),
  paidPriceId: z.string().nullable(),
  customerId: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: z.int(),
  dateCreated: z.int(),
  currency: z.string(),
  discountRate: z.int(),
  customSub: z.int(),
  openPayment: openPayment.nullable(),
});
const subscription = z.object({
  subscriptionId: z.string(),
  userId: z.string(),
  revision: z.int(),
  owner: subscriptionOpened,
  facts: z.array(factSchema),
  grants: z.array(
    z.object({
      grantId: z.string(),
      invoiceId: z.string(),
      usageType: z.enum(USAGE_TYPES),
      startsAt: z.int(),
      isRevoked: z.boolean(),
    }),
  ),
  at: z.int(),
  /** Null while its start is not reported. */
  view: view.nullable(),
  /** Start of the next month with credits; null when none is paid. The sweep queries this. */
  nextGrantAt: z.int().nullable(),
});
/** A subscription, as a document. */
export type SubscriptionDocument = z.infer<typeof subscription>;

/** One document per subscription, keyed by stream name, with the state that its facts give. */
export const subscriptionProjection: Projection<SubscriptionDocument, SubscriptionEvent> = {
  name: 'billing_subscriptions',
  version: 2,
  prefix: SUBSCRIPTION_PREFIX,
  codec: subscriptionCodec,
  handles: subscriptionCodec.types,
  indexes: [['userId'], ['nextGrantAt'], ['view.customerId']],
  schema: subscription,
  key: ({ stream }) => stream,
  evolve: (before, seen) => folded(before, [seen]),
  evolveAll: folded,
};

function folded(
  before: SubscriptionDocument | undefined,
  seen: readonly SeenEvent<SubscriptionEvent>[],
): SubscriptionDocument {
  const start: SubscriptionState =
    before === undefined
      ? unknownSubscription
      : { kind: 'known', owner: before.owner, facts: before.facts, grants: before.grants, at: before.at };
  const state = seen.reduce((folding, { event }) => evolve(folding, event), start);
  const last = seen.at(-1);
  if (state.kind === 'unknown' || last === undefined)
    throw new Error(`${last?.stream ?? 'a subscription'} has no opening`);
  return {
    subscriptionId: last.stream.slice(SUBSCRIPTION_PREFIX.length),
    userId: state.owner.userId,
    revision: last.revision,
    owner: state.owner,
    facts: [...state.facts],
    grants: [...state.grants],
    at: state.at,
    view: viewOf(state.facts) ?? null,
    nextGrantAt: nextGrantAt(state),
  };
}
