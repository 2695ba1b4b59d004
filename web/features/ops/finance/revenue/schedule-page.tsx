'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { SCHEDULED_FIGURES, type Schedule, type ScheduledFigure } from '@src/billing/register/schedule.shared';
import { defined } from '@src/kernel/defined.shared';
import { Link } from '@/i18n/navigation';
import { client, trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { Segmented } from '@/ui/form/segmented';
import { accountHref } from '../account/account-ref';
import { useFigures } from '../charts/use-figures';
import { FinanceFrame } from '../finance-frame';
import { ListPages } from '../list-pages';
import { IN_BOOKS, QueryResult } from '../query-result';
import { useAddress, useFilters } from '../use-filters';
import { RevenueFilter, shownCurrency, usePaid } from './revenue-filter';
import { useMoney } from './revenue-money';
import { traceHref } from './trace-ref';

const PAGE = 50;
const LINK = 'underline underline-offset-4';
/** Amounts of a row. The opening and the net amount less what is recognised is the closing. */
const AMOUNTS = ['opening', 'net', 'recognised', 'closing'] as const;
const SHAPE = <Skeleton className="h-72 rounded-panel" />;
type Input = Parameters<typeof client.revenue.schedule.query>[0];

/** The payments behind net, recognised and deferred revenue, with the days over which they are recognised. */
export function SchedulePage() {
  return (
    <FinanceFrame view="schedule">
      <Scheduled />
    </FinanceFrame>
  );
}

function Scheduled() {
  const t = useTranslations('finance.schedule');
  const {
    filters: { from, to },
  } = useFilters();
  const { parameters, change } = useAddress();
  const { gateway, currency } = usePaid();
  const figure = SCHEDULED_FIGURES.find((value) => value === parameters.get('figure')) ?? 'recognised';
  const plan = parameters.get('plan') ?? undefined;
  const of = { from, to, ...defined({ gateway, priceId: plan }) };
  const revenue = useQuery(trpc.revenue.byDay.queryOptions({ ...of, by: 'plan' }, IN_BOOKS));
  const deferred = useQuery({ ...trpc.revenue.deferred.queryOptions(of, IN_BOOKS), enabled: figure === 'deferred' });
  const shown = shownCurrency(currency, revenue.data?.known);
  const { text } = useMoney(shown);
  const own = (figure === 'deferred' ? deferred.data : revenue.data)?.currencies.find(
    (one) => one.currency === shown,
  )?.total;
  const sum = own === undefined ? 0 : 'closing' in own ? own.closing : figure === 'net' ? own.net : own.recognised;
  const rows = () => (
    <>
      <Card className="num p-4 text-sm">
        {t.rich(`sums.${figure}`, { amount: () => <bdi className="font-medium">{text(sum)}</bdi> })}
      </Card>
      <Found input={{ ...of, figure, currency: shown }} />
    </>
  );
  return (
    <>
      <RevenueFilter choices={revenue.data ?? { gateways: [], known: [] }} currency={shown} />
      <div className="flex flex-wrap items-center gap-3">
        <Segmented<ScheduledFigure>
          label={t('figure')}
          value={figure}
          onChange={(value) => change({ figure: value })}
          choices={SCHEDULED_FIGURES.map((value) => ({ value, label: t(`figures.${value}`) }))}
          className="max-w-full flex-wrap"
        />
        {plan === undefined ? null : (
          <Button size="sm" onClick={() => change({ plan: undefined })}>
            {t.rich('onlyPlan', { plan: () => <bdi>{plan}</bdi> })}
          </Button>
        )}
      </div>
      {figure === 'deferred' ? (
        <QueryResult query={deferred} shape={SHAPE}>
          {rows}
        </QueryResult>
      ) : (
        <QueryResult query={revenue} shape={SHAPE}>
          {rows}
        </QueryResult>
      )}
    </>
  );
}

function Found({ input }: { readonly input: Input }) {
  const t = useTranslations('finance.schedule.none');
  const query = useInfiniteQuery({
    queryKey: trpc.revenue.schedule.infiniteQueryKey(input),
    queryFn: ({ pageParam, signal }) =>
      client.revenue.schedule.query({ ...input, limit: PAGE, ...defined({ cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    ...IN_BOOKS,
  });
  return (
    <QueryResult query={query} shape={SHAPE}>
      {({ pages }) => (
        <ListPages
          query={query}
          items={pages.flatMap(({ items }) => items)}
          none={{ title: t('title'), text: t('text') }}
        >
          {(items) => <Rows items={items} currency={input.currency} />}
        </ListPages>
      )}
    </QueryResult>
  );
}

function Rows({
  items,
  currency,
}: {
  readonly items: readonly Schedule['items'][number][];
  readonly currency: string;
}) {
  const t = useTranslations('finance');
  const locale = useLocale();
  const { day } = useFigures();
  const { text } = useMoney(currency);
  return (
    <Table label={t('schedule.table')}>
      <thead>
        <tr>
          <HeadCell className="sticky start-0 bg-surface-1">{t('payments.invoice')}</HeadCell>
          <HeadCell>{t('payments.plan')}</HeadCell>
          <HeadCell>{t('schedule.days')}</HeadCell>
          {AMOUNTS.map((column) => (
            <HeadCell key={column} figure className="px-4">
              {t(`schedule.columns.${column}`)}
            </HeadCell>
          ))}
          <HeadCell>{t('payments.customer')}</HeadCell>
          <HeadCell>
            <span className="relative">
              <span className="sr-only">{t('search.pdf')}</span>
            </span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {items.map(({ invoiceId, number, userId, appName, usageType, priceId, rule, first, last, pdf, ...amounts }) => (
          <Row key={invoiceId}>
            <th
              scope="row"
              className="sticky start-0 border-t border-line bg-surface-1 px-5 py-2.5 text-start font-normal"
            >
              <Link href={traceHref(number)} className={LINK}>
                <bdi className="num whitespace-nowrap">{number}</bdi>
              </Link>
            </th>
            <Cell className="py-2.5 text-ink-2">
              <bdi className="whitespace-nowrap">{priceId}</bdi>
            </Cell>
            <Cell className="py-2.5">
              <span className="grid">
                <span className="num whitespace-nowrap">
                  {first === last ? day(first) : t('schedule.span', { first: day(first), last: day(last) })}
                </span>
                <span className="text-xs whitespace-nowrap text-ink-3">{t(`schedule.rules.${rule}`)}</span>
              </span>
            </Cell>
            {AMOUNTS.map((column) => (
              <Cell key={column} figure className="px-4 py-2.5 whitespace-nowrap">
                <bdi>{text(amounts[column])}</bdi>
              </Cell>
            ))}
            <Cell className="py-2.5">
              <Link
                href={usageType === null ? traceHref(userId) : accountHref(`${userId}.${appName}.${usageType}`)}
                className={LINK}
              >
                <bdi className="inline-block max-w-[16ch] truncate align-bottom" title={userId}>
                  {userId}
                </bdi>
              </Link>
            </Cell>
            <Cell className="py-2.5">
              <a
                href={`${pdf}?language=${locale}`}
                target="_blank"
                rel="noreferrer"
                className={LINK}
                aria-label={`${t('search.pdf')} ${number}`}
              >
                {t('search.pdf')}
              </a>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
