import { z } from 'zod';
import type { Count } from './counts.js';
import type { EventBatch } from './events.shared.js';
import { EVENT_NAMES, USER_STATUSES, type EventName, type UserStatus } from './names.shared.js';
import { FUNNEL_IDS, FUNNELS, STEPS, type Step } from './report.shared.js';

/** A batch is known to have come as long as its visit has not sent so many others since. */
export const BATCHES_KEPT = 50;

/** What of a visit is known while it continues: nothing that tells whose it is. */
export const visitDocument = z.object({
  /** UTC, of the first batch: the visit counts for it. */
  day: z.string(),
  /** UTC, of the latest batch. */
  touched: z.string(),
  /** Of whoever came, when they came. */
  status: z.enum(USER_STATUSES),
  /** Each once. */
  seen: z.array(z.enum(EVENT_NAMES)),
  /** Ids of batches that have been counted, the latest last. */
  batches: z.array(z.string()),
});
export type VisitDocument = z.infer<typeof visitDocument>;

/** How many steps of a funnel a visit has reached: all of them up to the first that it has not, in whatever order they came. */
function reached(steps: readonly Step[], seen: readonly EventName[]): number {
  const missing = steps.findIndex((step) => !STEPS[step].some((event) => seen.includes(event)));
  return missing === -1 ? steps.length : missing;
}

export interface VisitStep {
  readonly visit: VisitDocument;
  /** What this batch adds to the counts of visits; they belong to the visit's own day. */
  readonly counts: readonly Count[];
}

/**
 * A visit with one more batch.
 * @param known undefined for its first batch
 * @returns `repeated` when the batch has been counted already
 */
export function withBatch(known: VisitDocument | undefined, { batch, events }: Pick<EventBatch, 'batch' | 'events'>, now: { readonly day: string; readonly status: UserStatus }): VisitStep | 'repeated' {
  if (known?.batches.includes(batch) === true) return 'repeated';
  const before: VisitDocument = known ?? { day: now.day, touched: now.day, status: now.status, seen: [], batches: [] };
  const seen = [...new Set([...before.seen, ...events.map(({ event }) => event.name)])];
  const count = (facet: Count['facet'], value: string): Count => ({ event: 'visit', status: before.status, facet, value, n: 1 });
  return {
    visit: { ...before, touched: now.day, seen, batches: [...before.batches, batch].slice(-BATCHES_KEPT) },
    counts: [
      ...(known === undefined ? [count('all', '')] : []),
      ...FUNNEL_IDS.flatMap((funnel) => FUNNELS[funnel].slice(reached(FUNNELS[funnel], before.seen), reached(FUNNELS[funnel], seen)).map((step) => count(funnel, step))),
    ],
  };
}
