'use client';

import { useQuery } from '@tanstack/react-query';
import type { SubLog } from '@src/billing/plans/plan.shared';
import { sessionState, useVisitor, type SessionState } from '@/lib/session/store';
import { queryClient, trpc } from '@/lib/trpc/client';

/** The app of the plans. */
export const PLAN_INPUT = { appName: 'kinora' } as const;

const FRESH_MS = 60_000;

/** A user with an account. Plans require one. */
const isMember = (visitor: SessionState): boolean => visitor.status === 'ready' && visitor.user.email !== undefined;

/** The user's subscription log; undefined for a visitor, who has none, and until known. */
export function usePlan(): SubLog | undefined {
  const isMembers = isMember(useVisitor());
  const { data } = useQuery(
    trpc.subLog.getSubLog.queryOptions(PLAN_INPUT, {
      enabled: isMembers,
      staleTime: FRESH_MS,
      meta: { shownInPage: true },
    }),
  );
  return isMembers ? data : undefined;
}

/** The same from a fresh cache or the server; undefined also if the request failed. */
export async function planNow(): Promise<SubLog | undefined> {
  if (!isMember(sessionState())) return undefined;
  return queryClient
    .fetchQuery({
      ...trpc.subLog.getSubLog.queryOptions(PLAN_INPUT),
      staleTime: FRESH_MS,
      retry: false,
      meta: { skipErrorChain: true },
    })
    .catch(() => undefined);
}
