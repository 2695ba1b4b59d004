'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { defined } from '@src/kernel/defined.shared';
import type { AccountHistory, Basis } from '@src/credits/books/finance.shared';
import { Link } from '@/i18n/navigation';
import { readFailure } from '@/lib/errors/failure';
import { client, trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { AccountEvents } from './account-events';
import { AccountSearch, type AccountQuery } from './account-search';
import { AccountState } from './account-state';
import { BasisField } from '../basis-field';
import { QueryResult, IN_BOOKS } from '../query-result';
import { readFilters } from '../filters';
import { FinanceFrame } from '../finance-frame';
import { today, useAddress } from '../use-filters';

const PAGE = 50;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** Any account at any moment. */
export function AccountPage() {
  return (
    <FinanceFrame view="account">
      <Account />
    </FinanceFrame>
  );
}

function Account() {
  const t = useTranslations('finance.account');
  const { parameters, change } = useAddress();
  const { app, usage, basis } = readFilters(parameters, today());
  const at = parameters.get('at') ?? '';
  const wanted: AccountQuery = {
    user: parameters.get('user') ?? '',
    app: app ?? 'kinora',
    usage: usage ?? 'credits',
    at: MOMENT.test(at) ? at : '',
  };
  return (
    <>
      <AccountSearch wanted={wanted} onWant={(next) => change({ ...next, subject: undefined })} />
      {wanted.user === '' ? (
        <Card>
          <EmptyState
            title={t('empty.title')}
            actions={
              <Link href="/finance/grants" className={buttonStyle()}>
                {t('empty.grants')}
              </Link>
            }
          >
            {t('empty.text')}
          </EmptyState>
        </Card>
      ) : (
        <>
          <BasisField />
          <History wanted={wanted} basis={basis} subject={parameters.get('subject') ?? undefined} />
        </>
      )}
    </>
  );
}

function History({
  wanted: { user, app, usage, at },
  basis,
  subject,
}: {
  readonly wanted: AccountQuery;
  readonly basis: Basis;
  readonly subject: string | undefined;
}) {
  const t = useTranslations('finance.account');
  const input = {
    userId: user,
    appName: app,
    usageType: usage,
    basis,
    limit: PAGE,
    ...(at === '' ? {} : { at: `${at}Z` }),
  };
  const query = useInfiniteQuery({
    queryKey: trpc.finance.history.queryKey(input),
    queryFn: ({ pageParam, signal }) =>
      client.finance.history.query({ ...input, ...defined({ before: pageParam }) }, { signal }),
    initialPageParam: undefined as number | undefined, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    ...IN_BOOKS,
  });
  const failure = query.error === null ? undefined : readFailure(query.error);
  if (failure?.kind === 'product' && failure.identifier === 'ACCOUNT_NOT_FOUND') {
    return (
      <Card>
        <ErrorState icon={SearchX} title={t('none.title')}>
          {t('none.text', { account: `${user}.${app}.${usage}` })}
        </ErrorState>
      </Card>
    );
  }
  return (
    <QueryResult
      query={query}
      shape={
        <>
          <Skeleton className="h-24 rounded-panel" />
          <Skeleton className="h-72 rounded-panel" />
        </>
      }
    >
      {({ pages }) => {
        const [first] = pages;
        return first === undefined ? null : (
          <>
            <AccountState history={first} />
            <Events
              events={pages.flatMap((page) => page.events)}
              subject={subject}
              more={
                query.hasNextPage ? (
                  <Button
                    busy={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                    className="justify-self-center"
                  >
                    {t('more')}
                  </Button>
                ) : null
              }
            />
          </>
        );
      }}
    </QueryResult>
  );
}

function Events({
  events,
  subject,
  more,
}: {
  readonly events: AccountHistory['events'];
  readonly subject: string | undefined;
  readonly more: ReactNode;
}) {
  const t = useTranslations('finance.account');
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('events')}</h2>
      {events.length === 0 ? (
        <p className="text-sm text-ink-3">{t('before')}</p>
      ) : (
        <AccountEvents events={events} subject={subject} />
      )}
      {more}
    </section>
  );
}
