'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { defined } from '@src/kernel/defined.shared';
import { useVisitor } from '@/lib/session/store';
import { client, trpc } from '@/lib/trpc/client';
import { addressOf, filterOf, statementViewOf, type StatementView } from './filter';

const PAGE = 50;

/** The filters in the address, and a function that changes them. */
export function useStatementView(): readonly [StatementView, (change: Partial<StatementView>) => void] {
  const params = useSearchParams();
  const shows = useMemo(() => statementViewOf(params), [params]);
  const show = useCallback((change: Partial<StatementView>) => {
    // Read the address itself, because two changes may come before the next render.
    const next = addressOf({ ...statementViewOf(new URLSearchParams(window.location.search)), ...change });
    window.history.replaceState(
      null,
      '',
      `${window.location.pathname}${next === '' ? '' : `?${next}`}${window.location.hash}`,
    );
  }, []);
  return [shows, show];
}

/** A filtered statement, newest line first. Refetched when the balance changes. */
export function useStatement(shows: StatementView) {
  const ready = useVisitor().status === 'ready';
  const { appName, usageType } = shows;
  const input = { appName, usageType, ...filterOf(shows), limit: PAGE };
  const query = useInfiniteQuery({
    queryKey: trpc.credits.statement.infiniteQueryKey(input),
    queryFn: ({ pageParam, signal }) =>
      client.credits.statement.query({ ...input, ...defined({ cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    enabled: ready,
    meta: { skipErrorChain: true },
  });
  const lines = useMemo(() => query.data?.pages.flatMap((page) => page.lines) ?? [], [query.data]);
  return { ...query, lines, loading: query.data === undefined && query.status !== 'error' };
}

type Account = Pick<StatementView, 'appName' | 'usageType'>;
const HORIZON_MONTHS = 12;

/** An account's balance. Live updates refresh the one that the shell shows. */
export function useAccountBalance({ appName, usageType }: Account) {
  const ready = useVisitor().status === 'ready';
  const isShells = appName === 'kinora' && usageType === 'credits';
  return useQuery(
    trpc.credits.balance.queryOptions(isShells ? undefined : { appName, usageType }, {
      enabled: ready,
      staleTime: isShells ? 60_000 : 0,
      meta: { shownInPage: true },
    }),
  ).data;
}

/** The expiries of an account within a year. */
export function useExpiries({ appName, usageType }: Account) {
  const ready = useVisitor().status === 'ready';
  return useQuery(
    trpc.credits.expiries.queryOptions(
      { appName, usageType, months: HORIZON_MONTHS },
      { enabled: ready, meta: { shownInPage: true } },
    ),
  ).data;
}

/** The visitor's accounts. */
export function useAccounts() {
  const ready = useVisitor().status === 'ready';
  return (
    useQuery(
      trpc.credits.accounts.queryOptions(undefined, { enabled: ready, staleTime: 60_000, meta: { shownInPage: true } }),
    ).data ?? []
  );
}
