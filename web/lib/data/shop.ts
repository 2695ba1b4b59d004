'use client';

import { useQuery } from '@tanstack/react-query';
import { useVisitor } from '@/lib/session/store';
import { queryClient, trpc } from '@/lib/trpc/client';
import { PLAN_INPUT } from './plan';

/** The user's plan, and whether it is known. For a visitor it is known that there is none. */
export function useSubLog() {
  const session = useVisitor();
  const isMember = session.status === 'ready' && session.user.email !== undefined;
  const query = useQuery(
    trpc.subLog.getSubLog.queryOptions(PLAN_INPUT, {
      enabled: isMember,
      staleTime: 60_000,
      meta: { shownInPage: true },
    }),
  );
  return {
    log: isMember ? query.data : undefined,
    isMember,
    isKnown: session.status !== 'loading' && (!isMember || !query.isPending),
    isError: isMember && query.isError,
    refetch: query.refetch,
  };
}

/**
 * Refetches everything that a purchase or a change of plan changes, except quotes of a change, which their dialog
 * refetches.
 */
export async function refreshAfterPurchase(): Promise<void> {
  const changed = [
    trpc.subLog.pathKey(),
    trpc.billing.offer.pathKey(),
    trpc.billing.overview.pathKey(),
    trpc.invoices.pathKey(),
    trpc.credits.pathKey(),
  ];
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
