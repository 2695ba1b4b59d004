'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { REGISTER_KINDS, type Register, type RegisterKind } from '@src/billing/register/register.shared';
import { defined } from '@src/kernel/defined.shared';
import { Link } from '@/i18n/navigation';
import { client, trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
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

/** The register of payments, refunds and disputes: the rows behind the figures of revenue. */
export function PaymentsPage() {
  return (
    <FinanceFrame view="payments">
      <Payments />
    </FinanceFrame>
  );
}

function Payments() {
  const t = useTranslations('finance.payments');
  const {
    filters: { from, to },
  } = useFilters();
  const { parameters, change } = useAddress();
  const { gateway, currency } = usePaid();
  const choices = useQuery(trpc.revenue.byDay.queryOptions({ from, to, by: 'plan' }, IN_BOOKS));
  const shown = shownCurrency(currency, choices.data?.known);
  const kind = REGISTER_KINDS.find((value) => value === parameters.get('kind')) ?? 'payment';
  const plan = parameters.get('plan') ?? undefined;
  return (
    <>
      <RevenueFilter choices={choices.data ?? { gateways: [], known: [] }} currency={shown} />
      <div className="flex flex-wrap items-center gap-3">
        <Segmented<RegisterKind>
          label={t('kind')}
          value={kind}
          onChange={(value) => change({ kind: value })}
          choices={REGISTER_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          className="max-w-full flex-wrap"
        />
        {plan === undefined ? null : (
          <Button size="sm" onClick={() => change({ plan: undefined })}>
            {t.rich('onlyPlan', { plan: () => <bdi>{plan}</bdi> })}
          </Button>
        )}
      </div>
      {choices.data === undefined && currency === undefined ? (
        <QueryResult query={choices} shape={<Skeleton className="h-72 rounded-panel" />}>
          {() => null}
        </QueryResult>
      ) : (
        <Found input={{ kind, from, to, currency: shown, ...defined({ gateway, priceId: plan }) }} />
      )}
    </>
  );
}

function Found({ input }: { readonly input: Parameters<typeof client.revenue.register.query>[0] }) {
  const t = useTranslations('finance');
  const query = useInfiniteQuery({
    queryKey: trpc.revenue.register.infiniteQueryKey(input),
    queryFn: ({ pageParam, signal }) =>
      client.revenue.register.query({ ...input, limit: PAGE, ...defined({ cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    ...IN_BOOKS,
  });
  return (
    <QueryResult query={query} shape={<Skeleton className="h-72 rounded-panel" />}>
      {({ pages }) => (
        <ListPages
          query={query}
          items={pages.flatMap(({ items }) => items)}
          none={{ title: t('payments.none.title'), text: t('payments.none.text') }}
        >
          {(items) => <Rows items={items} />}
        </ListPages>
      )}
    </QueryResult>
  );
}

function Rows({ items }: { readonly items: readonly Register['items'][number][] }) {
  const t = useTranslations('finance');
  const locale = useLocale();
  const { moment } = useFigures();
  const { text } = useMoney(items[0]?.currency ?? 'usd');
  return (
    <Table label={t('payments.table')}>
      <thead>
        <tr>
          <HeadCell>{t('payments.invoice')}</HeadCell>
          <HeadCell figure>{t('columns.amount')}</HeadCell>
          <HeadCell>{t('columns.when')}</HeadCell>
          <HeadCell>{t('payments.plan')}</HeadCell>
          <HeadCell>{t('payments.customer')}</HeadCell>
          <HeadCell>{t('payments.atGateway')}</HeadCell>
          <HeadCell>
            <span className="relative">
              <span className="sr-only">{t('search.pdf')}</span>
            </span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {items.map(({ kind, id, at, amount, gateway, userId, appName, usageType, number, priceId, outcome, pdf }) => (
          <Row key={`${gateway} ${kind} ${id}`}>
            <Cell className="py-2.5">
              <Link href={traceHref(number)} className={LINK}>
                <bdi className="num whitespace-nowrap">{number}</bdi>
              </Link>
            </Cell>
            <Cell figure className="py-2.5 whitespace-nowrap">
              <bdi>{text(amount)}</bdi>
            </Cell>
            <Cell className="num py-2.5 whitespace-nowrap text-ink-2">{moment(at)}</Cell>
            <Cell className="py-2.5 text-ink-2">
              <bdi className="whitespace-nowrap">{priceId ?? t('payments.unknownPlan')}</bdi>
            </Cell>
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
            <Cell className="py-2.5 text-ink-2">
              <span className="grid">
                <bdi className="whitespace-nowrap">{id}</bdi>
                <span className="text-xs text-ink-3">
                  <bdi>{gateway}</bdi>
                  {kind === 'dispute' ? ` · ${t(`payments.outcomes.${outcome ?? 'open'}`)}` : ''}
                </span>
              </span>
            </Cell>
            <Cell className="py-2.5">
              {pdf === null ? null : (
                <a
                  href={`${pdf}?language=${locale}`}
                  target="_blank"
                  rel="noreferrer"
                  className={LINK}
                  aria-label={`${t('search.pdf')} ${number}`}
                >
                  {t('search.pdf')}
                </a>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
