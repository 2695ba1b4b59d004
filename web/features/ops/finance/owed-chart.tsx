'use client';

import { useTranslations } from 'next-intl';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Liability } from '@src/credits/finance.shared';
import { Legend, Picture, SHADES, Tip, useDrawing } from './chart-frame';
import { useFigures } from './use-figures';

const PARTS = ['available', 'held'] as const;
const NEVER = 'never';

/** What is owed as a bar a month, what never expires last. */
export default function OwedChart({ months }: { readonly months: Liability['months'] }) {
  const t = useTranslations('finance');
  const { number, brief, month } = useFigures();
  const { rtl, axis, figures, grid, cursor, bar } = useDrawing();
  const names = { available: t('columns.available'), held: t('columns.heldNow') };
  const nameOf = (key: unknown): string => (key === NEVER ? t('never') : month(String(key)));
  return (
    <figure className="grid grid-cols-1 gap-3">
      <figcaption className="sr-only">{t('owed.chart')}</figcaption>
      <Legend entries={PARTS.map((part) => ({ key: part, shade: SHADES[part], name: names[part] }))} />
      <Picture label={t('owed.table')} height={260}>
        <ResponsiveContainer>
          <BarChart data={months.map((one) => ({ ...one, month: one.month ?? NEVER }))} margin={{ top: 8, right: 4, bottom: 0, left: 4 }} barCategoryGap="22%" accessibilityLayer={false}>
            <CartesianGrid {...grid} />
            <XAxis dataKey="month" reversed={rtl} tickFormatter={nameOf} minTickGap={12} {...axis} />
            <YAxis tickFormatter={brief} {...axis} {...figures} />
            <Tooltip
              cursor={cursor}
              isAnimationActive={false}
              content={({ active, label }) => {
                const found = months.find((one) => (one.month ?? NEVER) === label);
                return active === true && found !== undefined ? <Tip title={nameOf(label)} rows={PARTS.map((part) => ({ key: part, shade: SHADES[part], name: names[part], amount: number(found[part]) }))} /> : null;
              }}
            />
            {PARTS.map((part) => <Bar key={part} dataKey={part} stackId="owed" fill={SHADES[part]} maxBarSize={44} {...bar} />)}
          </BarChart>
        </ResponsiveContainer>
      </Picture>
    </figure>
  );
}
