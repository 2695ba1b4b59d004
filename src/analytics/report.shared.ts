import { z } from 'zod';
import { EVENT_NAMES, USER_STATUSES, type EventName } from './names.shared.js';

/** Counted items: events, and visits with at least one event. */
export const COUNTED = ['visit', ...EVENT_NAMES] as const;
export type Counted = (typeof COUNTED)[number];

/**
 * Funnel steps: an event, or any of several. A first sign-in by email is recorded as a `login`, so either event means
 * an account.
 */
export const STEPS = {
  createflow_start: ['createflow_start'],
  createflow_form_submit: ['createflow_form_submit'],
  creation_success: ['creation_success'],
  signed_in: ['sign_up', 'login'],
} as const satisfies Readonly<Record<string, readonly EventName[]>>;
export type Step = keyof typeof STEPS;
export const STEP_NAMES = [
  'createflow_start',
  'createflow_form_submit',
  'creation_success',
  'signed_in',
] as const satisfies readonly Step[];

/** Funnels of visits, step by step; each starts with the visit itself. */
export const FUNNELS = {
  create: ['createflow_start', 'createflow_form_submit', 'creation_success'],
  join: ['creation_success', 'signed_in'],
} as const satisfies Readonly<Record<string, readonly Step[]>>;
export type FunnelId = keyof typeof FUNNELS;
export const FUNNEL_IDS = ['create', 'join'] as const satisfies readonly FunnelId[];

/** Facets of an event. */
export const SHOWN_FACETS = [
  'group',
  'area',
  'after',
  'method',
  'form_type',
  'flow',
  'model_name',
  'procedure',
  'error',
  'content_id',
  'content_tag',
  'resource_type',
  'resource_id',
  'period_type',
  'plan_type',
  'submit_type',
  'payment_channel',
  'payment_method',
  'reason',
] as const;
export type ShownFacet = (typeof SHOWN_FACETS)[number];
/** Breakdowns of counts: none, by facet, and for visits by funnel. */
export const FACETS = ['all', ...SHOWN_FACETS, ...FUNNEL_IDS] as const;
export type Facet = (typeof FACETS)[number];

/** Facets with an open list of values. */
export const OPEN_FACETS: ReadonlySet<Facet> = new Set([
  'model_name',
  'content_id',
  'content_tag',
  'resource_id',
  'payment_channel',
  'reason',
]);
/** Combines all values of an open facet beyond its maximum. */
export const OTHER = 'other';

const day = z.iso.date();
const DAY_MS = 86_400_000;
/** Counts are kept for thirteen months, so that a month can be compared with the same month a year before. */
export const DAYS_KEPT = 396;

/** `analytics.report`: days are UTC, both inclusive. */
export const reportInput = z
  .strictObject({
    from: day,
    to: day,
    status: z.enum(USER_STATUSES).optional(),
    event: z.enum(EVENT_NAMES).default('page_view'),
  })
  .refine(({ from, to }) => from <= to && (Date.parse(to) - Date.parse(from)) / DAY_MS < DAYS_KEPT, { path: ['to'] });

const n = z.int().min(0);
export const analyticsReport = z.object({
  /** Every day of the range, including days without counts: visits, and the requested event. */
  days: z.array(z.object({ day, visits: n, events: n })),
  visits: n,
  /** Totals over the range by event; only events that occurred. */
  totals: z.array(z.object({ event: z.enum(EVENT_NAMES), n })),
  /** How many visits reached each step, the visit itself first; never more than the step before. */
  funnels: z.array(
    z.object({ funnel: z.enum(FUNNEL_IDS), steps: z.array(z.object({ step: z.enum(['visit', ...STEP_NAMES]), n })) }),
  ),
  /** Facets of the event, each with its most frequent values first. */
  facets: z.array(z.object({ facet: z.enum(SHOWN_FACETS), values: z.array(z.object({ value: z.string(), n })) })),
});
export type AnalyticsReport = z.infer<typeof analyticsReport>;
