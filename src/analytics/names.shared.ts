import { PAID_TIERS } from '../kernel/permissions.shared.js';

/** The plain values of `events.shared.ts`, kept apart from its schemas so that a page needs no validation library to tell of something. */

/** Everything that analytics is told. */
export const EVENT_NAMES = [
  'page_view', 'sign_up', 'login', 'createflow_start', 'createflow_form_submit', 'creation_started', 'creation_success', 'creation_failed',
  'content_exposure', 'content_click', 'resource_exposure', 'resource_click', 'sub_button_click', 'sub_submit', 'purchase', 'cancel_sub',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** Statuses of a user in analytics; see `statusOf`. */
export const USER_STATUSES = ['anon', 'free', 'expired'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const SIGN_IN_METHODS = ['google', 'facebook', 'email'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

export const PRODUCT_TYPES = ['free', ...PAID_TIERS] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** How often a product is paid for; `forever` is bought once. */
export const PERIOD_TYPES = ['monthly', 'yearly', 'forever'] as const;

/** Periods of a subscription as analytics names them; no product is sold by the week. */
export const SUBSCRIBE_TYPES = ['weekly', 'monthly', 'annually'] as const;
export type SubscribeType = (typeof SUBSCRIBE_TYPES)[number];

/** Whose a content is, where it is not someone else's: the product's own, or of whoever looks at it. */
export const AUTHORS = ['kinora', 'self'] as const;

/** What is shown beside contents, and leads somewhere. */
export const RESOURCE_TYPES = ['tool', 'sample', 'model', 'template', 'effect'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** What an event may come after: a click on a content, or on a resource. */
export const CLICKED = ['content', ...RESOURCE_TYPES] as const;
export type Clicked = (typeof CLICKED)[number];

/** How many events go together at most. */
export const MAX_BATCH = 50;
