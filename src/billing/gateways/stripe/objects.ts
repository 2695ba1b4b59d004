import { z } from 'zod';
import { APP_NAMES } from '../../../credits/credits.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';

/**
 * The validated parts of Stripe's objects, for API version 2026-10-28.endive. An endpoint of another version sends
 * different shapes.
 */

const id = z.string().min(1).max(120);
const amount = z.int();
/** Stripe's times are whole seconds. */
const time = z
  .int()
  .min(0)
  .transform((seconds) => seconds * 1_000);
/** A reference to another object: its id, or the whole object if it was expanded. */
const reference = z.union([id, z.object({ id }).transform((whole) => whole.id)]);
const currency = z.string().regex(/^[a-z]{3}$/);
const metadata = z
  .record(z.string(), z.string())
  .nullable()
  .transform((given) => given ?? {});

export const eventObject = z.object({
  id,
  type: z.string(),
  created: time,
  api_version: z.string().nullable(),
  data: z.object({ object: z.unknown(), previous_attributes: z.unknown().optional() }),
});
export type StripeEvent = z.infer<typeof eventObject>;

/** Kinora's metadata on each of its Stripe objects, which identifies the owner. */
const ownMetadata = z.object({
  userId: z.string().regex(/^[\w-]{1,64}$/),
  appName: z.enum(APP_NAMES),
  orderId: id.optional(),
  priceId: id,
  discountRate: z.coerce.number().int().min(0).max(100).optional(),
});
export type OwnMetadata = z.infer<typeof ownMetadata>;

const items = z.object({
  data: z
    .array(
      z.object({
        id,
        current_period_start: time,
        current_period_end: time,
        price: z.object({ id, product: reference }),
      }),
    )
    .min(1),
});

export const subscriptionObject = z.object({
  id,
  status: z.string(),
  currency,
  customer: reference,
  metadata,
  items,
  cancel_at_period_end: z.boolean(),
  cancel_at: time.nullable(),
  schedule: reference.nullable(),
  trial_start: time.nullable(),
  trial_end: time.nullable(),
  pause_collection: z.object({}).nullable(),
  cancellation_details: z.object({ reason: z.string().nullable() }).nullable(),
});
export type StripeSubscription = z.infer<typeof subscriptionObject>;

/** Previous values of the changed attributes only. */
export const subscriptionBefore = z
  .object({
    status: z.string().optional(),
    cancel_at_period_end: z.boolean().optional(),
    cancel_at: time.nullable().optional(),
    pause_collection: z.object({}).nullable().optional(),
    items: z.object({ data: z.array(z.object({ price: z.object({ product: reference }) })) }).optional(),
  })
  .optional()
  .transform((before) => before ?? {});

/** Refers to an item of a subscription, or to a proration on its invoice. */
const ofSubscription = z.object({
  subscription: z.string().nullable(),
  proration: z.boolean(),
  proration_details: z.object({ credited_items: z.object({ invoice: z.string() }).nullable() }).nullable(),
});
export const lineObject = z.object({
  id,
  amount,
  period: z.object({ start: time, end: time }),
  pricing: z.object({ price_details: z.object({ product: id }).optional() }).nullable(),
  parent: z
    .object({ subscription_item_details: ofSubscription.nullable(), invoice_item_details: ofSubscription.nullable() })
    .nullable(),
});
export type StripeLine = z.infer<typeof lineObject>;

export const invoiceObject = z.object({
  id,
  currency,
  total: amount,
  amount_due: amount,
  amount_paid: amount,
  amount_remaining: amount,
  attempt_count: z.int(),
  billing_reason: z.string().nullable(),
  next_payment_attempt: time.nullable(),
  status: z.string().nullable(),
  lines: z.object({ data: z.array(lineObject), has_more: z.boolean() }),
  parent: z.object({ subscription_details: z.object({ subscription: reference, metadata }).nullable() }).nullable(),
  total_taxes: z.array(z.object({ amount })).nullable(),
});
export type StripeInvoice = z.infer<typeof invoiceObject>;

export const sessionObject = z.object({
  id,
  mode: z.string(),
  payment_status: z.string(),
  amount_total: amount.nullable(),
  currency: currency.nullable(),
  customer: reference.nullable(),
  metadata,
  payment_intent: reference.nullable(),
  total_details: z.object({ amount_tax: amount }).nullable(),
});
/** Parsed first, because objects of other sellers may have any shape. */
export const ownedObject = z.object({ metadata });
export const invoiceOfObject = z.object({
  parent: z.object({ subscription_details: z.object({ metadata }).nullable() }).nullable(),
});
export const paymentIntentObject = z.object({ id, metadata });
export const refundObject = z.object({
  id,
  amount,
  currency,
  status: z.string().nullable(),
  payment_intent: reference.nullable(),
});
export const disputeObject = z.object({
  id,
  amount,
  currency,
  status: z.string(),
  payment_intent: reference.nullable(),
});
export const scheduleObject = z.object({
  id,
  subscription: reference.nullable(),
  released_subscription: reference.nullable(),
  metadata,
  current_phase: z.object({ start_date: time }).nullable(),
  phases: z.array(z.object({ start_date: time })),
});

/** A balance transaction with its source, which is an id only where Stripe expands none. */
export const balanceTransactionObject = z.object({
  id,
  amount,
  fee: amount,
  currency,
  created: time,
  exchange_rate: z.number().nullable(),
  reporting_category: z.string(),
  source: z
    .union([
      id.transform((name) => ({ id: name })),
      z.object({
        id,
        amount: amount.optional(),
        currency: currency.optional(),
        payment_intent: reference.nullable().optional(),
        automatic: z.boolean().optional(),
        reconciliation_status: z.string().optional(),
      }),
    ])
    .nullable()
    .transform((source): TransactionSource | null => source),
});
export type StripeTransaction = z.infer<typeof balanceTransactionObject>;

/** The charge, refund, dispute or payout behind a balance transaction. Other objects have the id at least. */
interface TransactionSource {
  readonly id: string;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  readonly payment_intent?: string | null | undefined;
  readonly automatic?: boolean | undefined;
  readonly reconciliation_status?: string | undefined;
}

/** Previous values of the changed attributes of a schedule. */
export const scheduleBefore = z.object({ metadata: z.unknown().optional() });

/** @returns VALIDATION_ERROR {field} for an object that does not have the expected shape */
export function readObject<T>(shape: z.ZodType<T>, given: unknown): Result<T, ProductError> {
  const read = shape.safeParse(given);
  return read.success
    ? ok(read.data)
    : err(productError('VALIDATION_ERROR', { field: read.error.issues[0]?.path.join('.') || 'body' }));
}

/**
 * The owner of an object.
 * @returns SUBSCRIPTION_NOT_FOUND for an object that Kinora did not create
 */
export function ownOf(given: Readonly<Record<string, string>>): Result<OwnMetadata, ProductError> {
  const read = ownMetadata.safeParse(given);
  return read.success ? ok(read.data) : err(productError('SUBSCRIPTION_NOT_FOUND'));
}

/** Whether Kinora's metadata is missing: other sellers may share the account. */
export const isOfOthers = (given: Readonly<Record<string, string>>): boolean =>
  given['appName'] === undefined && given['priceId'] === undefined;
