'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Liability } from '@src/credits/books/finance.shared';
import { Chart } from '@/ui/chart/chart';
import { Legend, MOVEMENT_COLOURS, ChartTooltip } from './chart-frame';
import { useFigures } from './use-figures';

const PARTS = ['available', 'held'] as const;
type Month = Liability['months'][number];

/** The outstanding credits as one bar per month. Those that never expire come last. */
export default function OwedChart({ months }: { readonly months: Liability['months'] }) {
  const t = useTranslations('finance');
  const { number, brief, month } = useFigures();
  const point = useState<number>();
  const names = { available: t('columns.available'), held: t('columns.heldNow') };
  const nameOf = (one: Month): string => (one.month === null ? t('never') : month(one.month));
  return (
    <figure className="grid grid-cols-1 gap-3">
      <Legend entries={PARTS.map((part) => ({ key: part, shade: MOVEMENT_COLOURS[part], name: names[part] }))} />
      <Chart
        label={t('owed.chart')}
        height={260}
        form="bars"
        isWhole
        rows={months}
        series={PARTS.map((part) => ({
          key: part,
          shade: MOVEMENT_COLOURS[part],
          amountOf: (one: Month) => one[part],
        }))}
        nameOf={nameOf}
        figureOf={brief}
        point={point}
        tipOf={(one) => (
          <ChartTooltip
            title={nameOf(one)}
            rows={PARTS.map((part) => ({
              key: part,
              shade: MOVEMENT_COLOURS[part],
              name: names[part],
              amount: number(one[part]),
            }))}
          />
        )}
      />
    </figure>
  );
}
