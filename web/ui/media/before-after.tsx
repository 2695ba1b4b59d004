'use client';

import { ChevronsLeftRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Direction } from 'radix-ui';
import { useCallback, useState, type KeyboardEvent, type ReactNode } from 'react';
import { HandleRoot, Item, Provider, Root } from 'react-compare-slider/components';
import { useReactCompareSlider } from 'react-compare-slider/hooks';
import { Badge } from '../content/badge';
import { cx } from '../cx';
import { Icon } from '../icon';

export interface BeforeAfterProps {
  /** What the comparison is of; read together with how much of each is seen. */
  readonly label: string;
  /** Stands at the inline start: an image or a video that fills its box. */
  readonly before: ReactNode;
  readonly after: ReactNode;
  /** Words of the two corners; "Before" and "After" by default. */
  readonly beforeLabel?: ReactNode;
  readonly afterLabel?: ReactNode;
  /** Percent of the inline start at first; 50 by default. */
  readonly start?: number;
  /** CSS aspect ratio of the box, such as `4 / 5`. */
  readonly ratio?: string;
  /** Behind an image with clear parts: shows the squares that stand for nothing. */
  readonly clear?: boolean;
  readonly className?: string;
}

/**
 * Two states of one image with a line to drag between them. "Before" stands at the inline start: in a language that reads
 * from the right it is on the right, and the clip follows. The handle is a slider for the keyboard and for screen readers:
 * arrows move it, Page Up and Down by more, Home and End show one of the two alone.
 */
export function BeforeAfter(props: BeforeAfterProps) {
  const { label, before, after, beforeLabel, afterLabel, start = 50, ratio, clear = false, className } = props;
  const t = useTranslations('ui.compare');
  const rtl = Direction.useDirection() === 'rtl';
  const [fromLeft, setFromLeft] = useState(rtl ? 100 - start : start);
  // A new function would move the line back to where it started.
  const onPositionChange = useCallback((position: number) => setFromLeft(Math.round(position)), []);
  const slider = useReactCompareSlider({ defaultPosition: rtl ? 100 - start : start, keyboardIncrement: '4%', onPositionChange });
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { Home: rtl ? 100 : 0, End: rtl ? 0 : 100, PageUp: slider.position.current + 20, PageDown: slider.position.current - 20 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    slider.setPosition(to);
  };
  const first = rtl ? after : before;
  const second = rtl ? before : after;
  const seen = rtl ? 100 - fromLeft : fromLeft;
  const words = [<Badge key="before" tone="media">{beforeLabel ?? t('before')}</Badge>, <Badge key="after" tone="media">{afterLabel ?? t('after')}</Badge>];
  return (
    // The library measures from the left edge: what follows the direction of reading is turned here, not by it.
    <div dir="ltr" role="group" aria-label={label} className={cx('relative isolate overflow-hidden rounded-media bg-surface-2', clear && 'checkers', className)} style={{ aspectRatio: ratio }}>
      <Provider {...slider}>
        <Root className="size-full [&_img]:size-full [&_video]:size-full" style={{ position: 'absolute', inset: 0 }}>
          <Item item="itemOne">{first}</Item>
          <Item item="itemTwo">{second}</Item>
          <HandleRoot className="group/handle" aria-label={t('handle', { label })} aria-valuetext={t('seen', { percent: seen })} onKeyDown={onKeyDown}>
            <span aria-hidden className="relative grid h-full w-0.5 place-items-center bg-ink-on-media shadow-mid">
              <span className="pointer-events-auto absolute grid size-[38px] cursor-ew-resize place-items-center rounded-full bg-ink-on-media text-accent-ink shadow-mid group-focus-visible/handle:outline-3 group-focus-visible/handle:outline-offset-2 group-focus-visible/handle:outline-focus">
                <Icon of={ChevronsLeftRight} size="s" />
              </span>
            </span>
          </HandleRoot>
        </Root>
      </Provider>
      <div aria-hidden className="pointer-events-none absolute inset-x-2.5 top-2.5 z-sticky flex justify-between gap-2">{rtl ? words.toReversed() : words}</div>
    </div>
  );
}
