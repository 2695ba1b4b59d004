'use client';

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { defined } from '@src/kernel/defined.shared';
import type { FailedWork } from '@src/credits/books/losses.shared';
import { Link } from '@/i18n/navigation';
import { productNow } from '@/lib/product-time';
import { client, trpc } from '@/lib/trpc/client';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState } from '@/ui/content/states';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { accountHref, accountName, justAfter } from '../account/account-ref';
import { useFigures } from '../charts/use-figures';
import { FilterBar } from '../filter-bar';
import { accountsOf } from '../filters';
import { FinanceFrame } from '../finance-frame';
import { ListPages } from '../list-pages';
import { IN_BOOKS, QueryResult } from '../query-result';
import { useAddress, useFilters } from '../use-filters';

const PAGE = 50;

/** Creations that were not delivered and not charged, by reason. */
export function FailedPage() {
  return (
    <FinanceFrame view="failed">
      <Failed />
    </FinanceFrame>
  );
}

/** What the queries of this page ask for. */
function useRange() {
  const { filters } = useFilters();
  return { from: filters.from, to: filters.to, ...accountsOf(filters) };
}

function Failed() {
  const t = useTranslations('finance.failedWork');
  const { parameters } = useAddress();
  const query = useQuery(
    trpc.finance.failedWork.queryOptions(useRange(), { ...IN_BOOKS, placeholderData: keepPreviousData }),
  );
  const reason = parameters.get('reason') ?? undefined;
  return (
    <>
      <FilterBar kind="range" />
      <QueryResult query={query} shape={<Skeleton className="h-72 rounded-panel" />}>
        {({ reasons }) =>
          reasons.length === 0 ? (
            <Card>
              <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>
            </Card>
          ) : (
            <Reasons reasons={reasons} chosen={reason} />
          )
        }
      </QueryResult>
      {reason === undefined ? null : <Holds reason={reason} />}
    </>
  );
}

function useReasons(): (reason: string) => string {
  const t = useTranslations('finance.failedWork.reasons');
  return (reason) => {
    // Reasons come from the server as text, so the key may not exist. Check before translating.
    const key = reason as 'failed' | 'canceled' | 'expired' | 'refused' | 'hold-expired';
    return t.has(key) ? t(key) : reason;
  };
}

function Reasons({
  reasons,
  chosen,
}: {
  readonly reasons: FailedWork['reasons'];
  readonly chosen: string | undefined;
}) {
  const t = useTranslations('finance');
  const { number } = useFigures();
  const { parameters } = useAddress();
  const nameOf = useReasons();
  const hrefOf = (reason: string): string => {
    const next = new URLSearchParams(parameters);
    next.set('reason', reason);
    return `/finance/failed?${next}`;
  };
  const all = reasons.reduce((sum, { holds, amount }) => ({ holds: sum.holds + holds, amount: sum.amount + amount }), {
    holds: 0,
    amount: 0,
  });
  return (
    <Table label={t('failedWork.table')}>
      <thead>
        <tr>
          <HeadCell>{t('columns.reason')}</HeadCell>
          <HeadCell figure>{t('failedWork.holds')}</HeadCell>
          <HeadCell figure>{t('failedWork.amount')}</HeadCell>
          <HeadCell figure>{t('failedWork.charged')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ reason, holds, amount }) => (
          <Row key={reason} aria-current={reason === chosen ? 'true' : undefined}>
            <Cell className="py-2.5">
              <Link href={hrefOf(reason)} scroll={false} className="font-medium underline underline-offset-4">
                {nameOf(reason)}
              </Link>
            </Cell>
            <Cell figure className="py-2.5">
              {number(holds)}
            </Cell>
            <Cell figure className="py-2.5">
              {number(amount)}
            </Cell>
            <Cell figure className="py-2.5 text-ink-3">
              {number(0)}
            </Cell>
          </Row>
        ))}
        <Row total>
          <Cell className="py-2.5">{t('columns.all')}</Cell>
          <Cell figure className="py-2.5">
            {number(all.holds)}
          </Cell>
          <Cell figure className="py-2.5">
            {number(all.amount)}
          </Cell>
          <Cell figure className="py-2.5">
            {number(0)}
          </Cell>
        </Row>
      </tbody>
    </Table>
  );
}

function Holds({ reason }: { readonly reason: string }) {
  const t = useTranslations('finance');
  const { number, moment } = useFigures();
  const nameOf = useReasons();
  const input = { ...useRange(), reason };
  const query = useInfiniteQuery({
    queryKey: trpc.finance.failedWork.infiniteQueryKey(input),
    queryFn: ({ pageParam, signal }) =>
      client.finance.failedWork.query({ ...input, limit: PAGE, ...defined({ cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    ...IN_BOOKS,
  });
  const title = t('failedWork.list', { reason: nameOf(reason) });
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-strong tracking-title">{title}</h2>
      <QueryResult query={query} shape={<Skeleton className="h-72 rounded-panel" />}>
        {({ pages }) => (
          <ListPages
            query={query}
            items={pages.flatMap(({ items }) => items)}
            none={{ title: t('failedWork.noHolds.title'), text: t('failedWork.noHolds.text') }}
          >
            {(items) => (
              <Table label={title}>
                <thead>
                  <tr>
                    <HeadCell>{t('columns.account')}</HeadCell>
                    <HeadCell figure>{t('failedWork.amount')}</HeadCell>
                    <HeadCell>{t('columns.when')}</HeadCell>
                    <HeadCell>{t('failedWork.creation')}</HeadCell>
                  </tr>
                </thead>
                <tbody>
                  {items.map(({ account, holdId, amount, at }) => (
                    <Row key={`${account} ${holdId}`}>
                      <Cell className="py-2.5">
                        <Link
                          href={accountHref(account, justAfter(at, productNow()), holdId)}
                          className="underline underline-offset-4"
                        >
                          <bdi className="whitespace-nowrap">{accountName(account)}</bdi>
                        </Link>
                      </Cell>
                      <Cell figure className="py-2.5">
                        {number(amount)}
                      </Cell>
                      <Cell className="num py-2.5 whitespace-nowrap text-ink-2">{moment(at)}</Cell>
                      <Cell className="py-2.5 text-ink-2">
                        <bdi className="whitespace-nowrap">{holdId}</bdi>
                      </Cell>
                    </Row>
                  ))}
                </tbody>
              </Table>
            )}
          </ListPages>
        )}
      </QueryResult>
    </section>
  );
}
