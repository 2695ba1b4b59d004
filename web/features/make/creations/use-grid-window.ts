'use client';

import { useLayoutEffect, useState, type RefObject } from 'react';

/** The part of the grid near the window, in CSS pixels from its beginning. */
export interface GridWindow {
  readonly width: number;
  readonly from: number;
  readonly to: number;
}

/** One window above and below, in steps so that few scrolls render anew. */
function windowOf(grid: HTMLElement): GridWindow {
  const step = Math.max(200, Math.round(window.innerHeight / 2));
  const from = Math.floor(-grid.getBoundingClientRect().top / step) * step;
  return { width: grid.clientWidth, from: from - window.innerHeight, to: from + step + 2 * window.innerHeight };
}

/** Follows scrolling and resizing; undefined until the grid was measured. */
export function useGridWindow(grid: RefObject<HTMLElement | null>): GridWindow | undefined {
  const [near, setNear] = useState<GridWindow>();
  useLayoutEffect(() => {
    const element = grid.current;
    if (element === null) return undefined;
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const now = windowOf(element);
      setNear((known) => (known?.width === now.width && known.from === now.from && known.to === now.to ? known : now));
    };
    measure();
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(measure);
    };
    const observer = new ResizeObserver(soon);
    observer.observe(element);
    // Captured: whichever element scrolls.
    document.addEventListener('scroll', soon, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      document.removeEventListener('scroll', soon, { capture: true });
      cancelAnimationFrame(frame);
    };
  }, [grid]);
  return near;
}
