import type { DayDocument } from './counts.js';
import type { EventName, UserStatus } from './names.shared.js';
import { EVENT_NAMES } from './names.shared.js';
import { FUNNEL_IDS, FUNNELS, SHOWN_FACETS, type AnalyticsReport, type Facet, type Step } from './report.shared.js';

const DAY_MS = 86_400_000;
/** Maximum number of values shown per facet. */
const VALUES_SHOWN = 20;

/** The day (UTC) of a time. @param at milliseconds since the epoch */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day a number of days later, or earlier if negative. */
export const dayPlus = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);

function daysOf(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayPlus(day, 1)) days.push(day);
  return days;
}

/** Sums by name. */
class Sums {
  private readonly sums = new Map<string, number>();
  add(key: string, n: number): void {
    this.sums.set(key, this.of(key) + n);
  }
  of(key: string): number {
    return this.sums.get(key) ?? 0;
  }
  /** Largest first; ties are sorted by name. */
  largest(max: number): readonly { readonly value: string; readonly n: number }[] {
    return [...this.sums]
      .map(([value, n]) => ({ value, n }))
      .sort((a, b) => b.n - a.n || (a.value < b.value ? -1 : 1))
      .slice(0, max);
  }
}

export interface ReportOf {
  /** UTC, both included. */
  readonly from: string;
  readonly to: string;
  readonly status?: UserStatus;
  readonly event: EventName;
}

/**
 * Builds the report of a range by combining the parts of its days. The caller must leave out days outside the range.
 */
export function reportOf(documents: readonly DayDocument[], { from, to, status, event }: ReportOf): AnalyticsReport {
  const [totals, visits, events, steps] = [new Sums(), new Sums(), new Sums(), new Sums()];
  const facets = new Map<Facet, Sums>();
  for (const { day, counts } of documents) {
    for (const { e, s, f, v, n } of counts) {
      if (status !== undefined && s !== status) continue;
      if (f === 'all') {
        totals.add(e, n);
        if (e === 'visit') visits.add(day, n);
        if (e === event) events.add(day, n);
      } else if (e === 'visit') steps.add(`${f}:${v}`, n);
      else if (e === event) facets.set(f, addedTo(facets.get(f), v, n));
    }
  }
  const step = (name: Step | 'visit', n: number): { step: Step | 'visit'; n: number } => ({ step: name, n });
  return {
    days: daysOf(from, to).map((day) => ({ day, visits: visits.of(day), events: events.of(day) })),
    visits: totals.of('visit'),
    totals: EVENT_NAMES.map((name) => ({ event: name, n: totals.of(name) })).filter(({ n }) => n > 0),
    funnels: FUNNEL_IDS.map((funnel) => ({
      funnel,
      steps: [
        step('visit', totals.of('visit')),
        ...FUNNELS[funnel].map((name) => step(name, steps.of(`${funnel}:${name}`))),
      ],
    })),
    facets: SHOWN_FACETS.flatMap((facet) => {
      const sums = facets.get(facet);
      return sums === undefined ? [] : [{ facet, values: [...sums.largest(VALUES_SHOWN)] }];
    }),
  };
}

function addedTo(sums: Sums | undefined, value: string, n: number): Sums {
  const all = sums ?? new Sums();
  all.add(value, n);
  return all;
}
