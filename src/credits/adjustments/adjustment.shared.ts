import { z } from 'zod';
import { accountOwner, momentOf } from '../books/finance.shared.js';
import { ADJUSTMENT_REASONS, APP_NAMES, USAGE_TYPES } from '../credits.shared.js';

/** Largest amount, in credits, that one operator may adjust alone, unless the installation sets another one. */
export const APPROVAL_ABOVE = 1_000;

/** Reasons that an operator may give. A reversal has a call of its own. */
export const REQUESTABLE_REASONS = [
  'goodwill',
  'correction',
  'technical-failure',
  'late-payment',
  'fraud',
  'dispute-won',
] as const satisfies readonly (typeof ADJUSTMENT_REASONS)[number][];

/**
 * States of an adjustment request. `awaiting-approval`: needs a second person. `approved`: is being applied, also after
 * a crash. `applied`: in the ledger. `rejected`: by the second person. `refused`: by the account, which has too few
 * credits.
 */
export const ADJUSTMENT_STATES = ['awaiting-approval', 'approved', 'applied', 'rejected', 'refused'] as const;
export type AdjustmentState = (typeof ADJUSTMENT_STATES)[number];

const MAX_AMOUNT = 1_000_000_000;
/** Stricter than names of existing accounts: what is written cannot be a name or an address. */
const userId = z.string().regex(/^[\w-]{1,100}$/);
const account = {
  userId,
  appName: z.enum(APP_NAMES).default('kinora'),
  usageType: z.enum(USAGE_TYPES).default('credits'),
};
/** A case number or link part. It becomes part of an event, so neither an address nor a text fits. */
export const caseReference = z
  .string()
  .trim()
  .regex(/^[\w:./#-]{1,100}$/);
/** For people; never in events or logs. */
const note = z.string().trim().max(1_000).default('');
/**
 * An earlier time at which the adjustment should have been made, a day (its start, UTC) or an ISO time. It counts on
 * that day in books by valid time, and nowhere else.
 */
const validAt = momentOf.nullable().default(null);
const requestId = z.string().regex(/^[\w:.-]{1,500}$/);

/** `finance.adjust`: the caller creates the request id, so a repeat changes nothing. */
export const adjustInput = z.object({
  requestId: z.uuid(),
  ...account,
  amount: z
    .int()
    .min(-MAX_AMOUNT)
    .max(MAX_AMOUNT)
    .refine((amount) => amount !== 0),
  reason: z.enum(REQUESTABLE_REASONS),
  reference: caseReference,
  note,
  validAt,
});
/** `finance.reverseAdjustment`: undoes an adjustment of an account by its counterpart. */
export const reverseInput = z.object({
  ...account,
  adjustmentId: z.string().min(1).max(191),
  reference: caseReference,
  note,
  validAt,
});
/** `finance.approveAdjustment` and `finance.rejectAdjustment`. */
export const decideInput = z.object({ requestId, note });

/**
 * Selects requests. `from` is inclusive and `to` exclusive, each a day (UTC) or an ISO time, by the time of the
 * request.
 */
export const adjustmentFilter = z.object({
  userId: accountOwner.optional(),
  appName: z.enum(APP_NAMES).optional(),
  usageType: z.enum(USAGE_TYPES).optional(),
  reason: z.enum(ADJUSTMENT_REASONS).optional(),
  actor: z
    .string()
    .regex(/^[\w:.-]{1,200}$/)
    .optional(),
  state: z.enum(ADJUSTMENT_STATES).optional(),
  /** The case, as it was given. */
  reference: caseReference.optional(),
  from: momentOf.optional(),
  to: momentOf.optional(),
});
export type AdjustmentFilter = z.infer<typeof adjustmentFilter>;

/** A step of a request: who did what, and when. `note` is the person's text; `error` the account's refusal. */
const step = z.object({
  at: z.int(),
  by: z.string(),
  what: z.enum(['requested', 'approved', 'rejected', 'applied', 'refused']),
  note: z.string(),
  error: z
    .object({ identifier: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
});

/** A request as finance sees it. Whole credits, times in milliseconds since the epoch. */
export const adjustmentView = z.object({
  requestId: z.string(),
  adjustmentId: z.string(),
  userId: z.string(),
  appName: z.enum(APP_NAMES),
  usageType: z.enum(USAGE_TYPES),
  amount: z.int(),
  /** Part of the receivable that is settled; negative if it is owed again. */
  settles: z.int(),
  reason: z.enum(ADJUSTMENT_REASONS),
  reference: z.string(),
  state: z.enum(ADJUSTMENT_STATES),
  requestedAt: z.int(),
  actor: z.string(),
  approver: z.string().nullable(),
  /** The earlier time at which it should have been made, if one was given. */
  validAt: z.int().nullable(),
  /** The adjustment that this one undoes. */
  reverses: z.string().nullable(),
  /** State of the request to undo this one; null if there is none. */
  reversal: z.enum(ADJUSTMENT_STATES).nullable(),
  steps: z.array(step),
});
export type AdjustmentView = z.infer<typeof adjustmentView>;
export type AdjustmentStep = z.infer<typeof step>;

/** `finance.adjustments`: requests, newest first. */
export const adjustmentsPage = z.object({
  adjustments: z.array(adjustmentView),
  /** An adjustment above this amount, in credits, needs a second person. */
  approvalAbove: z.int(),
  next: z.string().optional(),
});
export type AdjustmentsPage = z.infer<typeof adjustmentsPage>;
