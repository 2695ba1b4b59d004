'use client';

import { useQuery } from '@tanstack/react-query';
import type { SubLog } from '@src/billing/plans/plan.shared';
import { sessionState, useVisitor, type SessionState } from '@/lib/session/store';
import { queryClient, trpc } from '@/lib/trpc/client';

/** The app whose plans the pages are about. */
export const PLAN_INPUT = { appName: 'kinora' } as const;

const FRESH_MS = 60_000;

/** Somebody with an account, who alone can have a plan. */
const isMember = (visitor: SessionState): boolean => visitor.status === 'ready' && visitor.user.email !== undefined;

/** The subscription log of whoever is here; undefined for a visitor, who has none, and until it is known. */
export function usePlan(): SubLog | undefined {
  const isMembers = isMember(useVisitor());
  const { data } = useQuery(trpc.subLog.getSubLog.queryOptions(PLAN_INPUT, { enabled: isMembers, staleTime: FRESH_MS, meta: { shownInPage: true } }));
  return isMembers ? data : undefined;
}

/** The same, of the cache where it is fresh; undefined also when it could not be asked. */
export async function planNow(): Promise<SubLog | undefined> {
  if (!isMember(sessionState())) return undefined;
  return queryClient.fetchQuery({ ...trpc.subLog.getSubLog.queryOptions(PLAN_INPUT), staleTime: FRESH_MS, retry: false, meta: { skipErrorChain: true } }).catch(() => undefined);
}
