'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { defined } from '@src/kernel/defined.shared';
import { GRANT_SOURCES, type GrantSource } from '@src/credits/credits.shared';
import type { GrantsPage as Given } from '@src/credits/books/finance.shared';
import { Link } from '@/i18n/navigation';
import { productNow } from '@/lib/product-time';
import { client, trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState } from '@/ui/content/states';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { accountHref, accountName, justAfter } from './account/account-ref';
import { QueryResult, IN_BOOKS } from './query-result';
import { traceHref } from './revenue/trace-ref';
import { FinanceFrame } from './finance-frame';
import { useAddress } from './use-filters';
import { useFigures } from './charts/use-figures';

const PAGE = 50;
const FIRST: GrantSource = 'purchase';

/** Grants by source. */
export function GrantsPage() {
  return (
    <FinanceFrame view="grants">
      <Grants />
    </FinanceFrame>
  );
}

function Grants() {
  const t = useTranslations('finance.given');
  const sources = useTranslations('credits.sources');
  const { parameters, change } = useAddress();
  const source = GRANT_SOURCES.find((one) => one === parameters.get('source')) ?? FIRST;
  const query = useInfiniteQuery({
    queryKey: [...trpc.finance.grants.infiniteQueryKey({ source })],
    queryFn: ({ pageParam, signal }) =>
      client.finance.grants.query({ source, limit: PAGE, ...defined({ cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    ...IN_BOOKS,
  });
  return (
    <>
      <Card className="p-4">
        <div className="max-w-72">
          <Field label={t('source')}>
            {({ id }) => (
              <Select<GrantSource>
                id={id}
                label={t('source')}
                value={source}
                onChange={(value) => change({ source: value })}
                choices={GRANT_SOURCES.map((value) => ({ value, label: sources(value) }))}
              />
            )}
          </Field>
        </div>
      </Card>
      <QueryResult query={query} shape={<Skeleton className="h-96 rounded-panel" />}>
        {({ pages }) => {
          const grants = pages.flatMap((page) => page.grants);
          if (grants.length === 0)
            return (
              <Card>
                <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>
              </Card>
            );
          return (
            <>
              <GrantRows grants={grants} />
              {query.hasNextPage ? (
                <Button
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                  className="justify-self-center"
                >
                  {t('more')}
                </Button>
              ) : null}
            </>
          );
        }}
      </QueryResult>
    </>
  );
}

function GrantRows({ grants }: { readonly grants: Given['grants'] }) {
  const t = useTranslations('finance');
  const { number, moment } = useFigures();
  return (
    <Table label={t('given.table')}>
      <thead>
        <tr>
          <HeadCell>{t('columns.account')}</HeadCell>
          <HeadCell figure>{t('columns.amount')}</HeadCell>
          <HeadCell>{t('columns.when')}</HeadCell>
          <HeadCell>{t('columns.expires')}</HeadCell>
          <HeadCell>{t('columns.grant')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {grants.map(({ account, grantId, source, amount, at, expiresAt }) => (
          <Row key={`${account} ${grantId}`}>
            <Cell className="py-2.5">
              <Link
                href={accountHref(account, justAfter(at, productNow()), grantId)}
                className="underline underline-offset-4"
              >
                <bdi className="whitespace-nowrap">{accountName(account)}</bdi>
              </Link>
            </Cell>
            <Cell figure className="py-2.5">
              {number(amount)}
            </Cell>
            <Cell className="num py-2.5 whitespace-nowrap text-ink-2">{moment(at)}</Cell>
            <Cell className="num py-2.5 whitespace-nowrap text-ink-2">
              {expiresAt === undefined ? t('never') : moment(expiresAt)}
            </Cell>
            <Cell className="py-2.5 text-ink-2">
              {source === 'plan' || source === 'purchase' ? (
                <Link href={traceHref(grantId)} className="underline underline-offset-4">
                  <bdi className="whitespace-nowrap">{grantId}</bdi>
                </Link>
              ) : (
                <bdi className="whitespace-nowrap">{grantId}</bdi>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
