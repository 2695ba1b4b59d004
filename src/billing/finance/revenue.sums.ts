import { FIGURES, nothing, type Line } from './entries.js';
import type { RevenuePage } from './revenue.projection.js';
import type { Deferred, DeferredMoved, Group, Revenue, RevenueFigures, RevenueOf } from './revenue.shared.js';

type Row = RevenuePage['rows'][number];
type Sum = ReturnType<typeof nothing>;

const DAY_MS = 86_400_000;
/** The next day. @param day `YYYY-MM-DD` */
export const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
/** The day before. @param day `YYYY-MM-DD` */
export const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

const isMeant = (line: Line, { gateway, currency, priceId }: RevenueOf): boolean =>
  (gateway ?? line.gateway) === line.gateway &&
  (currency ?? line.currency) === line.currency &&
  (priceId ?? line.priceId) === line.priceId;

function add(sum: Sum, row: Row): void {
  for (const figure of FIGURES) sum[figure] += row[figure];
}

/** @param recognised amount recognised in the summed days */
function figuresOf(
  { paid, refunded, disputed, returned, lost, tax, taxBack, payments, refunds, disputes }: Sum,
  recognised: number,
): RevenueFigures {
  return {
    paid,
    refunded,
    disputed,
    returned,
    lost,
    tax: tax - taxBack,
    net: paid - refunded - disputed + returned - tax + taxBack,
    recognised,
    payments,
    refunds,
    disputes,
  };
}

/** The rows that pass a filter, by currency, in day order. */
function byCurrency(
  pages: readonly RevenuePage[],
  of: RevenueOf,
): ReadonlyMap<string, ReadonlyMap<string, readonly Row[]>> {
  const currencies = new Map<string, Map<string, Row[]>>();
  for (const { day, rows } of pages.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    for (const row of rows.filter((one) => isMeant(one, of))) {
      const days = currencies.get(row.currency) ?? new Map<string, Row[]>();
      currencies.set(row.currency, days);
      days.set(day, [...(days.get(day) ?? []), row]);
    }
  }
  return new Map([...currencies].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Every value that the filters can have. The currency with the most payments is first. */
export function choicesOf(pages: readonly RevenuePage[]): Pick<Revenue, 'gateways' | 'known'> {
  const rows = pages.flatMap((page) => page.rows);
  const payments = new Map<string, number>();
  for (const { currency, payments: count } of rows) payments.set(currency, (payments.get(currency) ?? 0) + count);
  const known = [...payments]
    .sort(([a, some], [b, more]) => more - some || (a < b ? -1 : 1))
    .map(([currency]) => currency);
  return { gateways: [...new Set(rows.map(({ gateway }) => gateway))].sort(), known };
}

/** Grouping keys. In the combined key the gateway comes first, because its name contains no space. */
const KEYS: Readonly<Record<Group | 'both', (row: Row) => string>> = {
  plan: ({ priceId }) => priceId,
  gateway: ({ gateway }) => gateway,
  both: ({ gateway, priceId }) => `${gateway} ${priceId}`,
};

/** The days of one currency, and the amounts recognised in them. */
class Days {
  readonly total = nothing();
  private recognisedInAll = 0;
  private readonly lines = new Map<string, { readonly sum: Sum; recognised: number }>();
  private readonly rates = new Map<string, number>();
  readonly days: Revenue['currencies'][number]['days'] = [];

  constructor(private readonly keyOf: (row: Row) => string) {}

  /** Adds the rows before the requested days, which determine the daily recognised amount at their start. */
  before(rows: readonly Row[]): void {
    for (const row of rows) this.turn(row);
  }

  day(day: string, rows: readonly Row[]): void {
    const own = new Map<string, Sum>();
    for (const row of rows) {
      this.turn(row);
      const sum = own.get(this.keyOf(row)) ?? nothing();
      own.set(this.keyOf(row), sum);
      add(sum, row);
      add(this.total, row);
    }
    const lines = [...new Set([...own.keys(), ...this.rates.keys()])].sort().flatMap((key) => {
      const sum = own.get(key) ?? nothing();
      const recognised = this.rates.get(key) ?? 0;
      if (recognised === 0 && FIGURES.every((figure) => figure === 'rate' || sum[figure] === 0)) return [];
      this.keep(key, sum, recognised);
      return [{ key, ...figuresOf(sum, recognised) }];
    });
    if (lines.length > 0) this.days.push({ day, lines });
  }

  whole(): Pick<Revenue['currencies'][number], 'total' | 'lines'> {
    return {
      total: figuresOf(this.total, this.recognisedInAll),
      lines: [...this.lines]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, { sum, recognised }]) => ({ key, ...figuresOf(sum, recognised) })),
    };
  }

  private keep(key: string, sum: Sum, recognised: number): void {
    const line = this.lines.get(key) ?? { sum: nothing(), recognised: 0 };
    this.lines.set(key, line);
    for (const figure of FIGURES) line.sum[figure] += sum[figure];
    line.recognised += recognised;
    this.recognisedInAll += recognised;
  }

  private turn(row: Row): void {
    if (row.rate === 0) return;
    const key = this.keyOf(row);
    const rate = (this.rates.get(key) ?? 0) + row.rate;
    if (rate === 0) this.rates.delete(key);
    else this.rates.set(key, rate);
  }
}

/**
 * Revenue of the days from `from` to `to`, both inclusive.
 * @param pages all pages up to `to`
 */
export function sumRevenue(
  pages: readonly RevenuePage[],
  { from, to, by, ...of }: RevenueOf & { readonly from: string; readonly to: string; readonly by: Group | 'both' },
): Revenue['currencies'] {
  return [...byCurrency(pages, of)].flatMap(([currency, byDay]) => {
    const days = new Days(KEYS[by]);
    for (const [day, rows] of byDay) if (day < from) days.before(rows);
    for (let day = from; day <= to; day = dayAfter(day)) days.day(day, byDay.get(day) ?? []);
    return days.days.length === 0 ? [] : [{ currency, ...days.whole(), days: days.days }];
  });
}

/** Effect of a day's rows on deferred revenue; `rate` is the change of the daily recognised amount. */
function deferral(rows: readonly Row[]): { readonly billed: number; readonly refunded: number; readonly rate: number } {
  const sum = nothing();
  for (const row of rows) add(sum, row);
  return {
    billed: sum.paid - sum.tax,
    refunded: sum.refunded + sum.disputed - sum.returned - sum.taxBack,
    rate: sum.rate,
  };
}

/**
 * The roll-forward of deferred revenue, by currency and day.
 * @param pages all pages up to `to`
 */
export function sumDeferred(
  pages: readonly RevenuePage[],
  { from, to, ...of }: RevenueOf & { readonly from: string; readonly to: string },
): Deferred['currencies'] {
  return [...byCurrency(pages, of)].map(([currency, byDay]) => {
    const [first = from] = byDay.keys();
    const days = rollForward(byDay, first < from ? first : from, to).filter(({ day }) => day >= from);
    const sumOf = (column: 'billed' | 'refunded' | 'recognised'): number =>
      days.reduce((sum, day) => sum + day[column], 0);
    return {
      currency,
      total: {
        opening: days[0]?.opening ?? 0,
        billed: sumOf('billed'),
        refunded: sumOf('refunded'),
        recognised: sumOf('recognised'),
        closing: days.at(-1)?.closing ?? 0,
      },
      days: [...days],
      plans: closingByPlan(byDay, to),
    };
  });
}

/** @param first the first day; nothing happened before it */
function rollForward(
  byDay: ReadonlyMap<string, readonly Row[]>,
  first: string,
  to: string,
): readonly (DeferredMoved & { readonly day: string })[] {
  const days: (DeferredMoved & { readonly day: string })[] = [];
  let [recognised, opening] = [0, 0];
  for (let day = first; day <= to; day = dayAfter(day)) {
    const { billed, refunded, rate } = deferral(byDay.get(day) ?? []);
    recognised += rate;
    const closing = opening + billed - refunded - recognised;
    days.push({ day, opening, billed, refunded, recognised, closing });
    opening = closing;
  }
  return days;
}

function closingByPlan(
  byDay: ReadonlyMap<string, readonly Row[]>,
  to: string,
): Deferred['currencies'][number]['plans'] {
  const [first = to] = byDay.keys();
  const prices = new Set([...byDay.values()].flat().map(({ priceId }) => priceId));
  return [...prices].sort().flatMap((priceId) => {
    const own = new Map([...byDay].map(([day, rows]) => [day, rows.filter((row) => row.priceId === priceId)]));
    const closing = rollForward(own, first, to).at(-1)?.closing ?? 0;
    return closing === 0 ? [] : [{ priceId, closing }];
  });
}
