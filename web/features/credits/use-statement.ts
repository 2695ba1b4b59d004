'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useVisitor } from '@/lib/session/store';
import { client, trpc } from '@/lib/trpc/client';

const PAGE = 50;

/** The visitor's statement, newest line first; asked for again whenever the balance has moved. */
export function useStatement() {
  const ready = useVisitor().status === 'ready';
  const query = useInfiniteQuery({
    queryKey: trpc.credits.statement.infiniteQueryKey(),
    queryFn: ({ pageParam, signal }) => client.credits.statement.query({ limit: PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    enabled: ready,
    meta: { skipErrorChain: true },
  });
  const lines = useMemo(() => query.data?.pages.flatMap((page) => page.lines) ?? [], [query.data]);
  return { ...query, lines, loading: query.data === undefined && query.status !== 'error' };
}
