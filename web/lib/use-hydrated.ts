'use client';

import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/**
 * Whether the calling component has hydrated; true at once where it is drawn in the browser alone. All of a page's
 * React roots share one query cache, so a query may have data before a prerendered component hydrates, whose first
 * result must be the server's.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
