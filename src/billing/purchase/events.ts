import { z } from 'zod';
import { APP_NAMES, USAGE_TYPES } from '../../credits/credits.shared.js';
import { createCodec } from '../../kernel/codec.js';
import type { DomainEvent } from '../../kernel/event.js';
import { PLATFORM_NAMES } from '../plans/plan.shared.js';

const id = z.string().min(1).max(120);
const grantId = z.string().min(1).max(200);
const millis = z.int().min(0);
/** Minor units. */
const minor = z.int().min(0);
const currency = z.string().regex(/^[a-z]{3}$/);
const usageType = z.enum(USAGE_TYPES);

/** What the gateway tells of every fact: its own id for the telling, and when it happened by its own clock. */
const origin = { factId: id, occurredAt: millis, sequence: z.int().min(0).exactOptional() };

/** What is bought once is one user's in one app, at one gateway. */
const purchaseOpened = z.strictObject({ appName: z.enum(APP_NAMES), gateway: id, platformName: z.enum(PLATFORM_NAMES), userId: id });
/** `amountPaid` is with `tax`; `usage` is what the price gives, written down once and for all. */
const purchasePaid = z.strictObject({ ...origin, amountPaid: minor, currency, invoiceId: id, priceId: id, tax: minor.exactOptional(), usage: z.array(z.strictObject({ amount: z.int().min(1), usageType })).max(USAGE_TYPES.length) });
const purchaseRefunded = z.strictObject({ ...origin, amount: minor, currency, invoiceId: id, refundId: id });
const purchaseDisputed = z.strictObject({ ...origin, amount: minor, currency, disputeId: id, invoiceId: id });
const purchaseDisputeClosed = z.strictObject({ ...origin, disputeId: id, invoiceId: id, outcome: z.enum(['won', 'lost']) });

/** Decisions: what is asked of the Credits context, for whom. What is bought once does not expire. */
const purchaseGrantRequested = z.strictObject({ amount: z.int().min(1), appName: z.enum(APP_NAMES), grantId, invoiceId: id, usageType, userId: id });
const purchaseRevocationRequested = z.strictObject({ appName: z.enum(APP_NAMES), grantId, invoiceId: id, reason: z.enum(['refund', 'chargeback']), usageType, userId: id });

/** What gateways tell of what was bought once. */
export const PURCHASE_FACTS = {
  PurchasePaid: purchasePaid, PurchaseRefunded: purchaseRefunded, PurchaseDisputed: purchaseDisputed, PurchaseDisputeClosed: purchaseDisputeClosed,
} as const;
export type PurchaseFactType = keyof typeof PURCHASE_FACTS;
export type PurchaseFact = { readonly [Type in PurchaseFactType]: { readonly type: Type; readonly data: z.infer<(typeof PURCHASE_FACTS)[Type]> } }[PurchaseFactType];

type FactEvent = { readonly [Type in PurchaseFactType]: DomainEvent<Type, z.infer<(typeof PURCHASE_FACTS)[Type]>> }[PurchaseFactType];
export type PurchaseEvent =
  | FactEvent
  | DomainEvent<'PurchaseOpened', z.infer<typeof purchaseOpened>>
  | DomainEvent<'PurchaseGrantRequested', z.infer<typeof purchaseGrantRequested>>
  | DomainEvent<'PurchaseRevocationRequested', z.infer<typeof purchaseRevocationRequested>>;

/** What every stream of purchases begins with. */
export const PURCHASE_PREFIX = 'purchase-';

/** How the events of a purchase are stored. A changed shape is a new version with an upcaster here and a fixture in test/fixtures/events. */
export const purchaseCodec = createCodec<PurchaseEvent>({
  PurchaseOpened: { version: 1, schema: purchaseOpened },
  PurchasePaid: { version: 1, schema: purchasePaid },
  PurchaseRefunded: { version: 1, schema: purchaseRefunded },
  PurchaseDisputed: { version: 1, schema: purchaseDisputed },
  PurchaseDisputeClosed: { version: 1, schema: purchaseDisputeClosed },
  PurchaseGrantRequested: { version: 1, schema: purchaseGrantRequested },
  PurchaseRevocationRequested: { version: 1, schema: purchaseRevocationRequested },
});
