import { z } from 'zod';
import { APP_NAMES, USAGE_TYPES } from '../../credits/credits.shared.js';
import { createCodec } from '../../kernel/event-sourcing/codec.js';
import type { DomainEvent } from '../../kernel/event-sourcing/event.js';
import { PLATFORM_NAMES } from '../plans/plan.shared.js';

const id = z.string().min(1).max(120);
const grantId = z.string().min(1).max(200);
const millis = z.int().min(0);
/** Minor units. */
const minor = z.int().min(0);
const currency = z.string().regex(/^[a-z]{3}$/);
const usageType = z.enum(USAGE_TYPES);

/** Origin of a fact: the gateway's id of the report, and the time by the gateway's clock. */
const origin = { factId: id, occurredAt: millis, sequence: z.int().min(0).exactOptional() };

/** A one-time purchase belongs to one user, one app and one gateway. */
const purchaseOpened = z.strictObject({
  appName: z.enum(APP_NAMES),
  gateway: id,
  platformName: z.enum(PLATFORM_NAMES),
  userId: id,
});
/** `amountPaid` includes `tax`; `usage` is what the price gives, recorded permanently. */
const purchasePaid = z.strictObject({
  ...origin,
  amountPaid: minor,
  currency,
  invoiceId: id,
  priceId: id,
  tax: minor.exactOptional(),
  usage: z.array(z.strictObject({ amount: z.int().min(1), usageType })).max(USAGE_TYPES.length),
});
const purchaseRefunded = z.strictObject({ ...origin, amount: minor, currency, invoiceId: id, refundId: id });
const purchaseDisputed = z.strictObject({ ...origin, amount: minor, currency, disputeId: id, invoiceId: id });
const purchaseDisputeClosed = z.strictObject({
  ...origin,
  disputeId: id,
  invoiceId: id,
  outcome: z.enum(['won', 'lost']),
});

/** Decisions: requests to the Credits context. One-time purchases do not expire. */
const purchaseGrantRequested = z.strictObject({
  amount: z.int().min(1),
  appName: z.enum(APP_NAMES),
  grantId,
  invoiceId: id,
  usageType,
  userId: id,
});
const purchaseRevocationRequested = z.strictObject({
  appName: z.enum(APP_NAMES),
  grantId,
  invoiceId: id,
  reason: z.enum(['refund', 'chargeback']),
  usageType,
  userId: id,
});

/** Facts that gateways report about one-time purchases. */
export const PURCHASE_FACTS = {
  PurchasePaid: purchasePaid,
  PurchaseRefunded: purchaseRefunded,
  PurchaseDisputed: purchaseDisputed,
  PurchaseDisputeClosed: purchaseDisputeClosed,
} as const;
export type PurchaseFactType = keyof typeof PURCHASE_FACTS;
export type PurchaseFact = {
  readonly [Type in PurchaseFactType]: { readonly type: Type; readonly data: z.infer<(typeof PURCHASE_FACTS)[Type]> };
}[PurchaseFactType];

type FactEvent = {
  readonly [Type in PurchaseFactType]: DomainEvent<Type, z.infer<(typeof PURCHASE_FACTS)[Type]>>;
}[PurchaseFactType];
export type PurchaseEvent =
  | FactEvent
  | DomainEvent<'PurchaseOpened', z.infer<typeof purchaseOpened>>
  | DomainEvent<'PurchaseGrantRequested', z.infer<typeof purchaseGrantRequested>>
  | DomainEvent<'PurchaseRevocationRequested', z.infer<typeof purchaseRevocationRequested>>;

/** Prefix of every purchase stream. */
export const PURCHASE_PREFIX = 'purchase-';

/**
 * Storage format of purchase events. A changed shape needs a new version, an upcaster here and a fixture in
 * test/fixtures/events.
 */
export const purchaseCodec = createCodec<PurchaseEvent>({
  PurchaseOpened: { version: 1, schema: purchaseOpened },
  PurchasePaid: { version: 1, schema: purchasePaid },
  PurchaseRefunded: { version: 1, schema: purchaseRefunded },
  PurchaseDisputed: { version: 1, schema: purchaseDisputed },
  PurchaseDisputeClosed: { version: 1, schema: purchaseDisputeClosed },
  PurchaseGrantRequested: { version: 1, schema: purchaseGrantRequested },
  PurchaseRevocationRequested: { version: 1, schema: purchaseRevocationRequested },
});
