'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { EventName } from '@src/analytics/names.shared';
import type { AnalyticsReport } from '@src/analytics/report.shared';
import { Legend, ChartTooltip } from '@/features/ops/finance/charts/chart-frame';
import { useFigures } from '@/features/ops/finance/charts/use-figures';
import { Chart } from '@/ui/chart/chart';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';

type Day = AnalyticsReport['days'][number];

const SHADES = { visits: 'var(--ink-1)', events: 'var(--data-1)' } as const;
const FILLS = { visits: 0.05, events: 0.16 } as const;
const SERIES = ['events', 'visits'] as const;

/** Visits and one event by day, and the same figures as a table. */
export default function DaysChart({
  days,
  event,
}: {
  readonly days: AnalyticsReport['days'];
  readonly event: EventName;
}) {
  const t = useTranslations('analytics');
  const { number, brief, day: dayWords, dayOfYear } = useFigures();
  const point = useState<number>();
  const names = { visits: t('visits'), events: t(`events.${event}`) };
  return (
    <figure className="grid grid-cols-1 gap-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-sm text-ink-2">{t('byDay')}</h2>
        <Legend entries={SERIES.map((key) => ({ key, shade: SHADES[key], name: names[key] }))} />
      </figcaption>
      <Chart
        label={t('byDay')}
        height={260}
        form="areas"
        isWhole
        rows={days}
        series={SERIES.map((key) => ({ key, shade: SHADES[key], fill: FILLS[key], amountOf: (one: Day) => one[key] }))}
        nameOf={({ day }) => dayOfYear(day)}
        figureOf={brief}
        point={point}
        tipOf={(one) => (
          <ChartTooltip
            title={dayWords(one.day)}
            rows={SERIES.map((key) => ({ key, shade: SHADES[key], name: names[key], amount: number(one[key]) }))}
          />
        )}
      />
      <details>
        <summary className="cursor-pointer text-sm text-ink-2">{t('asTable')}</summary>
        <Table label={t('byDay')} className="mt-2 max-h-96 overflow-y-auto">
          <thead>
            <tr>
              <HeadCell>{t('day')}</HeadCell>
              {SERIES.map((key) => (
                <HeadCell key={key} figure>
                  {names[key]}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((one) => (
              <Row key={one.day}>
                <Cell className="num whitespace-nowrap">{dayWords(one.day)}</Cell>
                {SERIES.map((key) => (
                  <Cell key={key} figure>
                    {number(one[key])}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </details>
    </figure>
  );
}
