'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import { useAllowance } from './allowance';
import { pricedModels } from './priced-models';

/** Query options of the visitor's balance. */
export const balanceOptions = (enabled: boolean) =>
  trpc.credits.balance.queryOptions(undefined, { enabled, staleTime: 60_000, meta: { shownInPage: true } });

/** Query options of the catalogue. */
export const catalogueOptions = () =>
  trpc.catalog.models.queryOptions({}, { staleTime: 5 * 60_000, meta: { shownInPage: true } });

/** The visitor's credits; undefined until known. */
export function useBalance() {
  const ready = useVisitor().status === 'ready';
  return useQuery(balanceOptions(ready)).data;
}

/** All models in the catalogue's order, at list price. */
export function useCatalogue() {
  return useQuery(catalogueOptions());
}

/**
 * The models of a procedure, or all models, in the catalogue's order, at the current user's price. All procedures
 * share one query.
 */
export function useModels(procedure?: ProcedureName) {
  const query = useCatalogue();
  const all = query.data?.models;
  const allowance = useAllowance();
  const balance = useBalance();
  const models = useMemo(
    () => pricedModels(all ?? [], procedure, allowance, balance),
    [all, procedure, allowance, balance],
  );
  return { ...query, models };
}
