'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { defined } from '@src/kernel/defined.shared';
import type { TrialBalance } from '@src/credits/books/finance.shared';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/lib/trpc/client';
import { buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Segmented } from '@/ui/form/segmented';
import { Skeleton } from '@/ui/content/skeleton';
import { QueryResult, IN_BOOKS } from './query-result';
import { Figure } from './charts/figure';
import { accountsOf } from './filters';
import { BasisField, BasisNote } from './basis-field';
import { FilterBar } from './filter-bar';
import { FinanceFrame } from './finance-frame';
import { IncompleteNote } from './incomplete-note';
import { MovementTable, type MovementRow } from './movements/movement-table';
import { movementsHref } from './movements/movements-href';
import { useAddress, useFilters } from './use-filters';
import { useFigures } from './charts/use-figures';

/** The trial balance: whether the books balance, and what moved by source, app and usage type. */
export function BalancePage() {
  return (
    <FinanceFrame view="balance">
      <Balance />
    </FinanceFrame>
  );
}

function Balance() {
  const { filters } = useFilters();
  const query = useQuery(
    trpc.finance.trialBalance.queryOptions(
      { from: filters.from, day: filters.to, basis: filters.basis, ...accountsOf(filters) },
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
            <Skeleton className="h-24 rounded-panel" />
            <Skeleton className="h-32 rounded-panel" />
            <Skeleton className="h-72 rounded-panel" />
          </>
        }
      >
        {(balance) => (
          <>
            <Verdict balance={balance} />
            <IncompleteNote incomplete={balance.incomplete} />
            <Figures balance={balance} />
            <Sides balance={balance} />
            <Lines balance={balance} />
          </>
        )}
      </QueryResult>
    </>
  );
}

function Verdict({ balance: { day, balanced, debits, credits } }: { readonly balance: TrialBalance }) {
  const t = useTranslations('finance.verdict');
  const figures = useFigures();
  return (
    <div
      role={balanced ? 'status' : 'alert'}
      className={cx('flex items-start gap-4 rounded-panel p-5', balanced ? 'bg-success-soft' : 'bg-danger-soft')}
    >
      <Icon
        of={balanced ? CircleCheck : TriangleAlert}
        size="l"
        className={cx('mt-0.5', balanced ? 'text-success' : 'text-danger')}
      />
      <div className="grid gap-1">
        <h2
          className={cx('text-xl leading-tight font-strong tracking-title', balanced ? 'text-success' : 'text-danger')}
        >
          {balanced ? t('balanced') : t('unbalanced')}
        </h2>
        <p className="num text-sm">
          {balanced
            ? t('balancedText', { sum: figures.number(debits) })
            : t('unbalancedText', {
                debits: figures.number(debits),
                credits: figures.number(credits),
                difference: figures.number(Math.abs(debits - credits)),
              })}
        </p>
        <p className="num text-xs text-ink-2">{t('asOf', { day: figures.day(day) })}</p>
      </div>
    </div>
  );
}

function Figures({ balance: { total, receivable, listPrice } }: { readonly balance: TrialBalance }) {
  const t = useTranslations('finance.figures');
  const { number, signed } = useFigures();
  const { closing, moved } = total;
  const { parameters } = useAddress();
  const { filters } = useFilters();
  const hrefOf = (path: string): string => `${path}?${parameters}`;
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Figure
        label={t('owed')}
        value={number(closing.available + closing.held)}
        note={t('owedNote', { available: number(closing.available), held: number(closing.held) })}
        href={hrefOf('/finance/liability')}
      />
      <Figure label={t('granted')} value={signed(moved.granted)} href={movementsHref('granted', filters)} />
      <Figure
        label={t('spent')}
        value={signed(-moved.spent)}
        note={listPrice === 0 ? undefined : t('listPrice', { amount: number(listPrice) })}
        href={movementsHref('spent', filters)}
      />
      <Figure
        label={t('receivable')}
        value={number(receivable)}
        note={t('receivableNote')}
        href={hrefOf('/finance/receivables')}
      />
    </div>
  );
}

/**
 * The two sides of the trial balance. Available credits come from the events themselves, so the sides are computed
 * independently.
 */
function Sides({ balance: { total, debits, credits } }: { readonly balance: TrialBalance }) {
  const t = useTranslations('finance');
  const { toDate, closing } = total;
  const stated = debits - closing.held - toDate.spent - toDate.expired - toDate.revoked;
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <Side
        title={t('debits')}
        sum={debits}
        rows={[
          [t('columns.available'), stated],
          [t('columns.heldNow'), closing.held],
          [t('columns.spent'), toDate.spent],
          [t('columns.expired'), toDate.expired],
          [t('columns.revoked'), toDate.revoked],
        ]}
      />
      <Side
        title={t('credits')}
        sum={credits}
        rows={[
          [t('columns.granted'), toDate.granted],
          [t('columns.adjusted'), toDate.adjusted],
        ]}
      />
    </div>
  );
}

function Side({
  title,
  rows,
  sum,
}: {
  readonly title: string;
  readonly rows: readonly (readonly [string, number])[];
  readonly sum: number;
}) {
  const t = useTranslations('finance.columns');
  const { number } = useFigures();
  return (
    <Card className="flex flex-col">
      <h2 className="pb-2 text-sm text-ink-2">{title}</h2>
      <dl className="flex flex-1 flex-col text-sm">
        {rows.map(([name, amount]) => (
          <SideRow key={name} name={name} amount={number(amount)} />
        ))}
        <SideRow name={t('sum')} amount={number(sum)} className="mt-auto border-t border-line pt-2.5 font-strong" />
      </dl>
    </Card>
  );
}

function SideRow({
  name,
  amount,
  className,
}: {
  readonly name: string;
  readonly amount: string;
  readonly className?: string;
}) {
  return (
    <div className={cx('flex justify-between gap-4 py-1', className)}>
      <dt>{name}</dt>
      <dd className="num min-w-[12ch] text-right">
        <bdi>{amount}</bdi>
      </dd>
    </div>
  );
}

/** All usage types side by side, without a total: they are different things. */
function ByUsage() {
  const t = useTranslations('finance');
  const {
    filters: { from, to, app, basis },
  } = useFilters();
  const linesOf = useLines();
  const query = useQuery(
    trpc.finance.trialBalance.queryOptions(
      { from, day: to, basis, ...defined({ appName: app }) },
      { ...IN_BOOKS, placeholderData: keepPreviousData },
    ),
  );
  return (
    <QueryResult query={query} shape={<Skeleton className="h-32 rounded-panel" />}>
      {(balance) => (
        <MovementTable label={t('lines')} head={t('columns.usage')} lines={linesOf.usage(balance)} total={undefined} />
      )}
    </QueryResult>
  );
}

const BYS = ['source', 'app', 'usage'] as const;
type By = (typeof BYS)[number];

function useLines(): Readonly<Record<By, (balance: TrialBalance) => readonly MovementRow[]>> {
  const t = useTranslations('finance');
  const sources = useTranslations('credits.sources');
  const { filters } = useFilters();
  return {
    source: ({ bySource }) =>
      bySource.map(({ source, ...line }) => ({
        ...line,
        key: source,
        name: sources(source),
        counted: { ...filters, source },
      })),
    app: ({ byApp }) =>
      byApp.map(({ appName, ...line }) => ({
        ...line,
        key: appName,
        name: t(`apps.${appName}`),
        counted: { ...filters, app: appName },
      })),
    usage: ({ byUsageType }) =>
      byUsageType.map(({ usageType, ...line }) => ({
        ...line,
        key: usageType,
        name: t(`usageTypes.${usageType}`),
        counted: { ...filters, usage: usageType },
      })),
  };
}

function Lines({ balance }: { readonly balance: TrialBalance }) {
  const t = useTranslations('finance');
  const { parameters, change } = useAddress();
  const { filters } = useFilters();
  const linesOf = useLines();
  const by = BYS.find((value) => value === parameters.get('by')) ?? 'source';
  const days = new URLSearchParams(parameters);
  days.delete('by');
  const toDays: ReactNode = (
    <Link href={`/finance/days?${days}`} className={buttonStyle({ tone: 'quiet', size: 'sm' })}>
      {t('by.day')}
    </Link>
  );
  return (
    <section aria-label={t('lines')} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label={t('by.label')}
          value={by}
          onChange={(value) => change({ by: value })}
          choices={BYS.map((value) => ({ value, label: t(`by.${value}`) }))}
        />
        {toDays}
      </div>
      {by === 'usage' ? (
        <ByUsage />
      ) : (
        <MovementTable
          label={t('lines')}
          head={t(`columns.${by}`)}
          lines={linesOf[by](balance)}
          total={{ ...balance.total, key: 'all', name: t('columns.all'), counted: filters }}
        />
      )}
    </section>
  );
}
