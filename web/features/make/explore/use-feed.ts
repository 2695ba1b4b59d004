'use client';

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FeedPage, WorkCard } from '@src/creation/explore/explore.shared';
import { defined } from '@src/kernel/defined.shared';
import { feedOnReturn, leaveFeed, pageKey, type LeftFeed } from './left-feeds';
import type { FeedWindow } from './use-feed-window';

/** Works loaded so far. */
export interface Feed {
  readonly works: readonly WorkCard[];
  /** Cursor of the next page. */
  readonly next: string | undefined;
  readonly status: 'idle' | 'loading' | 'failed';
  /** Whether nothing is left to load. */
  readonly isWhole: boolean;
  readonly more: () => void;
}

/** A work that moved up while pages were turned can come twice; it stays where it was first. */
export function joined(shown: readonly WorkCard[], more: readonly WorkCard[]): readonly WorkCard[] {
  const ids = new Set(shown.map(({ id }) => id));
  return [...shown, ...more.filter(({ id }) => !ids.has(id))];
}

/**
 * Loads a feed page by page. Not through the query cache, because the server renders the first page for everybody and
 * its cache is shared.
 * @param first the pages loaded before: the one that the server rendered, or all of a feed that is shown again; without
 *   it, the first page is loaded at once
 * @param load a stable function
 */
export function useFeed(first: FeedPage | undefined, load: (cursor: string | undefined) => Promise<FeedPage>): Feed {
  const [works, setWorks] = useState<readonly WorkCard[]>(first?.works ?? []);
  const [next, setNext] = useState<string | undefined>(first?.next);
  const [isWhole, setIsWhole] = useState(first !== undefined && first.next === undefined);
  const [status, setStatus] = useState<Feed['status']>(first === undefined ? 'loading' : 'idle');
  const get = useCallback(
    (cursor: string | undefined) =>
      load(cursor).then(
        (page) => {
          setWorks((shown) => joined(shown, page.works));
          setNext(page.next);
          setIsWhole(page.next === undefined);
          setStatus('idle');
        },
        () => setStatus('failed'),
      ),
    [load],
  );
  const isServed = first !== undefined;
  useEffect(() => {
    if (!isServed) void get(undefined);
  }, [isServed, get]);
  const more = useCallback(() => {
    setStatus('loading');
    void get(next);
  }, [get, next]);
  return { works, next, status, isWhole, more };
}

/** The feed of a page that the browser returns to, scrolled to where it was; undefined for any other page. */
export function useLeftFeed(): LeftFeed | undefined {
  const [returned] = useState(feedOnReturn);
  useLayoutEffect(() => {
    if (returned !== undefined) window.scrollTo({ top: returned.scrolled, behavior: 'instant' });
  }, [returned]);
  return returned;
}

/** Remembers the feed when its page is left. One whose first page is still missing is not remembered. */
export function useLeaving({ works, next }: Pick<Feed, 'works' | 'next'>, view: FeedWindow | undefined): void {
  const latest = useRef<Omit<LeftFeed, 'scrolled'>>(undefined);
  const key = useRef<string>(undefined);
  useEffect(() => {
    latest.current = works.length === 0 ? undefined : { works, view, ...defined({ next }) };
  }, [works, next, view]);
  useEffect(() => {
    key.current = pageKey();
  }, []);
  // A layout effect ends before the next page scrolls to its beginning.
  useLayoutEffect(
    () => () => {
      if (key.current !== undefined && latest.current !== undefined)
        leaveFeed(key.current, { ...latest.current, scrolled: window.scrollY });
    },
    [],
  );
}
