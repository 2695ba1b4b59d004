'use client';

import { useQuery } from '@tanstack/react-query';
import type { AllowanceView } from '@src/creation/tasks/submit/allowed.shared';
import { useVisitor } from '@/lib/session/store';
import { queryClient, trpc } from '@/lib/trpc/client';

/** How it is asked for. */
export const allowanceOptions = (enabled: boolean) => trpc.task.allowance.queryOptions(undefined, { enabled, staleTime: 60_000, meta: { shownInPage: true } });

/** What whoever is here may make, by plan and roles, and what is left of today; undefined until it is known. */
export function useAllowance(): AllowanceView | undefined {
  const ready = useVisitor().status === 'ready';
  return useQuery(allowanceOptions(ready)).data;
}

/** Asks for it anew: a plan has changed, or some of today has been used. */
export const refreshAllowance = (): Promise<void> => queryClient.invalidateQueries(trpc.task.allowance.pathFilter());
