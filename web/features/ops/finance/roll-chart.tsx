'use client';

import { useTranslations } from 'next-intl';
import { Area, AreaChart, Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { Legend, Picture, SHADES, Tip, useDrawing } from './chart-frame';
import type { Period } from './roll-up';
import { useFigures } from './use-figures';

const MOVED = ['granted', 'adjusted', 'spent', 'expired', 'revoked'] as const;
/** What leaves the users' accounts is drawn below the line. */
const SIGN = { granted: 1, adjusted: 1, spent: -1, expired: -1, revoked: -1 } as const;
const SYNC = 'roll';
const MARGIN = { top: 8, right: 4, bottom: 0, left: 4 };

/** The closing balance as a line, and under it what moved as bars: what came above, what went below. */
export default function RollChart({ periods, nameOf, briefOf }: { readonly periods: readonly Period[]; readonly nameOf: (period: Period) => string; readonly briefOf: (day: string) => string }) {
  const t = useTranslations('finance');
  const { number, signed, brief } = useFigures();
  const { rtl, axis, figures, grid, cursor, bar } = useDrawing();
  const data = periods.map((period) => ({
    period, day: period.day, closing: period.closing.available + period.closing.held,
    ...Object.fromEntries(MOVED.map((column) => [column, SIGN[column] * period.moved[column]])),
  }));
  const tip = (at: unknown) => {
    const period = periods.find(({ day }) => day === at);
    if (period === undefined) return null;
    return (
      <Tip
        title={nameOf(period)}
        rows={[
          ...MOVED.map((column) => ({ key: column, shade: SHADES[column], name: t(`columns.${column}`), amount: signed(SIGN[column] * period.moved[column]) })),
          { key: 'closing', shade: SHADES.closing, name: t('columns.closing'), amount: number(period.closing.available + period.closing.held) },
        ]}
      />
    );
  };
  // Points of the line stand above the middle of their bars.
  const days = <XAxis dataKey="day" scale="band" reversed={rtl} tickFormatter={briefOf} minTickGap={24} {...axis} />;
  return (
    <figure className="grid grid-cols-1 gap-4">
      <figcaption className="sr-only">{t('roll.chart')}</figcaption>
      <div className="grid grid-cols-1 gap-2">
        <h2 className="text-sm text-ink-2">{t('roll.closing')}</h2>
        <Picture label={t('roll.closing')} height={150}>
          <ResponsiveContainer>
            <AreaChart data={data} syncId={SYNC} margin={MARGIN} accessibilityLayer={false}>
              <CartesianGrid {...grid} />
              {days}
              <YAxis tickFormatter={brief} tickCount={4} {...axis} {...figures} />
              <Tooltip cursor={{ stroke: 'var(--line-strong)' }} content={() => null} />
              <Area dataKey="closing" stroke={SHADES.closing} strokeWidth={1.75} fill={SHADES.closing} fillOpacity={0.07} {...bar} />
            </AreaChart>
          </ResponsiveContainer>
        </Picture>
      </div>
      <div className="grid grid-cols-1 gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h2 className="text-sm text-ink-2">{t('roll.moved')}</h2>
          <Legend entries={MOVED.map((column) => ({ key: column, shade: SHADES[column], name: t(`columns.${column}`) }))} />
        </div>
        <Picture label={t('roll.moved')} height={260}>
          <ResponsiveContainer>
            <BarChart data={data} syncId={SYNC} stackOffset="sign" margin={MARGIN} barCategoryGap="18%" accessibilityLayer={false}>
              <CartesianGrid {...grid} />
              {days}
              <YAxis tickFormatter={brief} {...axis} {...figures} />
              <ReferenceLine y={0} stroke="var(--line-strong)" />
              <Tooltip cursor={cursor} isAnimationActive={false} content={({ active, label }) => (active === true ? tip(label) : null)} />
              {MOVED.map((column) => <Bar key={column} dataKey={column} stackId="moved" fill={SHADES[column]} maxBarSize={28} {...bar} />)}
            </BarChart>
          </ResponsiveContainer>
        </Picture>
      </div>
    </figure>
  );
}
