'use client';

import { useTranslations } from 'next-intl';
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { EventName } from '@src/analytics/names.shared';
import type { AnalyticsReport } from '@src/analytics/report.shared';
import { Legend, Picture, Tip, useDrawing } from '@/features/ops/finance/chart-frame';
import { useFigures } from '@/features/ops/finance/use-figures';
import { Cell, HeadCell, Row, Table } from '@/ui/table';

const SHADES = { visits: 'var(--ink-1)', events: 'var(--data-1)' } as const;
const SERIES = ['events', 'visits'] as const;

/** Visits and one event by day, and the same figures as a table. */
export default function DaysChart({ days, event }: { readonly days: AnalyticsReport['days']; readonly event: EventName }) {
  const t = useTranslations('analytics');
  const { number, brief, day: dayWords, dayOfYear } = useFigures();
  const { rtl, axis, figures, grid, bar } = useDrawing();
  const names = { visits: t('visits'), events: t(`events.${event}`) };
  return (
    <figure className="grid grid-cols-1 gap-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-sm text-ink-2">{t('byDay')}</h2>
        <Legend entries={SERIES.map((key) => ({ key, shade: SHADES[key], name: names[key] }))} />
      </figcaption>
      <Picture label={t('byDay')} height={260}>
        <ResponsiveContainer>
          <AreaChart data={[...days]} margin={{ top: 8, right: 4, bottom: 0, left: 4 }} accessibilityLayer={false}>
            <CartesianGrid {...grid} />
            <XAxis dataKey="day" reversed={rtl} tickFormatter={dayOfYear} minTickGap={24} {...axis} />
            <YAxis tickFormatter={brief} allowDecimals={false} {...axis} {...figures} />
            <Tooltip
              cursor={{ stroke: 'var(--line-strong)' }}
              isAnimationActive={false}
              content={({ active, label }) => {
                const found = days.find(({ day }) => day === label);
                return active === true && found !== undefined ? <Tip title={dayWords(found.day)} rows={SERIES.map((key) => ({ key, shade: SHADES[key], name: names[key], amount: number(found[key]) }))} /> : null;
              }}
            />
            {SERIES.map((key) => <Area key={key} dataKey={key} stroke={SHADES[key]} strokeWidth={1.75} fill={SHADES[key]} fillOpacity={key === 'events' ? 0.16 : 0.05} dot={days.length === 1} {...bar} />)}
          </AreaChart>
        </ResponsiveContainer>
      </Picture>
      <details>
        <summary className="cursor-pointer text-sm text-ink-2">{t('asTable')}</summary>
        <Table label={t('byDay')} className="mt-2 max-h-96 overflow-y-auto">
          <thead>
            <tr>
              <HeadCell>{t('day')}</HeadCell>
              {SERIES.map((key) => <HeadCell key={key} figure>{names[key]}</HeadCell>)}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((one) => (
              <Row key={one.day}>
                <Cell className="num whitespace-nowrap">{dayWords(one.day)}</Cell>
                {SERIES.map((key) => <Cell key={key} figure>{number(one[key])}</Cell>)}
              </Row>
            ))}
          </tbody>
        </Table>
      </details>
    </figure>
  );
}
