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
  /** Accessible name of the comparison. Screen readers add the visible share of each. */
  readonly label: string;
  /** An image or a video that fills its box, at the inline start. */
  readonly before: ReactNode;
  readonly after: ReactNode;
  /** Labels of the two corners; "Before" and "After" by default. */
  readonly beforeLabel?: ReactNode;
  readonly afterLabel?: ReactNode;
  /** Initial share of "Before", percent; 50 by default. */
  readonly start?: number;
  /** CSS aspect ratio of the box, such as `4 / 5`. */
  readonly ratio?: string;
  /** Whether to show a checkerboard behind transparent parts. */
  readonly clear?: boolean;
  readonly className?: string;
}

/**
 * Compares two states of an image with a slider. "Before" is at the inline start, so it is on the right in
 * right-to-left languages. Arrows move the handle, Page Up and Down move it further, Home and End show only one
 * state.
 */
export function BeforeAfter(props: BeforeAfterProps) {
  const { label, before, after, beforeLabel, afterLabel, start = 50, ratio, clear = false, className } = props;
  const t = useTranslations('ui.compare');
  const rtl = Direction.useDirection() === 'rtl';
  const [fromLeft, setFromLeft] = useState(rtl ? 100 - start : start);
  // A new function would reset the slider.
  const onPositionChange = useCallback((position: number) => setFromLeft(Math.round(position)), []);
  const slider = useReactCompareSlider({
    defaultPosition: rtl ? 100 - start : start,
    keyboardIncrement: '4%',
    onPositionChange,
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = {
      Home: rtl ? 100 : 0,
      End: rtl ? 0 : 100,
      PageUp: slider.position.current + 20,
      PageDown: slider.position.current - 20,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    slider.setPosition(to);
  };
  const first = rtl ? after : before;
  const second = rtl ? before : after;
  const seen = rtl ? 100 - fromLeft : fromLeft;
  const words = [
    <Badge key="before" tone="media">
      {beforeLabel ?? t('before')}
    </Badge>,
    <Badge key="after" tone="media">
      {afterLabel ?? t('after')}
    </Badge>,
  ];
  return (
    // The library measures from the left edge, so this component mirrors the position itself.
    <div
      dir="ltr"
      role="group"
      aria-label={label}
      className={cx('relative isolate overflow-hidden rounded-media bg-surface-2', clear && 'checkers', className)}
      style={{ aspectRatio: ratio }}
    >
      <Provider {...slider}>
        <Root className="size-full [&_img]:size-full [&_video]:size-full" style={{ position: 'absolute', inset: 0 }}>
          <Item item="itemOne">{first}</Item>
          <Item item="itemTwo">{second}</Item>
          <HandleRoot
            className="group/handle"
            aria-label={t('handle', { label })}
            aria-valuetext={t('seen', { percent: seen })}
            onKeyDown={onKeyDown}
          >
            <span aria-hidden className="relative grid h-full w-0.5 place-items-center bg-ink-on-media shadow-mid">
              <span className="pointer-events-auto absolute grid size-[38px] cursor-ew-resize place-items-center rounded-full bg-ink-on-media text-accent-ink shadow-mid group-focus-visible/handle:outline-3 group-focus-visible/handle:outline-offset-2 group-focus-visible/handle:outline-focus">
                <Icon of={ChevronsLeftRight} size="s" />
              </span>
            </span>
          </HandleRoot>
        </Root>
      </Provider>
      <div aria-hidden className="pointer-events-none absolute inset-x-2.5 top-2.5 z-sticky flex justify-between gap-2">
        {rtl ? words.toReversed() : words}
      </div>
    </div>
  );
}
