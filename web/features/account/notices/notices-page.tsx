'use client';

import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { LoadMore } from '@/ui/content/load-more';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { NoticeList } from './notice-list';
import { ReadAll } from './notice-panel';
import { useNotices, useReadNotices } from './use-notices';

/** All notices of the last ninety days. */
export function NoticesPage() {
  const t = useTranslations('notices');
  const { items, loading, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useNotices();
  const read = useReadNotices();
  return (
    <div className="mx-auto grid w-full max-w-[720px] gap-4 px-3 pt-3 pb-24">
      <div className="flex flex-wrap items-end justify-between gap-2 pb-1">
        <div className="grid gap-1">
          <h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
          <p className="text-sm text-ink-2">{t('lead')}</p>
        </div>
        <ReadAll />
      </div>
      {loading ? <Skeleton className="h-60" /> : null}
      {isError && items.length === 0 ? (
        <Card>
          <ErrorState title={t('failed')} actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
        </Card>
      ) : null}
      {!loading && !isError && items.length === 0 ? (
        <Card>
          <EmptyState
            title={t('empty')}
            actions={
              <Link href="/image" className={buttonStyle()}>
                {t('make')}
              </Link>
            }
          >
            {t('emptyText')}
          </EmptyState>
        </Card>
      ) : null}
      {items.length === 0 ? null : (
        <Card className="p-2">
          <NoticeList
            items={items}
            onFollow={({ id, unread }) => {
              if (unread) read.mutate({ ids: [id] });
            }}
          />
        </Card>
      )}
      {hasNextPage ? (
        <LoadMore
          busy={isFetchingNextPage}
          failed={isFetchNextPageError}
          label={t('more')}
          busyLabel={t('loading')}
          onMore={() => void fetchNextPage()}
        />
      ) : null}
    </div>
  );
}
