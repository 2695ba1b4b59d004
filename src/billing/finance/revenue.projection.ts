import { z } from 'zod';
import type { EventCodec } from '../../kernel/event-sourcing/codec.js';
import type { DomainEvent } from '../../kernel/event-sourcing/event.js';
import type { Projection, SeenEvent } from '../../kernel/event-sourcing/projection.js';
import { FIGURES, nothing, type Entry } from './entries.js';
import { dayName } from './recognition.js';

const figures = {
  paid: z.int(),
  refunded: z.int(),
  disputed: z.int(),
  returned: z.int(),
  lost: z.int(),
  tax: z.int(),
  taxBack: z.int(),
  payments: z.int(),
  refunds: z.int(),
  disputes: z.int(),
  rate: z.int(),
  taxDisputed: z.int(),
  taxReturned: z.int(),
};
const page = z.object({
  /** `YYYY-MM-DD`, UTC. */
  day: z.string(),
  /** Sorted by gateway, currency, price; no zero rows. */
  rows: z.array(z.object({ priceId: z.string(), gateway: z.string(), currency: z.string(), ...figures })),
});
/**
 * One day of revenue from subscriptions or from one-time purchases. A future day states the amount recognised from then
 * on.
 */
export type RevenuePage = z.infer<typeof page>;
type Row = RevenuePage['rows'][number];

/** What was sold: a plan, or a pack as a one-time purchase. */
export type SoldAs = 'plan' | 'pack';
/**
 * A page whose rows name what was sold. The pages tell it, because a catalogue forgets prices that are no longer sold.
 */
export interface SoldPage {
  readonly day: string;
  readonly rows: (Row & { readonly sold: SoldAs })[];
}

export const soldAs = ({ day, rows }: RevenuePage, sold: SoldAs): SoldPage => ({
  day,
  rows: rows.map((row) => ({ ...row, sold })),
});

/**
 * Returns the entries of an event for a day. They are computed before the fold, because they depend on all earlier
 * events.
 */
export type EntriesOf<Event extends DomainEvent> = (seen: SeenEvent<Event>) => readonly Entry[];

/** One of the two kinds of streams with payments. Each has its own pages. */
export interface RevenueSource<Event extends DomainEvent> {
  readonly name: 'billing_revenue_subscriptions' | 'billing_revenue_purchases';
  readonly prefix: string;
  readonly codec: EventCodec<Event>;
}

export const REVENUE_VERSION = 2;

/**
 * Revenue by day (UTC, by fact time), price, gateway and currency. Each document combines many streams (adr/0022). An
 * event may appear in several documents, each with the entries of its day.
 */
export function revenueProjection<Event extends DomainEvent>(
  { name, prefix, codec }: RevenueSource<Event>,
  entriesOf: EntriesOf<Event>,
): Projection<RevenuePage, Event> {
  return {
    name,
    version: REVENUE_VERSION,
    prefix,
    codec,
    handles: codec.types,
    indexes: [['day']],
    schema: page,
    key: (seen) => {
      const [first] = entriesOf(seen);
      return first === undefined ? undefined : dayName(first.day);
    },
    evolve: (before, seen) => entered(before, entriesOf(seen)),
  };
}

const keyOf = ({ gateway, currency, priceId }: Pick<Row, 'gateway' | 'currency' | 'priceId'>): string =>
  `${gateway} ${currency} ${priceId}`;

/** The page after adding these entries, all of that day. */
export function entered(before: RevenuePage | undefined, entries: readonly Entry[]): RevenuePage {
  const [first] = entries;
  const day = before?.day ?? (first === undefined ? undefined : dayName(first.day));
  if (day === undefined) throw new Error('a page of revenue holds at least one entry');
  const rows = new Map((before?.rows ?? []).map((row) => [keyOf(row), { ...row }]));
  for (const { priceId, gateway, currency, moved } of entries) {
    const row = rows.get(keyOf({ priceId, gateway, currency })) ?? { priceId, gateway, currency, ...nothing() };
    rows.set(keyOf(row), row);
    for (const figure of FIGURES) row[figure] += moved[figure] ?? 0;
  }
  return {
    day,
    rows: [...rows.values()]
      .filter((row) => FIGURES.some((figure) => row[figure] !== 0))
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  };
}
