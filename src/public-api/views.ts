import { z } from 'zod';
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
