'use client';

import { useCallback, useLayoutEffect, useMemo, useState, type FocusEvent, type RefObject } from 'react';
import { piecesOf, rowsOf, type Piece, type Shape } from './feed-rows';

/** What is known of a list's place, in CSS pixels. */
export interface FeedWindow {
  readonly shape: Shape;
  /** From the beginning of the list. */
  readonly near: { readonly from: number; readonly to: number };
}

/** The attribute of an item with its position. */
export const AT = 'data-at';

function shapeOf(list: HTMLElement): Shape {
  const style = getComputedStyle(list);
  const pixels = (name: string): number => Number.parseFloat(style.getPropertyValue(name));
  return { width: list.clientWidth, row: pixels('--row'), gap: pixels('column-gap'), max: pixels('--most') };
}

/** The part of a list in the window and one window above and below, in steps so that few scrolls render anew. */
function windowOf(list: HTMLElement): FeedWindow {
  const step = Math.max(200, Math.round(window.innerHeight / 2));
  const above = -list.getBoundingClientRect().top;
  const from = Math.floor(above / step) * step;
  return { shape: shapeOf(list), near: { from: from - 2 * step, to: from + 5 * step } };
}

const isSame = (a: FeedWindow | undefined, b: FeedWindow): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The pieces of a long list that are rendered: all of it until the list is measured.
 * @param ratios of the items: width divided by height
 * @param left where the list was when it was left, if it is shown again
 * @param isOpen more items may come: the last row is left out, because its items would move when they do
 */
export function useFeedWindow(
  list: RefObject<HTMLElement | null>,
  ratios: readonly number[],
  left: FeedWindow | undefined,
  isOpen: boolean,
): {
  readonly pieces: readonly Piece[];
  readonly view: FeedWindow | undefined;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: () => void;
} {
  const [view, setView] = useState(left);
  const [focused, setFocused] = useState<number>();
  const isShown = ratios.length > 0;
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || !isShown) return undefined;
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const now = windowOf(element);
      setView((before) => (isSame(before, now) ? before : now));
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(measure);
    };
    const observer = new ResizeObserver(soon);
    observer.observe(element);
    // Captured: whichever element scrolls.
    document.addEventListener('scroll', soon, { capture: true, passive: true });
    window.addEventListener('resize', soon);
    return () => {
      observer.disconnect();
      document.removeEventListener('scroll', soon, { capture: true });
      window.removeEventListener('resize', soon);
      cancelAnimationFrame(frame);
    };
  }, [list, isShown]);
  const rows = useMemo(() => {
    const all = view && rowsOf(ratios, view.shape);
    return isOpen && all !== undefined && all.length > 1 ? all.slice(0, -1) : all;
  }, [ratios, view, isOpen]);
  const pieces = useMemo(
    (): readonly Piece[] =>
      rows === undefined || view === undefined
        ? [{ kind: 'items', from: 0, to: ratios.length }]
        : piecesOf(rows, view.near, focused),
    [rows, view, focused, ratios.length],
  );
  const onFocus = useCallback(({ target }: FocusEvent) => {
    const at = target.closest(`[${AT}]`)?.getAttribute(AT) ?? undefined;
    setFocused(at === undefined ? undefined : Number(at));
  }, []);
  const onBlur = useCallback(() => setFocused(undefined), []);
  return { pieces, view, onFocus, onBlur };
}
