import { useInfiniteQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import type { EntryView } from '@src/catalog/entries/content.shared';
import { localZone } from '@/features/core/days';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/content/states';

const PAGE = 20;

/** Who changed an entry, when and how. The content of an earlier version can be made the draft again. */
export function EntryHistory({
  entry: { id, version, isBuiltIn },
  isBusy,
  hasEdits,
  onRestore,
}: {
  readonly entry: EntryView;
  readonly isBusy: boolean;
  /** Whether the form has something that is not saved, which restoring would discard. */
  readonly hasEdits: boolean;
  readonly onRestore: (number: number) => void;
}) {
  const t = useTranslations('catalogue.history');
  const format = useFormatter();
  const pages = useInfiniteQuery(
    trpc.catalog.history.infiniteQueryOptions(
      { id, limit: PAGE },
      {
        getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.number),
        meta: { shownInPage: true },
      },
    ),
  );
  const changes = pages.data?.pages.flat() ?? [];
  if (pages.isError && changes.length === 0)
    return (
      <ErrorState title={t('failed')} actions={<Button onClick={() => void pages.refetch()}>{t('retry')}</Button>} />
    );
  return (
    <section aria-labelledby="entry-history" className="grid gap-2 border-t border-line pt-4">
      <h3 id="entry-history" className="text-sm font-medium">
        {t('title')}
      </h3>
      {changes.length === 0 && !pages.isPending ? <p className="text-sm text-ink-3">{t('none')}</p> : null}
      <ol className="grid gap-1.5">
        {changes.map(({ number, action, who, at, content, restored }) => (
          <li
            key={number}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control bg-surface-2 px-3 py-2"
          >
            <span className="grid min-w-0 gap-0.5">
              <span className="text-sm">
                {restored === undefined ? t(`actions.${action}`) : t('restored', { number: restored })}
              </span>
              <span className="num text-xs break-all text-ink-3">
                {t('version', { number })} ·{' '}
                {format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short', timeZone: localZone() })} ·{' '}
                <bdi dir="ltr">{who}</bdi>
              </span>
            </span>
            {content === undefined || number === version ? null : (
              <Button
                size="sm"
                busy={isBusy}
                disabled={hasEdits}
                aria-label={t('restoreOf', { number })}
                onClick={() => onRestore(number)}
              >
                {t('restore')}
              </Button>
            )}
          </li>
        ))}
        {isBuiltIn && version > 0 && !pages.hasNextPage ? (
          <li className="flex items-center justify-between gap-3 rounded-control bg-surface-2 px-3 py-2 text-sm">
            {t('builtIn')}
            <Button
              size="sm"
              busy={isBusy}
              disabled={hasEdits}
              aria-label={t('restoreOf', { number: 0 })}
              onClick={() => onRestore(0)}
            >
              {t('restore')}
            </Button>
          </li>
        ) : null}
      </ol>
      {pages.hasNextPage ? (
        <Button
          size="sm"
          className="justify-self-start"
          busy={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('more')}
        </Button>
      ) : null}
    </section>
  );
}
