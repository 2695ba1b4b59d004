import { z } from 'zod';
import { ERRORS } from '../kernel/errors.shared.js';
import { PROCEDURES, TASK_STATUSES } from '../creation/procedures/params.shared.js';
import {
  AUTHORS,
  MAX_BATCH,
  CLICKED,
  PERIOD_TYPES,
  PRODUCT_TYPES,
  RESOURCE_TYPES,
  SIGN_IN_METHODS,
  SUBSCRIBE_TYPES,
  type EventName,
} from './names.shared.js';
import { AREAS, FLOWS, FORM_TYPES } from './places.shared.js';

/** An id in our or a provider's format, which user-written text does not match. */
const id = z.string().regex(/^[A-Za-z0-9_.:-]{1,100}$/);
/** A value of an open list, such as a model name or a tag. */
const word = z.string().regex(/^[\p{L}\p{N}_.:/ -]{1,64}$/u);
const currency = z.string().regex(/^[A-Za-z]{3}$/);
/** As displayed, in units of its currency. */
const amount = z.number().min(0).max(1e9);

const method = { method: z.enum(SIGN_IN_METHODS) };
const content = { content_id: id, author_id: z.union([z.enum(AUTHORS), id]), content_tags: z.array(word).max(10) };
const resource = { resource_type: z.enum(RESOURCE_TYPES), resource_id: id };
const creation = { record_id: id, procedure: z.enum(PROCEDURES) };
/** Options chosen for a creation: no text, ids or files. */
const input = z
  .record(z.string().regex(/^[A-Za-z]{1,32}$/), z.union([word, z.number(), z.boolean()]))
  .refine((set) => Object.keys(set).length <= 40);
export type CreationInput = z.infer<typeof input>;
/** Result of a creation call, without anything about the caller. Pixels, seconds, whole credits. */
const data = z.strictObject({
  status: z.enum(TASK_STATUSES),
  media: z.enum(['image', 'video']),
  width: z.int().min(1),
  height: z.int().min(1),
  seconds: z.number().min(0),
  price: z.int().min(0),
});

/** An item of a cart. */
export const cartItem = z.object({
  item_id: id,
  item_name: word,
  quantity: z.literal(1),
  price: amount,
  iso: currency,
  item_category: word,
  item_category2: z.enum(['Monthly', 'Annually']),
});
/** A purchase in analytics. Prices are in units of `currency`. */
export const cartSummary = z.object({
  items: z.array(cartItem).max(20),
  currency,
  total_price: amount,
  total_monthly_price: amount,
  product_type: z.enum(PRODUCT_TYPES),
  paid_product_type: z.enum(PRODUCT_TYPES).nullable(),
  duration: z.enum(['monthly', 'yearly']),
});
export type CartSummary = z.infer<typeof cartSummary>;

/**
 * All analytics events. None contains user-written text, except the free text of a cancellation, which the product's
 * store does not keep.
 */
export const analyticsEvent = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('sign_up'), ...method }),
  z.strictObject({ name: z.literal('login'), ...method }),
  z.strictObject({ name: z.literal('page_view') }),
  z.strictObject({ name: z.literal('purchase'), transaction_id: id, cart: cartSummary }),
  z.strictObject({
    name: z.literal('createflow_start'),
    createflow_id: id,
    project_id: id.nullable(),
    form_type: z.enum(FORM_TYPES),
    flow: z.enum(FLOWS),
  }),
  z.strictObject({
    name: z.literal('createflow_form_submit'),
    createflow_form_id: id,
    model_name: word,
    form_type: z.enum(FORM_TYPES),
    flow: z.enum(FLOWS),
  }),
  // The record has a temporary id until the call is answered.
  z.strictObject({ name: z.literal('creation_started'), ...creation, input: input.optional() }),
  z.strictObject({ name: z.literal('creation_success'), ...creation, data: data.optional() }),
  z.strictObject({
    name: z.literal('creation_failed'),
    ...creation,
    error: z.union([z.enum(Object.keys(ERRORS)), z.literal('NETWORK')]),
  }),
  z.strictObject({
    name: z.literal('sub_button_click'),
    period_type: z.enum(PERIOD_TYPES),
    plan_type: z.enum(PRODUCT_TYPES),
    credits: z.int().min(0),
    price: amount,
    currency,
  }),
  z.strictObject({
    name: z.literal('sub_submit'),
    type: z.enum(['subscription', 'upgrade']),
    prebook_id: id,
    payment_channel: word,
    payment_method: z.enum(['normal_payment', 'local_payment']),
    subscribe_type: z.enum(SUBSCRIBE_TYPES).optional(),
  }),
  z.strictObject({ name: z.literal('cancel_sub'), reasons: z.array(word).max(10), extra_text: z.string().max(1_000) }),
  z.strictObject({ name: z.literal('content_exposure'), ...content }),
  z.strictObject({ name: z.literal('content_click'), ...content }),
  z.strictObject({ name: z.literal('resource_exposure'), ...resource }),
  z.strictObject({ name: z.literal('resource_click'), ...resource }),
]);
export type AnalyticsEvent = z.infer<typeof analyticsEvent>;
/** The event of a name. */
export type EventOf<Name extends EventName> = Extract<AnalyticsEvent, { readonly name: Name }>;
/** An event with its area; `after` is the last click, at most 10 s before. */
export const placedEvent = z.strictObject({
  event: analyticsEvent,
  area: z.enum(AREAS),
  after: z.enum(CLICKED).optional(),
});
export type PlacedEvent = z.infer<typeof placedEvent>;

/**
 * `analytics.record`. `visit` is the browser's session, which ends after 30 minutes of inactivity; a repeated batch
 * counts once.
 */
export const eventBatch = z.strictObject({
  batch: z.uuid(),
  visit: z.uuid(),
  events: z.array(placedEvent).min(1).max(MAX_BATCH),
});
export type EventBatch = z.infer<typeof eventBatch>;
