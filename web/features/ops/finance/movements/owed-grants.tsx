'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { defined } from '@src/kernel/defined.shared';
import { Link } from '@/i18n/navigation';
import { client, trpc } from '@/lib/trpc/client';
import { Skeleton } from '@/ui/content/skeleton';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { accountHref, accountName } from '../account/account-ref';
import { useFigures } from '../charts/use-figures';
import { accountsOf, dayPlus } from '../filters';
import { ListPages } from '../list-pages';
import { IN_BOOKS, QueryResult } from '../query-result';
import { today, useFilters } from '../use-filters';

/** The grants behind the liability of a month. @param month `YYYY-MM`, null for grants that never expire */
export function OwedGrants({ month }: { readonly month: string | null }) {
  const t = useTranslations('finance');
  const sources = useTranslations('credits.sources');
  const { number, month: monthName, moment } = useFigures();
  const { filters } = useFilters();
  const { to: day } = filters;
  const input = { day, month, ...accountsOf(filters) };
  const query = useInfiniteQuery({
    queryKey: trpc.finance.owed.infiniteQueryKey(input),
    queryFn: ({ pageParam, signal }) =>
      client.finance.owed.query({ ...input, ...defined({ cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    ...IN_BOOKS,
  });
  // The account as of the end of the day, which figures of today have not reached yet.
  const asOf = day < today() ? Date.parse(dayPlus(day, 1)) - 1_000 : undefined;
  const title = month === null ? t('owed.grantsNever') : t('owed.grantsOf', { month: monthName(month) });
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-strong tracking-title">{title}</h2>
      <QueryResult query={query} shape={<Skeleton className="h-72 rounded-panel" />}>
        {({ pages }) => (
          <ListPages
            query={query}
            items={pages.flatMap(({ items }) => items)}
            none={{ title: t('owed.noGrants.title'), text: t('owed.noGrants.text') }}
          >
            {(items) => (
              <Table label={title}>
                <thead>
                  <tr>
                    <HeadCell>{t('columns.account')}</HeadCell>
                    <HeadCell>{t('columns.source')}</HeadCell>
                    <HeadCell figure>{t('columns.available')}</HeadCell>
                    <HeadCell figure>{t('columns.heldNow')}</HeadCell>
                    <HeadCell>{t('columns.expires')}</HeadCell>
                  </tr>
                </thead>
                <tbody>
                  {items.map(({ account, grantId, source, available, held, expiresAt }) => (
                    <Row key={`${account} ${grantId}`}>
                      <Cell className="py-2.5">
                        <Link href={accountHref(account, asOf, grantId)} className="underline underline-offset-4">
                          <bdi className="whitespace-nowrap">{accountName(account)}</bdi>
                        </Link>
                      </Cell>
                      <Cell className="py-2.5 text-ink-2">{sources(source)}</Cell>
                      <Cell figure className="py-2.5">
                        {number(available)}
                      </Cell>
                      <Cell figure className="py-2.5">
                        {number(held)}
                      </Cell>
                      <Cell className="num py-2.5 whitespace-nowrap text-ink-2">
                        {expiresAt === null ? t('never') : moment(expiresAt)}
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
