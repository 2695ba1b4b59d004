'use client';

import { useTranslations } from 'next-intl';
import type { EventName } from '@src/analytics/names.shared';
import type { AnalyticsReport } from '@src/analytics/report.shared';
import { useFigures } from '@/features/ops/finance/charts/use-figures';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';

/** All events with their totals. The chosen one is shown by day and by facet. */
export function Totals({
  totals,
  chosen,
  onChoose,
}: {
  readonly totals: AnalyticsReport['totals'];
  readonly chosen: EventName;
  readonly onChoose: (event: EventName) => void;
}) {
  const t = useTranslations('analytics');
  const { number } = useFigures();
  return (
    <Card className="grid content-start gap-3">
      <h2 className="text-sm text-ink-2">{t('totals')}</h2>
      <ul className="-mx-2 grid gap-0.5">
        {totals.map(({ event, n }) => (
          <li key={event}>
            <button
              type="button"
              aria-pressed={event === chosen}
              onClick={() => onChoose(event)}
              className={cx(
                'flex min-h-9 w-full items-center justify-between gap-3 rounded-control px-2 text-start text-sm transition-colors quick',
                event === chosen ? 'bg-surface-3 font-medium' : 'text-ink-2 hover:bg-hover hover:text-ink-1',
              )}
            >
              {t(`events.${event}`)}
              <bdi className="num">{number(n)}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
