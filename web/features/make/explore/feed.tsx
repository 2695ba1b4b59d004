'use client';

import { useTranslations } from 'next-intl';
import { memo, useMemo, useRef, type ReactNode } from 'react';
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
import { useFeed, useLeaving, useLeftFeed } from './use-feed';
import { AT, useFeedWindow } from './use-feed-window';

/** Sizes of the first placeholder cards, width divided by height. */
const PLACEHOLDERS = [1, 1.5, 0.75, 1.78, 1, 1.33] as const;
/** Cards above the fold, whose images load at once. */
const PROMPT_CARDS = 3;

const Card = memo(function Card({
  work,
  at,
  size,
}: {
  readonly work: WorkCard;
  /** Position in the feed, from 0. */
  readonly at: number;
  /** Works in the feed; -1 while more can be loaded. */
  readonly size: number;
}) {
  const t = useTranslations('explore.author');
  const { id, title, url, width, height, seconds, author, tags } = work;
  const ratio = width / height;
  return (
    <li
      {...(author.id === undefined ? {} : contentMarks({ id, author: author.id, tags }))}
      {...{ [AT]: at }}
      aria-posinset={at + 1}
      aria-setsize={size}
      className="min-w-0"
      style={{ ...inRow(ratio), aspectRatio: ratio }}
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
              priority={at < PROMPT_CARDS}
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
});

/** A feed of works, which loads the next page near its end. Only the works near the window are rendered. */
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
  const returned = useLeftFeed();
  const feed = useFeed(returned ?? first, load);
  const { works, status, isWhole, more } = feed;
  const list = useRef<HTMLUListElement>(null);
  const ratios = useMemo(() => works.map(({ width, height }) => width / height), [works]);
  const { pieces, view, onFocus, onBlur } = useFeedWindow(
    list,
    ratios,
    returned?.view,
    !isWhole && status !== 'failed',
  );
  useLeaving(feed, view);
  return (
    <>
      {works.length > 0 ? (
        <ul ref={list} aria-label={t('posts')} className={ROWS} onFocus={onFocus} onBlur={onBlur}>
          {pieces.flatMap((piece) =>
            piece.kind === 'space'
              ? [<li key={piece.key} aria-hidden className="basis-full" style={{ blockSize: piece.height }} />]
              : works
                  .slice(piece.from, piece.to)
                  .map((work, nth) => (
                    <Card key={work.id} work={work} at={piece.from + nth} size={isWhole ? works.length : -1} />
                  )),
          )}
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
