import { z } from 'zod';
import { APP_NAMES, USAGE_TYPES } from '../../credits/credits.shared.js';
import { createCodec } from '../../kernel/event-sourcing/codec.js';
import type { DomainEvent } from '../../kernel/event-sourcing/event.js';
import { PLATFORM_NAMES } from '../plans/plan.shared.js';

const id = z.string().min(1).max(120);
/** As Credits has it: longer than the gateway's and the invoice's, which it is made of. */
const grantId = z.string().min(1).max(200);
const millis = z.int().min(0);
/** Minor units. */
const minor = z.int().min(0);
const currency = z.string().regex(/^[a-z]{3}$/);
const usageType = z.enum(USAGE_TYPES);
const usage = z.array(z.strictObject({ amount: z.int().min(1), usageType })).max(USAGE_TYPES.length);

/**
 * Origin of a fact: the gateway's id of the report, and the time by the gateway's clock. Facts of the same moment are
 * ordered by `sequence`, if the gateway counts them.
 */
const origin = { factId: id, occurredAt: millis, sequence: z.int().min(0).exactOptional() };

/** A subscription belongs to one user, one app and one gateway. */
export const subscriptionOpened = z.strictObject({
  appName: z.enum(APP_NAMES),
  gateway: id,
  platformName: z.enum(PLATFORM_NAMES),
  userId: id,
});

const subscriptionStarted = z.strictObject({
  ...origin,
  currency,
  customSub: z.int(),
  customerId: id,
  discountRate: z.int().min(0).max(100),
  periodEnd: millis,
  periodStart: millis,
  priceId: id,
  status: z.enum(['active', 'trialing', 'incomplete']),
});
/**
 * A paid invoice of a period. `usage` is what it gives per month, from the time it counts to the end of the period, in
 * months from `anchor`, the start of the whole period. `amountPaid` includes `tax`. An upgrade names the price it
 * replaces, and until when that was paid.
 */
const paymentSucceeded = z.strictObject({
  ...origin,
  amountPaid: minor,
  anchor: millis,
  currency,
  invoiceId: id,
  months: z.int().min(1).max(36),
  periodEnd: millis,
  periodStart: millis,
  priceId: id,
  reason: z.enum(['start', 'renewal', 'upgrade', 'trial']),
  replaces: z.strictObject({ until: millis, usage }).exactOptional(),
  tax: minor.exactOptional(),
  usage,
});
const paymentFailed = z.strictObject({
  ...origin,
  amountDue: minor,
  attempts: z.int().min(1),
  currency,
  invoiceId: id,
  nextAttemptAt: millis.nullable(),
});
const paymentRefunded = z.strictObject({ ...origin, amount: minor, currency, invoiceId: id, refundId: id });
const paymentDisputed = z.strictObject({ ...origin, amount: minor, currency, disputeId: id, invoiceId: id });
const disputeClosed = z.strictObject({ ...origin, disputeId: id, invoiceId: id, outcome: z.enum(['won', 'lost']) });
const planChanged = z.strictObject({ ...origin, priceId: id });
/** From the next period on; null when the plan stays the same after all. */
const planChangeScheduled = z.strictObject({ ...origin, priceId: id.nullable() });
const plain = z.strictObject(origin);
const subscriptionEnded = z.strictObject({ ...origin, reason: z.enum(['canceled', 'unpaid', 'never-paid']) });

/** Decisions: requests to the Credits context. */
const grantRequested = z.strictObject({
  amount: z.int().min(1),
  appName: z.enum(APP_NAMES),
  expiresAt: millis,
  grantId,
  invoiceId: id,
  startsAt: millis,
  usageType,
  userId: id,
});
const revocationRequested = z.strictObject({
  appName: z.enum(APP_NAMES),
  grantId,
  invoiceId: id,
  reason: z.enum(['refund', 'chargeback']),
  usageType,
  userId: id,
});

/** Facts that gateways report. */
export const FACTS = {
  SubscriptionStarted: subscriptionStarted,
  PaymentSucceeded: paymentSucceeded,
  PaymentFailed: paymentFailed,
  PaymentRefunded: paymentRefunded,
  PaymentDisputed: paymentDisputed,
  DisputeClosed: disputeClosed,
  PlanChanged: planChanged,
  PlanChangeScheduled: planChangeScheduled,
  CancellationScheduled: plain,
  SubscriptionReactivated: plain,
  SubscriptionPaused: plain,
  SubscriptionResumed: plain,
  SubscriptionUnpaid: plain,
  SubscriptionEnded: subscriptionEnded,
} as const;
export type FactType = keyof typeof FACTS;

/** A fact as a gateway reports it. */
export type Fact = {
  readonly [Type in FactType]: { readonly type: Type; readonly data: z.infer<(typeof FACTS)[Type]> };
}[FactType];
/** Validates a stored fact. */
export const factSchema = z.custom<Fact>((value) => {
  const kept = z.object({ type: z.string(), data: z.unknown() }).safeParse(value);
  const schema = new Map<string, z.ZodType>(Object.entries(FACTS)).get(kept.data?.type ?? '');
  return schema?.safeParse(kept.data?.data).success === true;
});
export type FactOf<Type extends FactType> = Extract<Fact, { readonly type: Type }>;

type FactEvent = { readonly [Type in FactType]: DomainEvent<Type, z.infer<(typeof FACTS)[Type]>> }[FactType];
export type SubscriptionEvent =
  | FactEvent
  | DomainEvent<'SubscriptionOpened', z.infer<typeof subscriptionOpened>>
  | DomainEvent<'GrantRequested', z.infer<typeof grantRequested>>
  | DomainEvent<'RevocationRequested', z.infer<typeof revocationRequested>>;
export type DataOf<Type extends SubscriptionEvent['type']> = Extract<
  SubscriptionEvent,
  { readonly type: Type }
>['data'];

/** Prefix of every subscription stream. */
export const SUBSCRIPTION_PREFIX = 'subscription-';

/**
 * Storage format of subscription events. A changed shape needs a new version, an upcaster here and a fixture in
 * test/fixtures/events.
 */
export const subscriptionCodec = createCodec<SubscriptionEvent>({
  SubscriptionOpened: { version: 1, schema: subscriptionOpened },
  SubscriptionStarted: { version: 1, schema: subscriptionStarted },
  PaymentSucceeded: { version: 1, schema: paymentSucceeded },
  PaymentFailed: { version: 1, schema: paymentFailed },
  PaymentRefunded: { version: 1, schema: paymentRefunded },
  PaymentDisputed: { version: 1, schema: paymentDisputed },
  DisputeClosed: { version: 1, schema: disputeClosed },
  PlanChanged: { version: 1, schema: planChanged },
  PlanChangeScheduled: { version: 1, schema: planChangeScheduled },
  CancellationScheduled: { version: 1, schema: plain },
  SubscriptionReactivated: { version: 1, schema: plain },
  SubscriptionPaused: { version: 1, schema: plain },
  SubscriptionResumed: { version: 1, schema: plain },
  SubscriptionUnpaid: { version: 1, schema: plain },
  SubscriptionEnded: { version: 1, schema: subscriptionEnded },
  GrantRequested: { version: 1, schema: grantRequested },
  RevocationRequested: { version: 1, schema: revocationRequested },
});
