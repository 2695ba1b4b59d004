'use client';

import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { Button, buttonStyle } from '@/ui/button';
import { Skeleton } from '@/ui/content/skeleton';
import { NoticeList } from './notice-list';
import { useNotices, useReadNotices } from './use-notices';

/** Number of notices that the bell shows. */
const SHOWN = 8;

/** Marks all notices as read. Renders nothing if none is unread. */
export function ReadAll() {
  const t = useTranslations('notices');
  const { items, unread } = useNotices();
  const read = useReadNotices();
  const [newest] = items;
  if (unread === 0 || newest === undefined) return null;
  return (
    <Button size="sm" tone="quiet" onClick={() => read.mutate({ upTo: newest.at })}>
      {t('readAll')}
    </Button>
  );
}

/** The latest notices, with a link to all. @param onLeave called when a link is followed */
export function NoticePanel({ onLeave }: { readonly onLeave: () => void }) {
  const t = useTranslations('notices');
  const { items, loading, isError, refetch } = useNotices();
  const read = useReadNotices();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {loading ? <Skeleton className="h-24" /> : null}
      {isError && items.length === 0 ? (
        <div className="grid justify-items-start gap-2 px-3 py-2 text-sm text-ink-2">
          {t('failed')}
          <Button size="sm" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </div>
      ) : null}
      {!loading && !isError && items.length === 0 ? (
        <p className="px-3 py-4 text-sm text-ink-2">{t('emptyText')}</p>
      ) : null}
      <NoticeList
        items={items.slice(0, SHOWN)}
        onFollow={({ id, unread }) => {
          if (unread) read.mutate({ ids: [id] });
          onLeave();
        }}
      />
      {items.length === 0 ? null : (
        <Link href="/notifications" onClick={onLeave} className={buttonStyle({ tone: 'plain', shape: 'block' })}>
          {t('all')}
        </Link>
      )}
    </div>
  );
}
