import { z } from 'zod';
import type { Count } from './counts.js';
import type { EventBatch } from './events.shared.js';
import { EVENT_NAMES, USER_STATUSES, type EventName, type UserStatus } from './names.shared.js';
import { FUNNEL_IDS, FUNNELS, STEPS, type Step } from './report.shared.js';

/** Number of batch ids kept per visit to detect repeats. */
export const BATCHES_KEPT = 50;

/** State of an active visit; it does not identify the user. */
export const visitDocument = z.object({
  /** UTC day of the first batch; the visit counts for this day. */
  day: z.string(),
  /** UTC day of the latest batch. */
  touched: z.string(),
  /** Status of the user at the start of the visit. */
  status: z.enum(USER_STATUSES),
  /** Each once. */
  seen: z.array(z.enum(EVENT_NAMES)),
  /** Ids of counted batches, latest last. */
  batches: z.array(z.string()),
});
export type VisitDocument = z.infer<typeof visitDocument>;

/** Number of funnel steps that a visit has reached: all up to the first missing one, in any order of events. */
function reached(steps: readonly Step[], seen: readonly EventName[]): number {
  const missing = steps.findIndex((step) => !STEPS[step].some((event) => seen.includes(event)));
  return missing === -1 ? steps.length : missing;
}

export interface VisitStep {
  readonly visit: VisitDocument;
  /** What this batch adds to the visit counts of the visit's own day. */
  readonly counts: readonly Count[];
}

/**
 * Adds a batch to a visit.
 * @param known undefined for the first batch
 * @returns `repeated` when the batch is already counted
 */
export function withBatch(
  known: VisitDocument | undefined,
  { batch, events }: Pick<EventBatch, 'batch' | 'events'>,
  now: { readonly day: string; readonly status: UserStatus },
): VisitStep | 'repeated' {
  if (known?.batches.includes(batch) === true) return 'repeated';
  const before: VisitDocument = known ?? { day: now.day, touched: now.day, status: now.status, seen: [], batches: [] };
  const seen = [...new Set([...before.seen, ...events.map(({ event }) => event.name)])];
  const count = (facet: Count['facet'], value: string): Count => ({
    event: 'visit',
    status: before.status,
    facet,
    value,
    n: 1,
  });
  return {
    visit: { ...before, touched: now.day, seen, batches: [...before.batches, batch].slice(-BATCHES_KEPT) },
    counts: [
      ...(known === undefined ? [count('all', '')] : []),
      ...FUNNEL_IDS.flatMap((funnel) =>
        FUNNELS[funnel]
          .slice(reached(FUNNELS[funnel], before.seen), reached(FUNNELS[funnel], seen))
          .map((step) => count(funnel, step)),
      ),
    ],
  };
}
