'use client';

import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { noticesOf } from '@/lib/data/notice-pages';
import { NOTICES_INPUT, markRead, refreshNotices } from '@/lib/data/notices';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';

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
  const { items, unread } = useMemo(() => (query.data === undefined ? { items: [], unread: 0 } : noticesOf(query.data)), [query.data]);
  return { ...query, items, unread, loading: query.data === undefined && query.status !== 'error' };
}

/** Marks notices as read, optimistically; refetches if the request fails. */
export function useReadNotices() {
  return useMutation(trpc.notices.read.mutationOptions({ onMutate: markRead, onError: refreshNotices, meta: { skipErrorChain: true } }));
}
