import { z } from 'zod';

/** Webhooks: what a member may set, and what they see. */

/** Maximum addresses of a user. */
export const MAX_WEBHOOKS = 10;
/** How long a delivery is kept after its event, milliseconds. */
export const DELIVERIES_KEPT_MS = 30 * 86_400_000;
/** Pauses after failed attempts, milliseconds; after the last one the delivery has failed. */
export const RETRY_PAUSES_MS = [
  5_000, 60_000, 300_000, 1_800_000, 7_200_000, 28_800_000, 86_400_000, 86_400_000, 86_400_000,
] as const;
/** An address that has answered nothing for this long gets no more deliveries, milliseconds. */
export const DISABLED_AFTER_MS = 3 * 86_400_000;

/** `task.released`: credits of an ended creation went back to the account that paid. */
export const WEBHOOK_EVENTS = ['task.completed', 'task.failed', 'task.canceled', 'task.released'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const webhookInput = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1)
    .max(WEBHOOK_EVENTS.length)
    .refine((events) => new Set(events).size === events.length)
    .default([...WEBHOOK_EVENTS]),
});
export type WebhookInput = z.infer<typeof webhookInput>;

/** An address as its owner sees it; never its secret. */
export interface WebhookView {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Milliseconds since the epoch, as the other times. */
  readonly createdAt: number;
  /** Since when every attempt has failed; absent while it answers. */
  readonly failingSince?: number;
  /** Since when it gets no deliveries. */
  readonly disabledAt?: number;
}

/** The answer to a new address. `secret` is shown this once. */
export interface WebhookSecret {
  readonly webhook: WebhookView;
  readonly secret: string;
}

/** Why an attempt got no answer. */
export const DELIVERY_FAULTS = ['timeout', 'unreachable', 'redirect', 'private', 'disabled'] as const;
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];

/** What an attempt led to: a status, or a fault. */
export interface DeliveryAttempt {
  readonly at: number;
  /** Milliseconds until the answer. */
  readonly ms: number;
  readonly status?: number;
  readonly fault?: DeliveryFault;
  /** The beginning of the answer's body. */
  readonly answer?: string;
}

/** An event for one address. */
export interface DeliveryView {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly taskId: string;
  readonly createdAt: number;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  /** The next attempt; only while waiting. */
  readonly nextAt?: number;
  readonly last?: DeliveryAttempt;
  /** The body as it is sent. */
  readonly body: string;
}

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryView[];
  /** Absent on the last page. */
  readonly next?: string;
}
