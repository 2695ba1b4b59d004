import { z } from 'zod';
import { EVENT_NAMES, USER_STATUSES, type EventName } from './names.shared.js';

/** What is counted: events, and visits with at least one. */
export const COUNTED = ['visit', ...EVENT_NAMES] as const;
export type Counted = (typeof COUNTED)[number];

/** What a visit may have come to: an event, or one of several. A first sign-in by e-mail is told as a `login`, so either tells of an account. */
export const STEPS = {
  createflow_start: ['createflow_start'], createflow_form_submit: ['createflow_form_submit'], creation_success: ['creation_success'], signed_in: ['sign_up', 'login'],
} as const satisfies Readonly<Record<string, readonly EventName[]>>;
export type Step = keyof typeof STEPS;
export const STEP_NAMES = ['createflow_start', 'createflow_form_submit', 'creation_success', 'signed_in'] as const satisfies readonly Step[];

/** How far visits come, step by step; each begins with the visit itself. */
export const FUNNELS = {
  create: ['createflow_start', 'createflow_form_submit', 'creation_success'],
  join: ['creation_success', 'signed_in'],
} as const satisfies Readonly<Record<string, readonly Step[]>>;
export type FunnelId = keyof typeof FUNNELS;
export const FUNNEL_IDS = ['create', 'join'] as const satisfies readonly FunnelId[];

/** What an event is told apart by. */
export const SHOWN_FACETS = [
  'group', 'area', 'after', 'method', 'form_type', 'flow', 'model_name', 'procedure', 'error', 'content_id', 'content_tag', 'resource_type', 'resource_id',
  'period_type', 'plan_type', 'submit_type', 'payment_channel', 'payment_method', 'reason',
] as const;
export type ShownFacet = (typeof SHOWN_FACETS)[number];
/** What counts are told apart by: nothing, what an event is, and for visits how far they came. */
export const FACETS = ['all', ...SHOWN_FACETS, ...FUNNEL_IDS] as const;
export type Facet = (typeof FACETS)[number];

/** Facets whose values are no closed list. */
export const OPEN_FACETS: ReadonlySet<Facet> = new Set(['model_name', 'content_id', 'content_tag', 'resource_id', 'payment_channel', 'reason']);
/** All values of such a facet that found no place. */
export const OTHER = 'other';

const day = z.iso.date();
const DAY_MS = 86_400_000;
/** Counts are kept for thirteen months, so that a month can be held against the same one of the year before. */
export const DAYS_KEPT = 396;

/** `analytics.report`: days are UTC, both included. */
export const reportInput = z
  .strictObject({ from: day, to: day, status: z.enum(USER_STATUSES).optional(), event: z.enum(EVENT_NAMES).default('page_view') })
  .refine(({ from, to }) => from <= to && (Date.parse(to) - Date.parse(from)) / DAY_MS < DAYS_KEPT, { path: ['to'] });

const n = z.int().min(0);
export const analyticsReport = z.object({
  /** Every day of the range, also one on which nothing was counted: visits, and of the event that was requested. */
  days: z.array(z.object({ day, visits: n, events: n })),
  visits: n,
  /** Over the range, by event; only of what was counted at all. */
  totals: z.array(z.object({ event: z.enum(EVENT_NAMES), n })),
  /** How many visits reached each step, the visit itself first; never more than the step before. */
  funnels: z.array(z.object({ funnel: z.enum(FUNNEL_IDS), steps: z.array(z.object({ step: z.enum(['visit', ...STEP_NAMES]), n })) })),
  /** What the event is told apart by; of each the most frequent values first. */
  facets: z.array(z.object({ facet: z.enum(SHOWN_FACETS), values: z.array(z.object({ value: z.string(), n })) })),
});
export type AnalyticsReport = z.infer<typeof analyticsReport>;
