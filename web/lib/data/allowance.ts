'use client';

import { useQuery } from '@tanstack/react-query';
import type { AllowanceView } from '@src/creation/tasks/submit/allowed.shared';
import { useVisitor } from '@/lib/session/store';
import { queryClient, trpc } from '@/lib/trpc/client';

/** Query options of the allowance. */
export const allowanceOptions = (enabled: boolean) =>
  trpc.task.allowance.queryOptions(undefined, { enabled, staleTime: 60_000, meta: { shownInPage: true } });

/** The user's limits by plan and roles, and what is left of today; undefined until known. */
export function useAllowance(): AllowanceView | undefined {
  const ready = useVisitor().status === 'ready';
  return useQuery(allowanceOptions(ready)).data;
}

/** Refetches the allowance, after a change of plan or a creation. */
export const refreshAllowance = (): Promise<void> => queryClient.invalidateQueries(trpc.task.allowance.pathFilter());
