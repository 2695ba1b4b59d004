import { defined } from '@src/kernel/defined.shared';
import { APP_NAMES, USAGE_TYPES, type AppName, type UsageType } from '@src/credits/credits.shared';
import { REPORT_RANGES } from '@src/billing/reports/reports.shared';
import { BASES, bookDay, type Basis } from '@src/credits/books/finance.shared';

/** Filters of the finance pages, kept in the address so that it can be shared. Days are UTC, both included. */
export interface Filters {
  readonly from: string;
  readonly to: string;
  readonly app: AppName | undefined;
  /** Usage types are never added together, so one is always chosen. */
  readonly usage: UsageType;
  /** The time by which adjustments count. */
  readonly basis: Basis;
}

/** A source of query parameters. */
export interface Parameters {
  get(name: string): string | null;
}

const DAY_MS = 86_400_000;
/** Days of each preset range that ends today, including today. */
export const PRESETS = { month: 30, quarter: 90, year: 365 } as const;
/** `lastMonth` is the calendar month before that of today. */
export const RANGES = REPORT_RANGES;
export type Preset = (typeof RANGES)[number];

/** The day (UTC) of a time. @param at milliseconds since the epoch */
export const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day that is `days` later, or earlier if negative. @param day `YYYY-MM-DD` */
export const dayPlus = (day: string, days: number): string => dayAt(Date.parse(day) + days * DAY_MS);

const oneOf = <T extends string>(values: readonly T[], parameter: string | null): T | undefined =>
  values.find((value) => value === parameter);
const isDay = (parameter: string | null): parameter is string => bookDay.safeParse(parameter).success;

/**
 * Reads the filters from an address. Missing or invalid ones get the default: thirty days up to today, all
 * apps, credits, adjustments by recorded time. A future day is kept, for the server to refuse.
 */
export function readFilters(parameter: Parameters, today: string): Filters {
  const end = parameter.get('to');
  const to = isDay(end) ? end : today;
  const begin = parameter.get('from');
  const from = isDay(begin) && begin <= to ? begin : dayPlus(to, 1 - PRESETS.month);
  return {
    from,
    to,
    app: oneOf(APP_NAMES, parameter.get('app')),
    usage: oneOf(USAGE_TYPES, parameter.get('usage')) ?? 'credits',
    basis: oneOf(BASES, parameter.get('basis')) ?? 'recorded',
  };
}

/** The days of a preset, both included. */
export function rangeOf(preset: Preset, today: string): Pick<Filters, 'from' | 'to'> {
  if (preset !== 'lastMonth') return { from: dayPlus(today, 1 - PRESETS[preset]), to: today };
  const to = dayPlus(`${today.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}

/** The preset that matches a range, if any. */
export const presetOf = ({ from, to }: Pick<Filters, 'from' | 'to'>, today: string): Preset | undefined =>
  RANGES.find((preset) => {
    const range = rangeOf(preset, today);
    return range.from === from && range.to === to;
  });

/** The account filters of a server query. */
export const accountsOf = ({ app, usage }: Filters): { readonly appName?: AppName; readonly usageType?: UsageType } =>
  defined({ appName: app, usageType: usage });
