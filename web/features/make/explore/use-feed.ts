'use client';

import { useCallback, useEffect, useState } from 'react';
import type { FeedPage, WorkCard } from '@src/creation/explore/explore.shared';

/** Works loaded so far. */
export interface Feed {
  readonly works: readonly WorkCard[];
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
 * @param first the page that the server rendered; without it, the first page is loaded at once
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
  return { works, status, isWhole, more };
}
