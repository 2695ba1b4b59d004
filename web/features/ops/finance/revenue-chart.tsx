'use client';

import { useTranslations } from 'next-intl';
import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { Legend, Picture, Tip, useDrawing } from './chart-frame';
import { shadeOf, useMoney, type RevenuePeriod } from './revenue-money';
import { useFigures } from './use-figures';

interface RevenueChartProps {
  readonly currency: string;
  readonly periods: readonly RevenuePeriod[];
  /** What bars are stacked of, in their order. */
  readonly keys: readonly string[];
  readonly nameOf: (day: string) => string;
  readonly briefOf: (day: string) => string;
}

/** Revenue as a bar a period, stacked by plan or gateway; what went back is drawn below the line. */
export default function RevenueChart({ currency, periods, keys, nameOf, briefOf }: RevenueChartProps) {
  const t = useTranslations('finance.revenue');
  const { brief } = useFigures();
  const { text, size } = useMoney(currency);
  const { rtl, axis, figures, grid, cursor, bar } = useDrawing();
  const shades = new Map(keys.map((key, index) => [key, shadeOf(index)]));
  const data = periods.map(({ day, parts }) => ({ day, ...Object.fromEntries(keys.map((key, index) => [`part${index}`, size(parts[key] ?? 0)])) }));
  const tip = (at: unknown) => {
    const period = periods.find(({ day }) => day === at);
    if (period === undefined) return null;
    const own = keys.filter((key) => (period.parts[key] ?? 0) !== 0);
    return <Tip title={nameOf(period.day)} rows={own.map((key) => ({ key, shade: shades.get(key) ?? '', name: key, amount: text(period.parts[key] ?? 0) }))} />;
  };
  return (
    <figure className="grid grid-cols-1 gap-3">
      <figcaption className="sr-only">{t('chart')}</figcaption>
      <Legend entries={keys.map((key) => ({ key, shade: shades.get(key) ?? '', name: key }))} />
      <Picture label={t('chart')} height={300}>
        <ResponsiveContainer>
          <BarChart data={data} stackOffset="sign" margin={{ top: 8, right: 4, bottom: 0, left: 4 }} barCategoryGap="18%" accessibilityLayer={false}>
            <CartesianGrid {...grid} />
            <XAxis dataKey="day" reversed={rtl} tickFormatter={briefOf} minTickGap={24} {...axis} />
            <YAxis tickFormatter={brief} {...axis} {...figures} />
            <ReferenceLine y={0} stroke="var(--line-strong)" />
            <Tooltip cursor={cursor} isAnimationActive={false} content={({ active, label }) => (active === true ? tip(label) : null)} />
            {keys.map((key, index) => <Bar key={key} dataKey={`part${index}`} stackId="revenue" fill={shades.get(key) ?? ''} maxBarSize={32} {...bar} />)}
          </BarChart>
        </ResponsiveContainer>
      </Picture>
    </figure>
  );
}
