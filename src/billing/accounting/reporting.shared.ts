import { ratioOf, scaleDown, timesRatio, type Ratio } from '../../kernel/money.shared.js';
import { NO_DIVISION } from '../plans/currencies.seed.shared.js';
import type { AccountingSettings } from './settings.shared.js';

/** The reporting currency with its rates. */
export type Reporting = NonNullable<AccountingSettings['reporting']>;

/** Amounts of one day, in whole minor units of one currency. */
export interface Dated<F extends string> {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly figures: Readonly<Record<F, number>>;
}

/**
 * Amounts of a currency in minor units of the reporting currency. They are null if a rate is missing: a sum without
 * some months would look like the whole. A rate that gives amounts too large to be exact counts as missing.
 */
export interface Converted<F extends string> {
  readonly currency: string;
  readonly figures: Readonly<Record<F, number>> | null;
  /** Months with amounts but without a usable rate, `YYYY-MM`, in order. */
  readonly missing: readonly string[];
}

const monthOf = (day: string): string => day.slice(0, 7);
const minorPerUnit = (currency: string): bigint => (NO_DIVISION.includes(currency) ? 1n : 100n);

/** Minor units of the reporting currency per minor unit of another one in a month; undefined without a rate. */
function ratesOf({ currency: own, rates }: Reporting): (currency: string, month: string) => Ratio | undefined {
  const known = new Map(rates.map(({ month, currency, rate }) => [`${month} ${currency}`, rate]));
  return (currency, month) => {
    const rate = currency === own ? '1' : known.get(`${month} ${currency}`);
    return rate === undefined
      ? undefined
      : timesRatio(ratioOf(rate), { numerator: minorPerUnit(own), denominator: minorPerUnit(currency) });
  };
}

/** Adds figure by figure. */
export function addFigures<F extends string>(
  names: readonly F[],
  all: readonly Readonly<Record<F, number>>[],
): Readonly<Record<F, number>> {
  return Object.fromEntries(
    names.map((name) => [name, all.reduce((sum, figures) => sum + figures[name], 0)]),
  ) as Record<F, number>; // one entry a name
}

/**
 * Converts amounts to the reporting currency. The days of a month are added first, and each figure of a month is
 * rounded down once. A month whose amounts are all 0 needs no rate.
 * @param names the figures, in order
 * @returns per currency, in the order of first appearance
 */
export function convert<F extends string>(
  names: readonly F[],
  amounts: readonly Dated<F>[],
  reporting: Reporting,
): readonly Converted<F>[] {
  const rateOf = ratesOf(reporting);
  const months = new Map<string, Map<string, Readonly<Record<F, number>>[]>>();
  for (const { day, currency, figures } of amounts) {
    const own = months.get(currency) ?? new Map<string, Readonly<Record<F, number>>[]>();
    months.set(currency, own);
    own.set(monthOf(day), [...(own.get(monthOf(day)) ?? []), figures]);
  }
  return [...months].map(([currency, own]) => {
    const sums = [...own]
      .map(([month, all]) => ({ month, sum: addFigures(names, all) }))
      .filter(({ sum }) => names.some((name) => sum[name] !== 0));
    const converted = sums.map(({ month, sum }) => ({ month, figures: scaled(names, sum, rateOf(currency, month)) }));
    const missing = converted.flatMap(({ month, figures }) => (figures === undefined ? [month] : [])).sort();
    return {
      currency,
      missing,
      figures:
        missing.length > 0
          ? null
          : addFigures(
              names,
              converted.flatMap(({ figures }) => figures ?? []),
            ),
    };
  });
}

/** Figures times a rate; undefined without a rate, or if a figure would be too large to be exact. */
function scaled<F extends string>(
  names: readonly F[],
  sum: Readonly<Record<F, number>>,
  rate: Ratio | undefined,
): Readonly<Record<F, number>> | undefined {
  if (rate === undefined) return undefined;
  try {
    // one entry a name
    return Object.fromEntries(names.map((name) => [name, scaleDown(sum[name], rate)])) as Record<F, number>;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The sum over all currencies; null if a rate is missing. */
export function totalOf<F extends string>(
  names: readonly F[],
  converted: readonly Converted<F>[],
): Readonly<Record<F, number>> | null {
  const known = converted.flatMap(({ figures }) => (figures === null ? [] : [figures]));
  return known.length < converted.length ? null : addFigures(names, known);
}
