'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { defined } from '@src/kernel/defined.shared';
import type { Group, Revenue, RevenueFigures } from '@src/billing/finance/revenue.shared';
import { trpc } from '@/lib/trpc/client';
import { buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Segmented } from '@/ui/form/segmented';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState } from '@/ui/content/states';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { QueryResult, IN_BOOKS } from '../query-result';
import { Figure } from '../charts/figure';
import { FinanceFrame } from '../finance-frame';
import { IncompleteNote } from '../incomplete-note';
import { RevenueFilter, shownCurrency, usePaid } from './revenue-filter';
import { LinkedAmount } from './revenue-amount';
import { ReportedRow, ReportedTotals, type Column } from './reported';
import {
  COLUMNS,
  REVENUE_MEASURES,
  revenueByPeriod,
  useMoney,
  usePeriodName,
  type RevenueMeasure,
} from './revenue-money';
import { registerHref, rowsHref, scheduleHref, type CountedMoney } from './register-ref';
import { stepFor } from '../charts/roll-up';
import { dayPlus } from '../filters';
import { useAddress, useFilters } from '../use-filters';
import { useFigures } from '../charts/use-figures';

const RevenueChart = dynamic(() => import('./revenue-chart'), {
  ssr: false,
  loading: () => <Skeleton className="h-[340px] rounded-card" />,
});
const BYS = ['plan', 'gateway'] as const satisfies readonly Group[];

/** Payments and refunds by day, plan and gateway, one currency at a time. */
export function RevenuePage() {
  return (
    <FinanceFrame view="revenue">
      <Taken />
    </FinanceFrame>
  );
}

function Taken() {
  const {
    filters: { from, to },
  } = useFilters();
  const { parameters } = useAddress();
  const { gateway, currency } = usePaid();
  const by = BYS.find((value) => value === parameters.get('by')) ?? 'plan';
  const query = useQuery(
    trpc.revenue.byDay.queryOptions(
      { from, to, by, ...defined({ gateway }) },
      { ...IN_BOOKS, placeholderData: keepPreviousData },
    ),
  );
  const shown = shownCurrency(currency, query.data?.known);
  const columns = useColumns();
  return (
    <>
      <RevenueFilter choices={query.data ?? { gateways: [], known: [] }} currency={shown} />
      <QueryResult
        query={query}
        shape={
          <>
            <Skeleton className="h-24 rounded-panel" />
            <Skeleton className="h-96 rounded-panel" />
            <Skeleton className="h-72 rounded-panel" />
          </>
        }
      >
        {(answer) => (
          <>
            <IncompleteNote incomplete={answer.incomplete} />
            <InCurrency revenue={answer} currency={shown} />
            <ReportedTotals reported={answer.reported} columns={columns} />
          </>
        )}
      </QueryResult>
    </>
  );
}

function useColumns(): readonly Column<(typeof COLUMNS)[number]>[] {
  const t = useTranslations('finance.revenue.columns');
  return COLUMNS.map((column) => [column, t(column)]);
}

function InCurrency({ revenue, currency }: { readonly revenue: Revenue; readonly currency: string }) {
  const t = useTranslations('finance.revenue');
  const { change, parameters } = useAddress();
  const { gateway } = usePaid();
  const figures = useFigures();
  const own = revenue.currencies.find((one) => one.currency === currency);
  const { text } = useMoney(currency);
  const step = stepFor((Date.parse(revenue.to) - Date.parse(revenue.from)) / 86_400_000 + 1);
  const nameOf = usePeriodName(step, revenue.to);
  if (own === undefined)
    return (
      <Card>
        <EmptyState title={t('none.title')}>{t('none.text', { currency: currency.toUpperCase() })}</EmptyState>
      </Card>
    );
  const drawn = REVENUE_MEASURES.find((value) => value === parameters.get('show')) ?? 'net';
  const { total, lines } = own;
  const counted = { from: revenue.from, to: revenue.to, currency, ...defined({ gateway }) };
  const exportQuery = new URLSearchParams({
    name: 'revenue',
    from: revenue.from,
    to: dayPlus(revenue.to, 1),
    currency,
    ...(parameters.get('gateway') === null ? {} : { gateway: parameters.get('gateway') ?? '' }),
  });
  return (
    <>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Figure
          label={t('figures.paid')}
          value={text(total.paid)}
          note={t('payments', { count: total.payments })}
          href={registerHref('payment', counted)}
        />
        <Figure
          label={t('figures.back')}
          value={text(total.refunded + total.disputed - total.returned)}
          note={t('backNote', { refunds: total.refunds, disputes: total.disputes })}
          href={registerHref(total.refunds === 0 && total.disputes > 0 ? 'dispute' : 'refund', counted)}
        />
        <Figure
          label={t('figures.net')}
          value={text(total.net)}
          note={t('netNote', { tax: text(total.tax) })}
          href={scheduleHref('net', counted)}
        />
        <Figure
          label={t('figures.recognised')}
          value={text(total.recognised)}
          note={t('recognisedNote')}
          href={scheduleHref('recognised', counted)}
        />
      </div>
      <Card className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <Segmented<RevenueMeasure>
            label={t('show')}
            value={drawn}
            onChange={(value) => change({ show: value })}
            choices={REVENUE_MEASURES.map((value) => ({ value, label: t(`figures.${value}`) }))}
          />
          <Segmented<Group>
            label={t('by')}
            value={revenue.by}
            onChange={(value) => change({ by: value })}
            choices={BYS.map((value) => ({ value, label: t(`bys.${value}`) }))}
          />
        </div>
        <RevenueChart
          currency={currency}
          periods={revenueByPeriod(own.days, step, drawn)}
          keys={lines.map(({ key }) => key)}
          nameOf={nameOf}
          briefOf={step === 'month' ? figures.month : figures.dayOfYear}
        />
      </Card>
      <Lines lines={lines} total={total} counted={counted} reported={revenue.reported} by={revenue.by} />
      <a href={`/api/finance/export?${exportQuery}`} className={cx(buttonStyle(), 'justify-self-start')}>
        <Icon of={Download} size="s" />
        {t('download')}
      </a>
    </>
  );
}

function Lines({
  lines,
  total,
  counted,
  by,
  reported,
}: {
  readonly reported: Revenue['reported'];
  readonly lines: Revenue['currencies'][number]['lines'];
  readonly total: RevenueFigures;
  readonly counted: CountedMoney;
  readonly by: Group;
}) {
  const t = useTranslations('finance');
  const { number } = useFigures();
  const { text } = useMoney(counted.currency);
  const columns = useColumns();
  const hrefOf = (
    column: string,
    { key, isTotal }: { readonly key: string; readonly isTotal: boolean },
  ): string | undefined => rowsHref(column, { ...counted, ...(isTotal ? {} : { [by]: key }) });
  return (
    <Table label={t('revenue.table')}>
      <thead>
        <tr>
          <HeadCell className="sticky start-0 bg-surface-1">{t(`revenue.bys.${by}`)}</HeadCell>
          <HeadCell figure className="px-4">
            {t('revenue.columns.payments')}
          </HeadCell>
          {columns.map(([column, name]) => (
            <HeadCell key={column} figure className="px-4">
              {name}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...lines.map((line) => ({ ...line, isTotal: false })), { ...total, key: 'all', isTotal: true }].map(
          (line) => (
            <Row key={line.isTotal ? 'total' : line.key} total={line.isTotal}>
              <th
                scope="row"
                className={cx(
                  'sticky start-0 border-t border-line px-5 py-2.5 text-start font-medium whitespace-nowrap',
                  line.isTotal ? 'bg-surface-2' : 'bg-surface-1',
                )}
              >
                {line.isTotal ? t('columns.all') : <bdi>{line.key}</bdi>}
              </th>
              <Cell figure className="px-4 py-2.5">
                {number(line.payments)}
              </Cell>
              {COLUMNS.map((column) => (
                <LinkedAmount
                  key={column}
                  text={text(line[column])}
                  href={line[column] === 0 ? undefined : hrefOf(column, line)}
                  isZero={line[column] === 0}
                />
              ))}
            </Row>
          ),
        )}
        {reported === null || reported.currency === counted.currency ? null : (
          <ReportedRow
            name={t('reported.in', { currency: reported.currency.toUpperCase() })}
            figures={reported.currencies.find((one) => one.currency === counted.currency)?.figures ?? null}
            columns={columns}
            currency={reported.currency}
            before={1}
          />
        )}
      </tbody>
    </Table>
  );
}
