import type { FeedPage } from '@src/creation/explore/explore.shared';
import type { FeedWindow } from './use-feed-window';

/** A feed as it was when its page was left. */
export interface LeftFeed extends FeedPage {
  readonly view: FeedWindow | undefined;
  /** Pixels that the page was scrolled. */
  readonly scrolled: number;
}

/** Feeds of this many pages are remembered, until the page is loaded anew. */
const MAX = 10;
const left = new Map<string, LeftFeed>();
let isReturn = false;

// Without the Navigation API (older browsers), a feed begins anew.
const hasEntries = typeof window !== 'undefined' && 'navigation' in window;
if (hasEntries)
  window.navigation.addEventListener('navigate', ({ navigationType }) => {
    isReturn = navigationType === 'traverse';
  });

/** The key of the page in the browser's history; undefined if the browser does not tell. */
export function pageKey(): string | undefined {
  const entry = hasEntries ? window.navigation.currentEntry : null;
  return entry === null ? undefined : `${entry.key} ${window.location.href}`;
}

/** The feed of a page to which the browser has just returned. */
export function feedOnReturn(): LeftFeed | undefined {
  const key = isReturn ? pageKey() : undefined;
  return key === undefined ? undefined : left.get(key);
}

export function leaveFeed(key: string, feed: LeftFeed): void {
  left.delete(key);
  left.set(key, feed);
  for (const oldest of left.keys()) if (left.size > MAX) left.delete(oldest);
}
