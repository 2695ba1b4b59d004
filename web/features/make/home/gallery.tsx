import { ChevronRight, RefreshCw, Repeat2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { defined } from '@src/kernel/defined.shared';
import { Link } from '@/i18n/navigation';
import { contentMarks } from '@/lib/analytics/marks';
import { buttonStyle } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { ImageFrame } from '@/ui/media/media';
import { MediaCard } from '@/ui/media/media-card';
import { VideoPreview } from '@/ui/media/video-preview';
import { recipeHref } from './recipe-href';
import { inRow, ROWS } from './rows';
import { workId, type ShowcaseWork } from './showcase';
import { useCaption } from './use-caption';

function Tile({ work, badge }: { readonly work: ShowcaseWork; readonly badge?: ReactNode }) {
  const t = useTranslations('home');
  const { width, height, src, video, seconds, blur } = work;
  const caption = useCaption()(work);
  const ratio = width / height;
  const button = buttonStyle({ tone: 'glass', size: 'sm' });
  return (
    <li
      {...contentMarks({ id: workId(work), author: 'kinora', tags: [work.style] })}
      className="min-w-0"
      style={inRow(ratio)}
    >
      <MediaCard
        ratio={`${width} / ${height}`}
        media={
          video === undefined ? (
            <ImageFrame src={src} alt={caption} blur={blur} />
          ) : (
            <VideoPreview src={video} poster={src} alt={caption} />
          )
        }
        {...defined({ seconds })}
        badge={badge}
        caption={<bdi>{caption}</bdi>}
        actions={
          <>
            <Link href={recipeHref(work, true)} title={t('recreateHelp')} className={button}>
              <Icon of={RefreshCw} size="s" />
              {t('recreate')}
            </Link>
            <Link href={recipeHref(work, false)} title={t('remixHelp')} className={button}>
              <Icon of={Repeat2} size="s" />
              {t('remix')}
            </Link>
          </>
        }
      />
    </li>
  );
}

/**
 * Works with their prompts, and links that open their recipes. Rows have a target height and fill the width, so works
 * keep their order and are never cropped.
 */
export function Works({
  works,
  badge,
}: {
  readonly works: readonly ShowcaseWork[];
  /** Shown on each work. */
  readonly badge?: ReactNode;
}) {
  return (
    <ul className={ROWS}>
      {works.map((work) => (
        <Tile key={work.src} work={work} badge={badge} />
      ))}
    </ul>
  );
}

/** A gallery of the engine's works with their prompts. */
export function Gallery({ works }: { readonly works: readonly ShowcaseWork[] }) {
  const t = useTranslations('home');
  const names = useTranslations('common.areas');
  if (works.length === 0) return null;
  return (
    <section aria-labelledby="gallery-title" className="grid gap-4">
      <div className="flex items-end justify-between gap-3">
        <h2 id="gallery-title" className="text-2xl leading-title font-strong tracking-title">
          {t('gallery')}
        </h2>
        <Link href="/explore" className={buttonStyle({ tone: 'quiet', size: 'sm' })}>
          {names('exploreLong')}
          <Icon of={ChevronRight} size="s" className="flip" />
        </Link>
      </div>
      <Works works={works} />
    </section>
  );
}
