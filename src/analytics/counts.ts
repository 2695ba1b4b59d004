import { z } from 'zod';
import type { UserGroupTag } from '../identity/accounts/user-groups.shared.js';
import type { AnalyticsEvent, PlacedEvent } from './events.shared.js';
import { COUNTED, FACETS, OPEN_FACETS, OTHER, type Counted, type Facet } from './report.shared.js';
import { USER_STATUSES, type UserStatus } from './names.shared.js';

/** Number of an event, by user status and one value of one facet. Facets are counted separately, never combined. */
export interface Count {
  readonly event: Counted;
  readonly status: UserStatus;
  readonly facet: Facet;
  readonly value: string;
  readonly n: number;
}

/**
 * Stored counts of a day, or of one part of it: each concurrent process writes its own part. Short field names, because
 * there are many counts.
 */
export const dayDocument = z.object({
  /** UTC, `2026-01-31`. */
  day: z.string(),
  counts: z.array(
    z.object({ e: z.enum(COUNTED), s: z.enum(USER_STATUSES), f: z.enum(FACETS), v: z.string(), n: z.int().min(1) }),
  ),
});
export type DayDocument = z.infer<typeof dayDocument>;

/** Maximum number of values stored per part for an open facet; all others are combined. */
export const MAX_VALUES = 200;

const several = (facet: Facet, values: readonly string[]): readonly (readonly [Facet, string])[] =>
  [...new Set(values)].map((value) => [facet, value] as const);

/** Facets of an event, besides area and user. Excludes prices, personal ids and user-written text. */
function facetsOf(event: AnalyticsEvent): readonly (readonly [Facet, string])[] {
  switch (event.name) {
    case 'sign_up':
    case 'login':
      return [['method', event.method]];
    case 'page_view':
      return [];
    case 'createflow_start':
      return [
        ['form_type', event.form_type],
        ['flow', event.flow],
      ];
    case 'createflow_form_submit':
      return [
        ['form_type', event.form_type],
        ['flow', event.flow],
        ['model_name', event.model_name],
      ];
    case 'creation_started':
    case 'creation_success':
      return [['procedure', event.procedure]];
    case 'creation_failed':
      return [
        ['procedure', event.procedure],
        ['error', event.error],
      ];
    case 'content_exposure':
    case 'content_click':
      return [
        ...(event.author_id === 'self' ? [] : [['content_id', event.content_id] as const]),
        ...several('content_tag', event.content_tags),
      ];
    case 'resource_exposure':
    case 'resource_click':
      return [
        ['resource_type', event.resource_type],
        ['resource_id', `${event.resource_type}:${event.resource_id}`],
      ];
    case 'sub_button_click':
      return [
        ['period_type', event.period_type],
        ['plan_type', event.plan_type],
      ];
    case 'sub_submit':
      return [
        ['submit_type', event.type],
        ['payment_channel', event.payment_channel],
        ['payment_method', event.payment_method],
      ];
    case 'purchase':
      return [
        ['plan_type', event.cart.product_type],
        ['period_type', event.cart.duration],
      ];
    case 'cancel_sub':
      return several('reason', event.reasons);
    default:
      return event satisfies never;
  }
}

/** User properties that are counted. */
export interface Who {
  readonly status: UserStatus;
  readonly group: UserGroupTag;
}

/** Counts that one event adds. */
export function countsOf({ event, area, after }: PlacedEvent, { status, group }: Who): readonly Count[] {
  const facets: readonly (readonly [Facet, string])[] = [
    ['all', ''],
    ['group', group],
    ['area', area],
    ...(after === undefined ? [] : [['after', after] as const]),
    ...facetsOf(event),
  ];
  return facets.map(([facet, value]) => ({ event: event.name, status, facet, value, n: 1 }));
}

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

/**
 * Adds counts to a part of a day. For an open facet the number of values is capped, so that a day's size stays bounded.
 */
export function withCounts(document: DayDocument, more: readonly Count[]): DayDocument {
  const counts = new Map(document.counts.map((count) => [keyOf(count.e, count.s, count.f, count.v), count]));
  const known = new Map<string, number>();
  for (const { e, s, f } of document.counts) known.set(keyOf(e, s, f), (known.get(keyOf(e, s, f)) ?? 0) + 1);
  for (const { event: e, status: s, facet: f, value, n } of more) {
    const facet = keyOf(e, s, f);
    const isFull = OPEN_FACETS.has(f) && (known.get(facet) ?? 0) >= MAX_VALUES;
    const v = isFull && !counts.has(keyOf(e, s, f, value)) ? OTHER : value;
    const key = keyOf(e, s, f, v);
    const before = counts.get(key);
    if (before === undefined) known.set(facet, (known.get(facet) ?? 0) + 1);
    counts.set(key, { e, s, f, v, n: (before?.n ?? 0) + n });
  }
  return { day: document.day, counts: [...counts.values()] };
}
