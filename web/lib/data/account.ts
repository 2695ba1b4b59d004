'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ProcedureName } from '@src/creation/picture.shared';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';

/** The visitor's credits; undefined until they are known. */
export function useBalance() {
  const ready = useVisitor().status === 'ready';
  return useQuery(trpc.credits.balance.queryOptions(undefined, { enabled: ready, staleTime: 60_000, meta: { shownInPage: true } })).data;
}

/** The models that serve a call, or all of them, in the catalogue's order. One question serves every call. */
export function useModels(procedure?: ProcedureName) {
  const query = useQuery(trpc.catalog.models.queryOptions({}, { staleTime: 5 * 60_000, meta: { shownInPage: true } }));
  const all = query.data?.models;
  const models = useMemo(() => (all ?? []).filter((model) => procedure === undefined || model.procedures.includes(procedure)), [all, procedure]);
  return { ...query, models };
}
