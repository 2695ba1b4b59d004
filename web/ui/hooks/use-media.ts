'use client';

import { useSyncExternalStore } from 'react';

/** Whether a media query matches; false while the page is rendered on the server. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Whether the user prefers reduced motion. */
export const usePrefersReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
