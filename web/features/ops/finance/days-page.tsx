'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import type { RollForward } from '@src/credits/books/finance.shared';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Segmented } from '@/ui/form/segmented';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState } from '@/ui/content/states';
import { QueryResult, IN_BOOKS } from './query-result';
import { accountsOf, dayPlus, PRESETS } from './filters';
import { BasisField, BasisNote } from './basis-field';
import { FilterBar } from './filter-bar';
import { FinanceFrame } from './finance-frame';
import { IncompleteNote } from './incomplete-note';
import { MovementTable } from './movements/movement-table';
import { rollUp, stepFor, STEPS, totalOf, type Period, type Step } from './charts/roll-up';
import { today, useAddress, useFilters } from './use-filters';
import { useFigures } from './charts/use-figures';

const RollChart = dynamic(() => import('./charts/roll-chart'), {
  ssr: false,
  loading: () => <Skeleton className="h-[474px] rounded-card" />,
});

/** The daily roll-forward, as a chart and as its table. */
export function DaysPage() {
  return (
    <FinanceFrame view="days">
      <Days />
    </FinanceFrame>
  );
}

function Days() {
  const { filters } = useFilters();
  const query = useQuery(
    trpc.finance.rollForward.queryOptions(
      { from: filters.from, to: filters.to, basis: filters.basis, ...accountsOf(filters) },
      { ...IN_BOOKS, placeholderData: keepPreviousData },
    ),
  );
  return (
    <>
      <FilterBar kind="range">
        <BasisField />
      </FilterBar>
      <BasisNote />
      <QueryResult
        query={query}
        shape={
          <>
            <Skeleton className="h-[514px] rounded-panel" />
            <Skeleton className="h-72 rounded-panel" />
          </>
        }
      >
        {(answer) => (
          <>
            <IncompleteNote incomplete={answer.incomplete} />
            <Roll days={answer.days} />
          </>
        )}
      </QueryResult>
    </>
  );
}

const hasMoved = ({ moved }: Pick<Period, 'moved'>): boolean => Object.values(moved).some((amount) => amount !== 0);

function Roll({ days }: { readonly days: RollForward['days'] }) {
  const t = useTranslations('finance');
  const { filters, change: setFilters } = useFilters();
  const { parameters, change } = useAddress();
  const figures = useFigures();
  const step = STEPS.find((value) => value === parameters.get('step')) ?? stepFor(days.length);
  const periods = rollUp(days, step);
  const total = totalOf(days);
  const nameOf = useNames(step);
  if (total === undefined || (!hasMoved(total) && total.closing.available + total.closing.held === 0)) {
    return (
      <Card>
        <EmptyState
          title={t('nothing.title')}
          actions={
            <Button onClick={() => setFilters({ from: dayPlus(today(), 1 - PRESETS.year), to: today() })}>
              {t('nothing.year')}
            </Button>
          }
        >
          {t('nothing.text')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <Segmented<Step>
        label={t('roll.step')}
        value={step}
        onChange={(value) => change({ step: value })}
        choices={STEPS.map((value) => ({ value, label: t(`roll.steps.${value}`) }))}
        className="justify-self-start"
      />
      <Card>
        <RollChart periods={periods} nameOf={nameOf} briefOf={step === 'month' ? figures.month : figures.dayOfYear} />
      </Card>
      <MovementTable
        label={t('roll.table')}
        head={t('columns.period')}
        lines={periods
          .toReversed()
          .map((period) => ({
            ...period,
            key: period.day,
            name: <span className="num">{nameOf(period)}</span>,
            counted: { ...filters, from: period.day, to: period.until },
          }))}
        total={{ ...total, key: 'all', name: t('columns.all'), counted: filters }}
      />
    </>
  );
}

function useNames(step: Step): (period: Period) => string {
  const t = useTranslations('finance.roll');
  const figures = useFigures();
  switch (step) {
    case 'day':
      return ({ day }) => figures.day(day);
    case 'week':
      return ({ day }) => t('week', { day: figures.day(day) });
    case 'month':
      return ({ day }) => figures.month(day);
    default:
      return step satisfies never;
  }
}
