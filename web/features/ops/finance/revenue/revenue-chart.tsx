'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Chart } from '@/ui/chart/chart';
import { Legend, ChartTooltip } from '../charts/chart-frame';
import { lineColourOf, useMoney, type RevenuePeriod } from './revenue-money';
import { useFigures } from '../charts/use-figures';

interface RevenueChartProps {
  readonly currency: string;
  readonly periods: readonly RevenuePeriod[];
  /** Keys of the stacked parts, in order. */
  readonly keys: readonly string[];
  readonly nameOf: (day: string) => string;
  readonly briefOf: (day: string) => string;
}

/** Revenue as one bar per period, stacked by plan or gateway. Refunds and disputes are drawn below zero. */
export default function RevenueChart({ currency, periods, keys, nameOf, briefOf }: RevenueChartProps) {
  const t = useTranslations('finance.revenue');
  const { brief } = useFigures();
  const { text, size } = useMoney(currency);
  const point = useState<number>();
  const shades = new Map(keys.map((key, index) => [key, lineColourOf(index)]));
  const tip = (period: RevenuePeriod) => {
    const own = keys.filter((key) => (period.parts[key] ?? 0) !== 0);
    return (
      <ChartTooltip
        title={nameOf(period.day)}
        rows={own.map((key) => ({
          key,
          shade: shades.get(key) ?? '',
          name: key,
          amount: text(period.parts[key] ?? 0),
        }))}
      />
    );
  };
  return (
    <figure className="grid grid-cols-1 gap-3">
      <Legend entries={keys.map((key) => ({ key, shade: shades.get(key) ?? '', name: key }))} />
      <Chart
        label={t('chart')}
        height={300}
        form="bars"
        rows={periods}
        series={keys.map((key) => ({
          key,
          shade: shades.get(key) ?? '',
          amountOf: ({ parts }: RevenuePeriod) => size(parts[key] ?? 0),
        }))}
        nameOf={({ day }) => briefOf(day)}
        figureOf={brief}
        point={point}
        tipOf={tip}
      />
    </figure>
  );
}
