import { z } from 'zod';
import { DELIVERY_FAULTS, WEBHOOK_EVENTS } from '../creation/webhooks/webhooks.shared.js';
import { PAYERS } from '../kernel/payers.shared.js';

/**
 * What the API answers. Each schema selects from the view of a call what is part of the API, so that other parts of a
 * view may change.
 */

const time = z
  .number()
  .transform((at) => new Date(at).toISOString())
  .pipe(z.iso.datetime());

const errorView = z.object({ identifier: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) });

/** An address of a file on this server. @param origin without a trailing slash */
const address = (origin: string) =>
  z
    .string()
    .transform((path) => `${origin}${path}`)
    .pipe(z.string().describe('Address of the file. Reading it needs a key with the scope `read`.'));

const output = (origin: string) =>
  z.object({
    index: z.int(),
    state: z.enum(['pending', 'ready', 'failed']),
    seed: z.int(),
    url: address(origin).optional(),
    type: z.string().optional().describe('Media type; with `state` ready, as the following.'),
    width: z.int().optional(),
    height: z.int().optional(),
    bytes: z.int().optional(),
    seconds: z.number().optional(),
    percent: z.number().optional().describe('Progress; with `state` pending.'),
    error: z.string().optional().describe('Code of the error; with `state` failed.'),
  });

/** A creation. @param origin of this server */
export const taskView = (origin: string) =>
  z.object({
    id: z.string(),
    procedure: z.string(),
    media: z.enum(['image', 'video']),
    status: z.enum(['reserving', 'queued', 'processing', 'succeeded', 'failed', 'canceled']),
    createdAt: time,
    startedAt: time.optional(),
    finishedAt: time.optional(),
    price: z.int().describe('Credits held at submission, of the account that pays.'),
    captured: z.int().optional().describe('Credits charged in the end, of the account that pays.'),
    paysWith: z.enum(PAYERS).default('credits').describe('The account that pays: `credits` or `api_credits`.'),
    percent: z.number(),
    place: z.int().optional().describe('Position in the queue; 1 is next.'),
    width: z.int(),
    height: z.int(),
    seconds: z.number().optional(),
    outputs: z.array(output(origin)),
    error: errorView.optional(),
  });

export const taskPage = (origin: string) =>
  z.object({
    tasks: z.array(taskView(origin)),
    next: z.string().optional().describe('Cursor of the next page; absent on the last.'),
  });

export const deletedView = z.object({ id: z.string() });

export const uploadView = z.object({
  id: z.string().describe('Used as a source: `{"from": "upload", "id": …}`.'),
  kind: z.enum(['image', 'video', 'audio']),
  width: z.int(),
  height: z.int(),
  seconds: z.number().optional(),
  bytes: z.int(),
  expiresAt: time.describe('Each use prolongs its life.'),
});

export const balanceView = z.object({
  usageType: z.enum(PAYERS).describe('The account: `credits` or `api_credits`.'),
  available: z.int().describe('Credits that can be spent.'),
  held: z.int().describe('Credits held for creations in progress.'),
});

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  createdAt: time,
  failingSince: time.optional().describe('Since when every attempt has failed; absent while it answers.'),
  disabledAt: time.optional().describe('Since when it gets no deliveries.'),
});
export const webhookView = webhook;
export const webhookList = z.object({ webhooks: z.array(webhook) });
export const webhookSecret = z.object({
  webhook,
  secret: z.string().describe('Verifies signatures by Standard Webhooks. It is shown this once.'),
});

const delivery = z.object({
  id: z.string().describe('The same in every attempt: the header `webhook-id`.'),
  event: z.enum(WEBHOOK_EVENTS),
  taskId: z.string(),
  createdAt: time,
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  nextAt: time.optional().describe('The next attempt; with `state` waiting.'),
  last: z
    .object({
      at: time,
      ms: z.int().describe('Milliseconds until the answer.'),
      status: z.int().optional(),
      fault: z.enum(DELIVERY_FAULTS).optional().describe('Why there was no answer.'),
      answer: z.string().optional().describe('The beginning of the answer.'),
    })
    .optional()
    .describe('The last attempt.'),
  body: z.string().describe('The body as it is sent.'),
});
export const deliveryView = delivery;
export const deliveryPage = z.object({
  deliveries: z.array(delivery),
  next: z.string().optional().describe('Cursor of the next page; absent on the last.'),
});

/** The body of a webhook. */
export const webhookBody = z.object({
  type: z.enum(WEBHOOK_EVENTS),
  timestamp: z.iso.datetime(),
  data: z.object({
    id: z.string().describe('Id of the creation.'),
    procedure: z.string(),
    status: z.enum(['succeeded', 'failed', 'canceled']),
    price: z.int(),
    paysWith: z.enum(PAYERS),
    captured: z.int().optional().describe('Credits charged, once that is settled.'),
    released: z.int().optional().describe('Credits that went back; with `task.released`.'),
    error: errorView.optional(),
  }),
});

/** The price of a creation that was not submitted. */
export const priceView = z.object({ credits: z.int() });

export const modelPage = z.object({
  models: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      procedures: z.array(z.string()),
      tier: z.enum(['free', 'pro']).describe('`pro` needs a plan.'),
    }),
  ),
});
