'use client';

import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { LoadMore } from '@/ui/content/load-more';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { AccountChoice } from './account-choice';
import { BalanceCards } from './balance-cards';
import { NO_FILTER, isFiltered, type StatementView } from './filter';
import { ReceiptVerify } from './receipt-verify';
import { StatementFilters } from './statement-filters';
import { StatementLines } from './statement-lines';
import { useAccountBalance, useExpiries, useStatementView, useStatement } from './use-statement';

/** Balance, expiries and statement. Filters are kept in the address. */
export function CreditsPage() {
  const t = useTranslations('credits');
  const [shows, show] = useStatementView();
  return (
    <div className="mx-auto grid w-full max-w-[1224px] grid-cols-[minmax(0,1fr)] gap-4 ps-2 pe-6 pt-3 pb-12 max-md:px-3 max-md:pb-24">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-1">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
        <div className="flex flex-wrap items-center gap-2 md:justify-end">
          <Link href="/billing" className={buttonStyle({ tone: 'quiet' })}>
            {t('toBilling')}
          </Link>
          <Link href="/pricing#packs" className={buttonStyle()}>
            {t('getMore')}
          </Link>
          <AccountChoice shows={shows} onShow={show} />
        </div>
      </div>
      <BalanceCards balance={useAccountBalance(shows)} expiries={useExpiries(shows)} />
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Statement shows={shows} onShow={show} />
      </Card>
      <ReceiptVerify />
    </div>
  );
}

function Statement({
  shows,
  onShow,
}: {
  readonly shows: StatementView;
  readonly onShow: (change: Partial<StatementView>) => void;
}) {
  const t = useTranslations('credits');
  const { lines, loading, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useStatement(shows);
  if (!isFiltered(shows) && !loading && !isError && lines.length === 0)
    return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>;
  return (
    <>
      <h2 className="sr-only">{t('statement')}</h2>
      <StatementFilters shows={shows} onShow={onShow} />
      {loading ? (
        <Loading />
      ) : isError && lines.length === 0 ? (
        <ErrorState
          title={t('failedToLoad.title')}
          actions={<Button onClick={() => void refetch()}>{t('failedToLoad.retry')}</Button>}
        >
          {t('failedToLoad.text')}
        </ErrorState>
      ) : lines.length > 0 ? (
        <StatementLines lines={lines} account={shows} />
      ) : hasNextPage ? null : (
        <EmptyState
          title={t('noLines.title')}
          actions={<Button onClick={() => onShow(NO_FILTER)}>{t('clear')}</Button>}
          className="py-2"
        >
          {t('noLines.text')}
        </EmptyState>
      )}
      {hasNextPage ? (
        <LoadMore
          busy={isFetchingNextPage}
          failed={isFetchNextPageError}
          label={t('more')}
          busyLabel={t('loadingMore')}
          onMore={() => void fetchNextPage()}
        />
      ) : null}
    </>
  );
}

function Loading() {
  const t = useTranslations('credits');
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-3">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-11" />
      ))}
    </div>
  );
}
