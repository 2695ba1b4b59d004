'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import type { Liability } from '@src/credits/books/finance.shared';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/lib/trpc/client';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState } from '@/ui/content/states';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { QueryResult, IN_BOOKS } from './query-result';
import { Figure } from './charts/figure';
import { accountsOf, dayPlus } from './filters';
import { BasisField, BasisNote } from './basis-field';
import { FilterBar } from './filter-bar';
import { FinanceFrame } from './finance-frame';
import { IncompleteNote } from './incomplete-note';
import { OwedGrants } from './movements/owed-grants';
import { useAddress, useFilters } from './use-filters';
import { useFigures } from './charts/use-figures';

const OwedChart = dynamic(() => import('./charts/owed-chart'), {
  ssr: false,
  loading: () => <Skeleton className="h-[290px] rounded-card" />,
});

/** The outstanding credits of users, by the month they expire. */
export function LiabilityPage() {
  return (
    <FinanceFrame view="liability">
      <Owed />
    </FinanceFrame>
  );
}

function Owed() {
  const t = useTranslations('finance.owed.none');
  const { filters } = useFilters();
  const { parameters } = useAddress();
  const chosen = readMonth(parameters.get('month'));
  const query = useQuery(
    trpc.finance.liability.queryOptions(
      { day: filters.to, basis: filters.basis, ...accountsOf(filters) },
      { ...IN_BOOKS, placeholderData: keepPreviousData },
    ),
  );
  return (
    <>
      <FilterBar kind="day">
        <BasisField />
      </FilterBar>
      <BasisNote />
      <QueryResult
        query={query}
        shape={
          <>
            <Skeleton className="h-24 rounded-panel" />
            <Skeleton className="h-80 rounded-panel" />
            <Skeleton className="h-72 rounded-panel" />
          </>
        }
      >
        {(answer) => (
          <>
            <IncompleteNote incomplete={answer.incomplete} />
            {answer.months.length === 0 ? (
              <Card>
                <EmptyState title={t('title')}>{t('text')}</EmptyState>
              </Card>
            ) : (
              <Months liability={answer} />
            )}
            {chosen === undefined ? null : <OwedGrants month={chosen} />}
          </>
        )}
      </QueryResult>
    </>
  );
}

const NEVER = 'never';
/** The month in the address: null for grants that never expire, undefined without one. */
function readMonth(month: string | null): string | null | undefined {
  if (month === NEVER) return null;
  return month !== null && /^\d{4}-\d{2}$/.test(month) ? month : undefined;
}

const QUARTER_DAYS = 92;
const sumOf = (months: Liability['months']): number =>
  months.reduce((sum, { available, held }) => sum + available + held, 0);

function Months({ liability: { day, months, total } }: { readonly liability: Liability }) {
  const t = useTranslations('finance');
  const { number, month, share } = useFigures();
  const { parameters } = useAddress();
  const hrefOf = (key: string): string => {
    const next = new URLSearchParams(parameters);
    next.set('month', key);
    return `/finance/liability?${next}`;
  };
  const all = total.available + total.held;
  const near = dayPlus(day, QUARTER_DAYS).slice(0, 7);
  const soon = sumOf(months.filter((one) => one.month !== null && one.month <= near));
  const never = sumOf(months.filter((one) => one.month === null));
  return (
    <>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Figure
          label={t('figures.owed')}
          value={number(all)}
          note={t('figures.owedNote', { available: number(total.available), held: number(total.held) })}
        />
        <Figure label={t('owed.soon')} value={number(soon)} note={share(soon / all)} />
        <Figure label={t('owed.later')} value={number(all - soon - never)} note={share((all - soon - never) / all)} />
        <Figure label={t('owed.never')} value={number(never)} note={share(never / all)} />
      </div>
      <Card>
        <OwedChart months={months} />
      </Card>
      <Table label={t('owed.table')}>
        <thead>
          <tr>
            <HeadCell>{t('columns.month')}</HeadCell>
            {(['available', 'heldNow', 'sum', 'share'] as const).map((column) => (
              <HeadCell key={column} figure>
                {t(`columns.${column}`)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {[
            ...months.map((one) => ({
              ...one,
              key: one.month ?? NEVER,
              name: one.month === null ? t('never') : month(one.month),
              isTotal: false,
            })),
            { ...total, key: 'all', name: t('columns.all'), isTotal: true },
          ].map(({ key, name, available, held, isTotal }) => (
            <Row key={key} total={isTotal}>
              <th scope="row" className="num border-t border-line px-5 py-2.5 text-start font-medium whitespace-nowrap">
                {isTotal ? (
                  name
                ) : (
                  <Link href={hrefOf(key)} scroll={false} className="underline underline-offset-4">
                    {name}
                  </Link>
                )}
              </th>
              <Cell figure className="py-2.5">
                {number(available)}
              </Cell>
              <Cell figure className="py-2.5">
                {number(held)}
              </Cell>
              <Cell figure className="py-2.5">
                {number(available + held)}
              </Cell>
              <Cell figure className="py-2.5 text-ink-2">
                {share((available + held) / all)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </>
  );
}
