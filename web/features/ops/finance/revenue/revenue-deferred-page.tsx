'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { defined } from '@src/kernel/defined.shared';
import { DEFERRED_FLOWS, type Deferred } from '@src/billing/finance/revenue.shared';
import { trpc } from '@/lib/trpc/client';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState } from '@/ui/content/states';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { QueryResult, IN_BOOKS } from '../query-result';
import { Figure } from '../charts/figure';
import { FinanceFrame } from '../finance-frame';
import { IncompleteNote } from '../incomplete-note';
import { RevenueFilter, shownCurrency, usePaid } from './revenue-filter';
import { ReportedTotals, type Column } from './reported';
import { scheduleHref, type CountedMoney } from './register-ref';
import { LinkedAmount } from './revenue-amount';
import { useMoney, usePeriodName } from './revenue-money';
import { periodStart, stepFor, type Step } from '../charts/roll-up';
import { useFilters } from '../use-filters';
import { useFigures } from '../charts/use-figures';

/** Revenue received but not yet recognised, beside the credits owed to paying users. */
export function DeferredPage() {
  return (
    <FinanceFrame view="deferred">
      <Deferral />
    </FinanceFrame>
  );
}

function Deferral() {
  const {
    filters: { from, to },
  } = useFilters();
  const { gateway, currency } = usePaid();
  const query = useQuery(
    trpc.revenue.deferred.queryOptions(
      { from, to, ...defined({ gateway }) },
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
            <Skeleton className="h-72 rounded-panel" />
          </>
        }
      >
        {(answer) => (
          <>
            <IncompleteNote incomplete={answer.incomplete} />
            <InCurrency deferred={answer} currency={shown} />
            <ReportedTotals reported={answer.reported} columns={columns} />
            <Owed deferred={answer} />
          </>
        )}
      </QueryResult>
    </>
  );
}

/** Columns in the reporting currency. In one currency nothing comes from exchange rates. */
const REPORTED = ['opening', 'billed', 'refunded', 'recognised', 'exchange', 'closing'] as const;

function useColumns(): readonly Column<(typeof REPORTED)[number]>[] {
  const t = useTranslations('finance.deferred.columns');
  return REPORTED.map((column) => [column, t(column)]);
}

type Period = Deferred['currencies'][number]['days'][number] & { readonly last: string };

/** Days combined into periods with their last day. Each opens with the closing balance of the one before. */
function rolled(days: Deferred['currencies'][number]['days'], step: Step): readonly Period[] {
  const periods: Period[] = [];
  for (const one of days) {
    const last = periods.at(-1);
    if (last === undefined || periodStart(last.day, step) !== periodStart(one.day, step))
      periods.push({ ...one, last: one.day });
    else
      periods[periods.length - 1] = {
        ...last,
        billed: last.billed + one.billed,
        refunded: last.refunded + one.refunded,
        recognised: last.recognised + one.recognised,
        closing: one.closing,
        last: one.day,
      };
  }
  return periods;
}

function InCurrency({ deferred, currency }: { readonly deferred: Deferred; readonly currency: string }) {
  const t = useTranslations('finance');
  const figures = useFigures();
  const { gateway } = usePaid();
  const { text } = useMoney(currency);
  const own = deferred.currencies.find((one) => one.currency === currency);
  const step = stepFor(own?.days.length ?? 0);
  const nameOf = usePeriodName(step, deferred.to);
  if (own === undefined)
    return (
      <Card>
        <EmptyState title={t('revenue.none.title')}>
          {t('revenue.none.text', { currency: currency.toUpperCase() })}
        </EmptyState>
      </Card>
    );
  const periods = rolled(own.days, step);
  const counted = { from: deferred.from, to: deferred.to, currency, ...defined({ gateway }) };
  return (
    <>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Figure
          label={t('deferred.closing')}
          value={text(own.total.closing)}
          note={t('verdict.asOf', { day: figures.day(deferred.to) })}
          href={scheduleHref('deferred', counted)}
        />
        <Figure label={t('deferred.billed')} value={text(own.total.billed)} />
        <Figure label={t('deferred.refunded')} value={text(own.total.refunded)} />
        <Figure
          label={t('deferred.recognised')}
          value={text(own.total.recognised)}
          note={t('deferred.packs')}
          href={scheduleHref('recognised', counted)}
        />
      </div>
      <Table label={t('deferred.table')}>
        <thead>
          <tr>
            <HeadCell className="sticky start-0 bg-surface-1">{t('columns.period')}</HeadCell>
            {DEFERRED_FLOWS.map((column) => (
              <HeadCell key={column} figure className="px-4">
                {t(`deferred.columns.${column}`)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {[
            ...periods
              .toReversed()
              .map((period) => ({ ...period, key: period.day, name: nameOf(period.day), isTotal: false })),
            { ...own.total, key: 'all', day: deferred.from, last: deferred.to, name: t('columns.all'), isTotal: true },
          ].map((line) => (
            <Row key={line.key} total={line.isTotal}>
              <th
                scope="row"
                className={cx(
                  'num sticky start-0 border-t border-line px-5 py-2.5 text-start font-medium whitespace-nowrap',
                  line.isTotal ? 'bg-surface-2' : 'bg-surface-1',
                )}
              >
                {line.name}
              </th>
              {DEFERRED_FLOWS.map((column) => (
                <LinkedAmount
                  key={column}
                  text={text(line[column])}
                  isZero={line[column] === 0}
                  href={line[column] === 0 ? undefined : hrefOf(column, { ...counted, from: line.day, to: line.last })}
                />
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </>
  );
}

/** The rows behind a column of the roll-forward. What was billed and refunded is among the payments and refunds. */
function hrefOf(column: (typeof DEFERRED_FLOWS)[number], counted: CountedMoney): string | undefined {
  return column === 'recognised'
    ? scheduleHref('recognised', counted)
    : column === 'closing'
      ? scheduleHref('deferred', counted)
      : undefined;
}

/** The credits owed, from the ledger. They span all currencies and apps, because credits have neither. */
function Owed({ deferred: { credits, currencies } }: { readonly deferred: Deferred }) {
  const t = useTranslations('finance');
  const sources = useTranslations('credits.sources');
  const { number } = useFigures();
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('deferred.beside')}</h2>
      <p className="max-w-[72ch] text-sm text-ink-2">{t('deferred.besideText')}</p>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Table label={t('deferred.money')}>
          <thead>
            <tr>
              <HeadCell>{t('revenue.currency')}</HeadCell>
              <HeadCell figure>{t('deferred.closing')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {currencies.map(({ currency, total }) => (
              <Row key={currency}>
                <Cell className="py-2.5 font-medium">{currency.toUpperCase()}</Cell>
                <Cell figure className="py-2.5">
                  <Amount currency={currency} minor={total.closing} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
        <Table label={t('deferred.owed')}>
          <thead>
            <tr>
              <HeadCell>{t('columns.usage')}</HeadCell>
              <HeadCell>{t('columns.source')}</HeadCell>
              {(['granted', 'spent', 'available', 'heldNow'] as const).map((column) => (
                <HeadCell key={column} figure>
                  {t(`columns.${column}`)}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {credits.map(({ usageType, source, granted, spent, available, held }) => (
              <Row key={`${usageType} ${source}`}>
                <Cell className="py-2.5 whitespace-nowrap">{t(`usageTypes.${usageType}`)}</Cell>
                <Cell className="py-2.5 font-medium whitespace-nowrap">{sources(source)}</Cell>
                {[granted, spent, available, held].map((amount, index) => (
                  <Cell key={index} figure className="py-2.5">
                    {number(amount)}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
}

function Amount({ currency, minor }: { readonly currency: string; readonly minor: number }) {
  const { text } = useMoney(currency);
  return <bdi>{text(minor)}</bdi>;
}
