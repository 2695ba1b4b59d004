'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Chart } from '@/ui/chart/chart';
import { Legend, MOVEMENT_COLOURS, ChartTooltip } from './chart-frame';
import type { Period } from './roll-up';
import { useFigures } from './use-figures';

const MOVED = ['granted', 'adjusted', 'spent', 'expired', 'revoked'] as const;
/** Outflows from user accounts are drawn below zero. */
const SIGN = { granted: 1, adjusted: 1, spent: -1, expired: -1, revoked: -1 } as const;
const closingOf = ({ closing }: Period): number => closing.available + closing.held;

/** The closing balance as a line, with movements as bars: inflows above zero, outflows below. */
export default function RollChart({
  periods,
  nameOf,
  briefOf,
}: {
  readonly periods: readonly Period[];
  readonly nameOf: (period: Period) => string;
  readonly briefOf: (day: string) => string;
}) {
  const t = useTranslations('finance');
  const { number, signed, brief } = useFigures();
  const point = useState<number>();
  const shared = { rows: periods, isWhole: true, nameOf: ({ day }: Period) => briefOf(day), figureOf: brief, point };
  const tip = (period: Period) => (
    <ChartTooltip
      title={nameOf(period)}
      rows={[
        ...MOVED.map((column) => ({
          key: column,
          shade: MOVEMENT_COLOURS[column],
          name: t(`columns.${column}`),
          amount: signed(SIGN[column] * period.moved[column]),
        })),
        {
          key: 'closing',
          shade: MOVEMENT_COLOURS.closing,
          name: t('columns.closing'),
          amount: number(closingOf(period)),
        },
      ]}
    />
  );
  return (
    <figure className="grid grid-cols-1 gap-4">
      <figcaption className="sr-only">{t('roll.chart')}</figcaption>
      <div className="grid grid-cols-1 gap-2">
        <h2 className="text-sm text-ink-2">{t('roll.closing')}</h2>
        <Chart
          {...shared}
          label={t('roll.closing')}
          height={150}
          form="areas"
          ticks={4}
          series={[{ key: 'closing', shade: MOVEMENT_COLOURS.closing, fill: 0.07, amountOf: closingOf }]}
        />
      </div>
      <div className="grid grid-cols-1 gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h2 className="text-sm text-ink-2">{t('roll.moved')}</h2>
          <Legend
            entries={MOVED.map((column) => ({
              key: column,
              shade: MOVEMENT_COLOURS[column],
              name: t(`columns.${column}`),
            }))}
          />
        </div>
        <Chart
          {...shared}
          label={t('roll.moved')}
          height={260}
          form="bars"
          series={MOVED.map((column) => ({
            key: column,
            shade: MOVEMENT_COLOURS[column],
            amountOf: ({ moved }: Period) => SIGN[column] * moved[column],
          }))}
          tipOf={tip}
        />
      </div>
    </figure>
  );
}
