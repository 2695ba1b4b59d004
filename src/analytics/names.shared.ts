import { PAID_TIERS } from '../kernel/permissions.shared.js';

/**
 * Plain values of `events.shared.ts`, separate from its schemas so that a page can send events without a validation
 * library.
 */

/** All event names. */
export const EVENT_NAMES = [
  'page_view',
  'sign_up',
  'login',
  'createflow_start',
  'createflow_form_submit',
  'creation_started',
  'creation_success',
  'creation_failed',
  'content_exposure',
  'content_click',
  'resource_exposure',
  'resource_click',
  'sub_button_click',
  'sub_submit',
  'purchase',
  'cancel_sub',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** Statuses of a user in analytics; see `statusOf`. */
export const USER_STATUSES = ['anon', 'free', 'expired'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const SIGN_IN_METHODS = ['google', 'facebook', 'email'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

export const PRODUCT_TYPES = ['free', ...PAID_TIERS] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** Billing periods; `forever` is a one-time purchase. */
export const PERIOD_TYPES = ['monthly', 'yearly', 'forever'] as const;

/** Subscription periods in analytics; no weekly product is sold. */
export const SUBSCRIBE_TYPES = ['weekly', 'monthly', 'annually'] as const;
export type SubscribeType = (typeof SUBSCRIBE_TYPES)[number];

/** Author of content that is not another user's: the product or the viewer. */
export const AUTHORS = ['kinora', 'self'] as const;

/** Linked resources shown beside content. */
export const RESOURCE_TYPES = ['tool', 'sample', 'model', 'template', 'effect'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** What an event may follow: a click on content or on a resource. */
export const CLICKED = ['content', ...RESOURCE_TYPES] as const;
export type Clicked = (typeof CLICKED)[number];

/** Maximum number of events per batch. */
export const MAX_BATCH = 50;
