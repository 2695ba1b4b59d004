import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../content/badge';
import { clockOf } from '../content/clock';
import { cx } from '../cx';
import { Icon } from '../icon';
import { Media, MediaOverlay } from './media';
import { Bar } from '../content/progress';

export interface MediaCardProps {
  /** The image or the preview of a video: `Picture` or `VideoPreview`. */
  readonly media: ReactNode;
  /** CSS aspect ratio, known before loading, to avoid a layout shift. */
  readonly ratio: string;
  /**
   * Renders the link or button that opens the card. The given class stretches it over the card; actions stay above
   * it.
   */
  readonly open?: (className: string) => ReactNode;
  /** Badge at the upper inline start, such as "In review". */
  readonly badge?: ReactNode;
  /** Length of a video in seconds, shown as 0:05. */
  readonly seconds?: number;
  /** The prompt on the overlay, in one or two lines. */
  readonly caption?: ReactNode;
  readonly by?: ReactNode;
  readonly actions?: ReactNode;
  /** Progress while it is being made: percent and text. */
  readonly progress?: { readonly percent: number; readonly words: string };
  readonly chosen?: boolean;
  readonly className?: string;
}

/**
 * A card of an image or a video. Text and actions appear on hover or focus; on touch devices they are always visible.
 */
export function MediaCard({
  media,
  ratio,
  open,
  badge,
  seconds,
  caption,
  by,
  actions,
  progress,
  chosen = false,
  className,
}: MediaCardProps) {
  const hasVeil = caption !== undefined || by !== undefined || actions !== undefined;
  return (
    <div
      className={cx(
        'group relative rounded-media has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        chosen && 'outline-2 outline-offset-3 outline-ink-1',
        className,
      )}
    >
      <Media ratio={ratio} className="rounded-media">
        {media}
        {open?.('absolute inset-0 z-[1] rounded-media outline-none')}
        <div className="pointer-events-none absolute start-2.5 top-2.5 z-sticky flex flex-wrap gap-1.5">
          {seconds === undefined ? null : (
            <Badge tone="media">
              <Icon of={Play} size="s" />
              <bdi dir="ltr">{clockOf(seconds)}</bdi>
            </Badge>
          )}
          {badge}
        </div>
        {progress === undefined ? null : (
          <span className="absolute inset-x-0 bottom-0 z-sticky grid gap-2 bg-veil px-3 pt-12 pb-3 text-sm font-medium text-ink-on-media">
            <span className="num">{progress.words}</span>
            <Bar percent={progress.percent} label={progress.words} onMedia />
          </span>
        )}
        {hasVeil && progress === undefined ? (
          <MediaOverlay className="pointer-events-none">
            {caption === undefined ? null : <p className="line-clamp-2 text-sm font-medium">{caption}</p>}
            {by === undefined && actions === undefined ? null : (
              <div className="flex items-center justify-between gap-2 text-xs">
                {by === undefined ? null : <span className="min-w-0 truncate">{by}</span>}
                <span
                  className={cx(
                    'pointer-events-auto flex gap-1.5',
                    by === undefined ? 'ms-auto flex-wrap justify-end' : 'shrink-0',
                  )}
                >
                  {actions}
                </span>
              </div>
            )}
          </MediaOverlay>
        ) : null}
      </Media>
    </div>
  );
}
