'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { defined } from '@src/kernel/defined.shared';
import { USER_STATUSES, type EventName } from '@src/analytics/names.shared';
import { STEPS, type AnalyticsReport } from '@src/analytics/report.shared';
import { AdminGate } from '@/features/ops/admin/admin-gate';
import { Figure } from '@/features/ops/finance/charts/figure';
import { DayField } from '@/features/ops/finance/filter-bar';
import { dayPlus, presetOf, PRESETS, rangeOf, RANGES, type Preset } from '@/features/ops/finance/filters';
import { today, useAddress } from '@/features/ops/finance/use-filters';
import { useFigures } from '@/features/ops/finance/charts/use-figures';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Field } from '@/ui/form/field';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { readReportQuery, type ReportQuery } from './report-query';
import { Facets } from './facets';
import { Funnels } from './funnels';
import { Totals } from './totals';

const DaysChart = dynamic(() => import('./days-chart'), {
  ssr: false,
  loading: () => <Skeleton className="h-[330px] rounded-panel" />,
});
const ALL = 'all';
const STATUSES = [ALL, ...USER_STATUSES] as const;

/** The analytics report: visits, funnels and events. */
export function AnalyticsPage() {
  const t = useTranslations('analytics');
  return (
    <AdminGate title={t('title')} lead={t('lead')}>
      <Counted />
    </AdminGate>
  );
}

function Counted() {
  const t = useTranslations('analytics');
  const { parameters, change } = useAddress();
  const { ofFailure } = useErrorWords();
  const reportQuery = readReportQuery(parameters, today());
  const { status, ...of } = reportQuery;
  const query = useQuery(
    trpc.analytics.report.queryOptions(
      { ...of, ...defined({ status }) },
      { meta: { shownInPage: true }, placeholderData: keepPreviousData },
    ),
  );
  return (
    <>
      <Filters reportQuery={reportQuery} onChange={change} />
      {query.data !== undefined ? (
        <div
          aria-busy={query.isPlaceholderData}
          className={cx('grid grid-cols-1 gap-4 transition-opacity quick', query.isPlaceholderData && 'opacity-55')}
        >
          <Report report={query.data} reportQuery={reportQuery} onChange={change} />
        </div>
      ) : query.isError ? (
        <Card>
          <ErrorState title={t('failed')} actions={<Button onClick={() => void query.refetch()}>{t('retry')}</Button>}>
            {ofFailure(readFailure(query.error))}
          </ErrorState>
        </Card>
      ) : (
        <div role="status" aria-label={t('loading')} className="grid grid-cols-1 gap-4">
          <Skeleton className="h-24 rounded-panel" />
          <Skeleton className="h-80 rounded-panel" />
        </div>
      )}
    </>
  );
}

type Change = ReturnType<typeof useAddress>['change'];

function Filters({
  reportQuery: { from, to, status },
  onChange,
}: {
  readonly reportQuery: ReportQuery;
  readonly onChange: Change;
}) {
  const t = useTranslations('analytics');
  const now = today();
  const preset = presetOf({ from, to }, now);
  return (
    <Card
      role="group"
      aria-label={t('filter.title')}
      className="grid grid-cols-2 items-end gap-3 p-4 md:flex md:flex-wrap"
    >
      <div className="col-span-2">
        <Segmented<Preset | 'none'>
          label={t('filter.preset')}
          value={preset ?? 'none'}
          onChange={(value) => (value === 'none' ? undefined : onChange({ ...rangeOf(value, now) }))}
          choices={RANGES.map((value) => ({ value, label: t(`filter.presets.${value}`) }))}
        />
      </div>
      <DayField label={t('filter.from')} value={from} max={to} onChange={(day) => onChange({ from: day, to })} />
      <DayField
        label={t('filter.to')}
        value={to}
        max={now}
        onChange={(day) => onChange({ from: from > day ? day : from, to: day })}
      />
      <div className="col-span-2">
        <Field label={t('filter.status')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('filter.status')}
              value={status ?? ALL}
              onChange={(value) => onChange({ status: value === ALL ? undefined : value })}
              choices={STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
            />
          )}
        </Field>
      </div>
    </Card>
  );
}

/** The figures at the top of the page, each with the events it sums. */
const FIGURES = [
  ['pages', ['page_view']],
  ['created', STEPS.creation_success],
  ['signedIn', STEPS.signed_in],
] as const;

function Report({
  report,
  reportQuery,
  onChange,
}: {
  readonly report: AnalyticsReport;
  readonly reportQuery: ReportQuery;
  readonly onChange: Change;
}) {
  const t = useTranslations('analytics');
  const { number } = useFigures();
  const now = today();
  if (report.visits === 0 && report.totals.length === 0) {
    return (
      <Card>
        <EmptyState
          title={t('nothing.title')}
          actions={
            <Button onClick={() => onChange({ from: dayPlus(now, 1 - PRESETS.year), to: now, status: undefined })}>
              {t('nothing.year')}
            </Button>
          }
        >
          {t('nothing.text')}
        </EmptyState>
      </Card>
    );
  }
  const of = (names: readonly EventName[]): number =>
    report.totals.filter(({ event }) => names.includes(event)).reduce((sum, { n }) => sum + n, 0);
  return (
    <>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Figure label={t('visits')} value={number(report.visits)} />
        {FIGURES.map(([name, events]) => (
          <Figure key={name} label={t(`figures.${name}`)} value={number(of(events))} />
        ))}
      </div>
      <Funnels funnels={report.funnels} />
      <Card>
        <DaysChart days={report.days} event={reportQuery.event} />
      </Card>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
        <Totals totals={report.totals} chosen={reportQuery.event} onChoose={(event) => onChange({ event })} />
        <Facets facets={report.facets} event={reportQuery.event} />
      </div>
    </>
  );
}
