'use client';

import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { noticesOf } from '@/lib/data/notice-pages';
import { NOTICES_INPUT, markRead, refreshNotices } from '@/lib/data/notices';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import { useHydrated } from '@/lib/use-hydrated';

/** The visitor's notices, newest first. Live updates refresh them. */
export function useNotices() {
  const ready = useVisitor().status === 'ready';
  const query = useInfiniteQuery(
    trpc.notices.list.infiniteQueryOptions(NOTICES_INPUT, {
      enabled: ready,
      initialCursor: null,
      getNextPageParam: (page) => page.next ?? null,
      staleTime: 30_000,
      meta: { shownInPage: true },
    }),
  );
  const hydrated = useHydrated();
  const data = hydrated ? query.data : undefined;
  const { items, unread } = useMemo(() => (data === undefined ? { items: [], unread: 0 } : noticesOf(data)), [data]);
  return {
    items,
    unread,
    loading: data === undefined && !(hydrated && query.isError),
    isError: hydrated && query.isError,
    refetch: query.refetch,
    hasNextPage: hydrated && query.hasNextPage,
    fetchNextPage: query.fetchNextPage,
    isFetchingNextPage: query.isFetchingNextPage,
    isFetchNextPageError: query.isFetchNextPageError,
  };
}

/** Marks notices as read, optimistically; refetches if the request fails. */
export function useReadNotices() {
  return useMutation(
    trpc.notices.read.mutationOptions({ onMutate: markRead, onError: refreshNotices, meta: { skipErrorChain: true } }),
  );
}
