import { useLocale, useTranslations } from 'next-intl';
import { priceNumber, priceText } from '@src/billing/plans/price.shared';
import type { Revenue, RevenueFigures } from '@src/billing/finance/revenue.shared';
import { periodStart, weekEnd, type Step } from '../charts/roll-up';
import { useFigures } from '../charts/use-figures';

/** Formats amounts of a currency, and converts them for a chart's axis. */
export function useMoney(currency: string) {
  const locale = useLocale();
  return {
    text: (minor: number): string => priceText({ minor, currency }, locale),
    /** Whole units of the currency, for drawing only. */
    size: (minor: number): number => Number(priceNumber({ minor, currency })),
  };
}

/**
 * The name of a revenue period: its day, the first and last day of its week, or its month. @param until the last day
 * of the range
 */
export function usePeriodName(step: Step, until: string): (day: string) => string {
  const t = useTranslations('finance.revenue');
  const figures = useFigures();
  switch (step) {
    case 'day':
      return figures.day;
    case 'week':
      return (day) => t('week', { day: figures.day(day), last: figures.day(weekEnd(day, until)) });
    case 'month':
      return figures.month;
    default:
      return step satisfies never;
  }
}

/** Measures of revenue that charts show. */
export const REVENUE_MEASURES = ['net', 'recognised'] as const;
export type RevenueMeasure = (typeof REVENUE_MEASURES)[number];

/** Days combined into one period; `day` is the first. */
export interface RevenuePeriod {
  readonly day: string;
  readonly parts: Readonly<Record<string, number>>;
}

/** Revenue of a currency by day, week or month and by group; minor units. */
export function revenueByPeriod(
  days: Revenue['currencies'][number]['days'],
  step: Step,
  drawn: RevenueMeasure,
): readonly RevenuePeriod[] {
  const periods = new Map<string, Record<string, number>>();
  for (const { day, lines } of days) {
    const begin = periodStart(day, step);
    const parts = periods.get(begin) ?? {};
    periods.set(begin, parts);
    for (const line of lines) parts[line.key] = (parts[line.key] ?? 0) + line[drawn];
  }
  return [...periods].map(([day, parts]) => ({ day, parts }));
}

/** The columns of a revenue table, in order. */
export const COLUMNS = [
  'paid',
  'refunded',
  'disputed',
  'returned',
  'tax',
  'net',
  'recognised',
] as const satisfies readonly (keyof RevenueFigures)[];

const BASE = ['--data-1', '--data-2', '--data-3', '--data-4'] as const;

/** Colour of a line: the four chart colours, then the same ones lighter. */
export function lineColourOf(index: number): string {
  const base = `var(${BASE[index % BASE.length] ?? '--data-1'})`;
  const faint = Math.floor(index / BASE.length);
  return faint === 0 ? base : `color-mix(in oklab, ${base} ${Math.max(25, 100 - 32 * faint)}%, var(--surface-1))`;
}
