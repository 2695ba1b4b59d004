'use client';

import { useQuery } from '@tanstack/react-query';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';

/** The visitor's credits; undefined until they are known. */
export function useBalance() {
  const ready = useVisitor().status === 'ready';
  return useQuery(trpc.credits.balance.queryOptions(undefined, { enabled: ready, staleTime: 60_000, meta: { shownInPage: true } })).data;
}

/** Models that make pictures from words, in the catalogue's order. */
export function useImageModels() {
  const query = useQuery(trpc.catalog.models.queryOptions({ procedure: 'text2Image.create' }, { staleTime: 5 * 60_000, meta: { shownInPage: true } }));
  return { ...query, models: query.data?.models ?? [] };
}
