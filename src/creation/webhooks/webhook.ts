import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { errorOf } from '../tasks/task.view.js';
import { hasEnded } from '../tasks/task.js';
import type { Task } from '../tasks/task.state.js';
import {
  DELIVERY_FAULTS,
  DISABLED_AFTER_MS,
  RETRY_PAUSES_MS,
  WEBHOOK_EVENTS,
  type DeliveryAttempt,
  type DeliveryView,
  type WebhookEvent,
  type WebhookView,
} from './webhooks.shared.js';

/** Webhooks and deliveries as values. Pure. */

const userId = z.string().transform((id) => id as UserId); // our own writes only
export const webhookDocument = z.object({
  userId,
  url: z.string(),
  /** Encrypted: signing needs it. */
  sealedSecret: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  createdAt: z.int(),
  failingSince: z.int().exactOptional(),
  disabledAt: z.int().exactOptional(),
});
export type Webhook = z.infer<typeof webhookDocument>;

const attempt = z.object({
  at: z.int(),
  ms: z.int(),
  status: z.int().exactOptional(),
  fault: z.enum(DELIVERY_FAULTS).exactOptional(),
  answer: z.string().exactOptional(),
});
export const deliveryDocument = z.object({
  userId,
  webhookId: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  taskId: z.string(),
  body: z.string(),
  createdAt: z.int(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** The next attempt, while waiting. */
  nextAt: z.int(),
  last: attempt.exactOptional(),
});
export type Delivery = z.infer<typeof deliveryDocument>;

/** The event of a task's end; undefined while it runs, and for one that its owner has deleted. */
export function endEvent(task: Task): WebhookEvent | undefined {
  if (!hasEnded(task) || task.hidden) return undefined;
  if (task.status === 'succeeded') return 'task.completed';
  return task.status === 'canceled' && task.reason === 'user' ? 'task.canceled' : 'task.failed';
}

/**
 * The body of an event. It has neither the prompt nor an address of a result: whoever receives it reads the task with a
 * key.
 */
export function bodyOf(event: WebhookEvent, task: Task, at: Millis): string {
  const captured = hasEnded(task) && task.settlement.state === 'settled' ? task.settlement.captured : undefined;
  return JSON.stringify({
    type: event,
    timestamp: new Date(at).toISOString(),
    data: {
      id: task.id,
      procedure: task.params.procedure,
      status: task.status,
      price: task.price.amount,
      paysWith: task.paysWith ?? 'credits',
      ...defined({ captured }),
      ...(event === 'task.released' && captured !== undefined ? { released: task.price.amount - captured } : {}),
      ...errorOf(task),
    },
  });
}

/** The headers of an attempt, by Standard Webhooks. @param secret 32 bytes */
export function signedHeaders(id: string, body: string, secret: Buffer, at: Millis): Readonly<Record<string, string>> {
  const seconds = Math.floor(at / 1_000);
  const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}

const isTaken = ({ status }: DeliveryAttempt): boolean => status !== undefined && status >= 200 && status < 300;

/** A delivery after an attempt. */
export function afterAttempt(delivery: Delivery, last: DeliveryAttempt): Delivery {
  const attempts = delivery.attempts + 1;
  const pause = last.fault === 'disabled' ? undefined : RETRY_PAUSES_MS[attempts - 1];
  const state = isTaken(last) ? 'delivered' : pause === undefined ? 'failed' : 'waiting';
  return { ...delivery, attempts, last: defined({ ...last }), state, nextAt: last.at + (pause ?? 0) };
}

/** A delivery that its owner sends again: its attempts begin anew. */
export const sentAgain = (delivery: Delivery, at: Millis): Delivery => ({
  ...delivery,
  state: 'waiting',
  attempts: 0,
  nextAt: at,
});

/** An address after an attempt: it is disabled when it is gone (410), or has answered nothing for days. */
export function afterAnswer(webhook: Webhook, last: DeliveryAttempt): Webhook {
  const { failingSince: since, ...rest } = webhook;
  if (isTaken(last)) return rest;
  const failingSince = since ?? last.at;
  const isOver = last.status === 410 || last.at - failingSince >= DISABLED_AFTER_MS;
  return { ...rest, failingSince, ...(isOver && rest.disabledAt === undefined ? { disabledAt: last.at } : {}) };
}

export const webhookView = (id: string, webhook: Webhook): WebhookView => ({
  id,
  url: webhook.url,
  events: webhook.events,
  createdAt: webhook.createdAt,
  ...defined({ failingSince: webhook.failingSince, disabledAt: webhook.disabledAt }),
});

export const deliveryView = (id: string, delivery: Delivery): DeliveryView => ({
  id,
  event: delivery.event,
  taskId: delivery.taskId,
  createdAt: delivery.createdAt,
  state: delivery.state,
  attempts: delivery.attempts,
  body: delivery.body,
  ...(delivery.state === 'waiting' ? { nextAt: delivery.nextAt } : {}),
  ...defined({ last: delivery.last }),
});
