'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { FeedPage, WorkCard } from '@src/creation/explore/explore.shared';
import { inRow, ROWS } from '@/features/make/home/rows';
import { Link } from '@/i18n/navigation';
import { contentMarks } from '@/lib/analytics/marks';
import { Button } from '@/ui/button';
import { LoadMore } from '@/ui/content/load-more';
import { Skeleton } from '@/ui/content/skeleton';
import { ErrorState } from '@/ui/content/states';
import { ImageFrame } from '@/ui/media/media';
import { MediaCard } from '@/ui/media/media-card';
import { VideoPreview } from '@/ui/media/video-preview';
import { useFeed } from './use-feed';

/** Sizes of the first placeholder cards, width divided by height. */
const PLACEHOLDERS = [1, 1.5, 0.75, 1.78, 1, 1.33] as const;
/** Cards above the fold, whose images load at once. */
const PROMPT_CARDS = 3;

function Card({ work, isFirst }: { readonly work: WorkCard; readonly isFirst: boolean }) {
  const t = useTranslations('explore.author');
  const { id, title, url, width, height, seconds, author, tags } = work;
  const ratio = width / height;
  return (
    <li
      {...(author.id === undefined ? {} : contentMarks({ id, author: author.id, tags }))}
      className="min-w-0"
      // Cards outside the window are not laid out or painted; the ratio keeps their place.
      style={{ ...inRow(ratio), aspectRatio: ratio, contentVisibility: 'auto' }}
    >
      <MediaCard
        ratio={`${width} / ${height}`}
        media={
          work.media === 'video' ? (
            <VideoPreview src={url} poster={`${url}?w=640`} alt="" />
          ) : (
            <ImageFrame
              src={`${url}?w=640`}
              srcSet={`${url}?w=320 320w, ${url}?w=640 640w, ${url}?w=1024 1024w`}
              sizes={`(max-width: 768px) ${Math.round(170 * ratio)}px, ${Math.round(300 * ratio)}px`}
              alt=""
              priority={isFirst}
            />
          )
        }
        {...(seconds === undefined ? {} : { seconds })}
        open={(className) => <Link href={`/v/${id}`} prefetch={false} aria-label={title} className={className} />}
        caption={<bdi>{title}</bdi>}
        by={<bdi>{author.name ?? t('nameless')}</bdi>}
      />
    </li>
  );
}

/** A feed of works, which loads the next page near its end. */
export function FeedView({
  first,
  load,
  empty,
}: {
  readonly first: FeedPage | undefined;
  /** A stable function; see `useFeed`. */
  readonly load: (cursor: string | undefined) => Promise<FeedPage>;
  readonly empty: ReactNode;
}) {
  const t = useTranslations('explore');
  const { works, status, isWhole, more } = useFeed(first, load);
  return (
    <>
      {works.length > 0 ? (
        <ul aria-label={t('posts')} className={ROWS}>
          {works.map((work, at) => (
            <Card key={work.id} work={work} isFirst={at < PROMPT_CARDS} />
          ))}
        </ul>
      ) : status === 'loading' ? (
        <div role="status" className={ROWS}>
          <span className="sr-only">{t('loading')}</span>
          {PLACEHOLDERS.map((ratio, at) => (
            <div key={at} style={{ ...inRow(ratio), aspectRatio: ratio }}>
              <Skeleton className="size-full rounded-media" />
            </div>
          ))}
        </div>
      ) : isWhole ? (
        empty
      ) : null}
      {status === 'failed' ? (
        <ErrorState title={t('failed')} actions={<Button onClick={more}>{t('retry')}</Button>} />
      ) : isWhole || (works.length === 0 && status === 'loading') ? null : (
        <LoadMore busy={status === 'loading'} label={t('more')} busyLabel={t('loading')} onMore={more} />
      )}
    </>
  );
}
