import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Collection, DocumentStore } from '../../platform/documents/port.js';
import { deleteWhere, upsert } from '../../platform/documents/update.js';
import type { RunReport } from '../../engine/remote/engine.js';
import type { EngineUse, Offer } from './engines.shared.js';

const count = z.int().min(0);
const day = z.object({
  engineId: z.string(),
  /** `2026-01-31`, UTC. */
  day: z.string(),
  made: count,
  failed: count,
  refused: count,
  handedOn: count,
  stoodIn: count,
  /** Total milliseconds of all outputs; work that the engine reported, and for how many images it reported it. */
  ms: count,
  computeMs: count,
  computed: count,
  /** Millionths of a US dollar, and the number of images they cover. */
  micros: count,
  priced: count,
});
type Day = z.infer<typeof day>;
type Counts = Omit<Day, 'engineId' | 'day'>;

const NOTHING: Counts = {
  made: 0,
  failed: 0,
  refused: 0,
  handedOn: 0,
  stoodIn: 0,
  ms: 0,
  computeMs: 0,
  computed: 0,
  micros: 0,
  priced: 0,
};
const NAMES = [
  'made',
  'failed',
  'refused',
  'handedOn',
  'stoodIn',
  'ms',
  'computeMs',
  'computed',
  'micros',
  'priced',
] as const satisfies readonly (keyof Counts)[];
const DAY_MS = 24 * 3_600_000;
/** Number of days that an administrator sees, and that are kept. */
const SHOWN_DAYS = 30;
const KEPT_DAYS = 400;

const dayOf = (at: Millis): string => new Date(at).toISOString().slice(0, 10);
const plus = (one: Counts, other: Partial<Counts>): Counts => {
  const sum = { ...one };
  for (const name of NAMES) sum[name] += other[name] ?? 0;
  return sum;
};

/**
 * The operator's cost of a run: what the engine bills, otherwise the operator's own rate.
 * @returns millionths of a US dollar; undefined if neither is known
 */
export function costOf({ usage }: Pick<RunReport, 'usage'>, rate: Offer['cost']): number | undefined {
  if (usage.micros !== undefined) return usage.micros;
  if (rate === undefined) return undefined;
  if (rate.per === 'picture') return rate.micros;
  return usage.computeMs === undefined ? undefined : Math.round((usage.computeMs * rate.micros) / 1_000);
}

/** Counts of one run. Only an image has a time and a cost, because failures are not billed. */
function countsOf(report: RunReport, rate: Offer['cost']): Partial<Counts> {
  if (report.fault === 'refused') return { refused: 1 };
  if (report.fault !== undefined) return { failed: 1 };
  const micros = costOf(report, rate);
  const { computeMs } = report.usage;
  return {
    made: 1,
    ms: report.ms,
    ...(computeMs === undefined ? {} : { computeMs, computed: 1 }),
    ...(micros === undefined ? {} : { micros, priced: 1 }),
  };
}

/**
 * Daily usage of each engine: images, faults, time and cost.
 * @throws StoreUnavailable from every call
 */
export class UseBook {
  private constructor(private readonly days: Collection<Day>) {}

  static async open(documents: DocumentStore): Promise<UseBook> {
    return new UseBook(
      await documents.collection({ name: 'engine_days_v1', indexes: [['engineId', 'day'], ['day']] }, (stored) =>
        day.parse(stored),
      ),
    );
  }

  async ran(engineId: string, report: RunReport, rate: Offer['cost'], now: Millis): Promise<void> {
    await this.add(engineId, countsOf(report, rate), now);
  }

  async recordFailover(from: string, to: string, now: Millis): Promise<void> {
    await this.add(from, { handedOn: 1 }, now);
    await this.add(to, { stoodIn: 1 }, now);
  }

  async of(engineId: string, now: Millis): Promise<EngineUse> {
    const above = dayOf(now - SHOWN_DAYS * DAY_MS);
    const { items } = await this.days.find({
      where: { engineId },
      range: { field: 'day', above },
      order: { field: 'day', direction: 'ascending' },
      limit: SHOWN_DAYS + 1,
    });
    const { made, failed, refused, handedOn, stoodIn, ms, computeMs, computed, micros, priced } = items.reduce<Counts>(
      (sum, { document }) => plus(sum, document),
      NOTHING,
    );
    return {
      days: SHOWN_DAYS,
      made,
      failed,
      refused,
      handedOn,
      stoodIn,
      ...(made === 0 ? {} : { averageMs: Math.round(ms / made) }),
      ...(computed === 0 ? {} : { computeMs }),
      ...(priced === 0 ? {} : { cost: { micros, pictures: priced } }),
    };
  }

  /** Deletes old days. */
  async sweep(now: Millis): Promise<void> {
    await deleteWhere(this.days, { range: { field: 'day', below: dayOf(now - KEPT_DAYS * DAY_MS) } });
  }

  private async add(engineId: string, counts: Partial<Counts>, now: Millis): Promise<void> {
    const today = dayOf(now);
    await upsert(this.days, `${engineId}_${today}`, (before = { engineId, day: today, ...NOTHING }) => ({
      document: { engineId, day: today, ...plus(before, counts) },
    }));
  }
}
