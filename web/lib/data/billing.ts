'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { BillingOverview } from '@src/billing/shop/shop.shared';
import { queryClient, trpc } from '@/lib/trpc/client';
import { refreshAllowance } from './allowance';
import { PLAN_INPUT } from './plan';
import { refetchIntervalFor, SETTLE_FOR_MS, type AwaitedChange } from './settle';

/** What was asked of the payment provider last, for one page and one person. */
let awaited: AwaitedChange<BillingOverview> | undefined;

/** Everything about plans and payments is asked for anew. */
export async function billingChanged(): Promise<void> {
  await Promise.all([...[trpc.billing, trpc.subLog, trpc.invoices].map((router) => queryClient.invalidateQueries(router.pathFilter())), refreshAllowance()]);
}

/** Asks for it anew, and again until what was asked of the payment provider is seen in it. */
export function refreshUntil(isThere: (overview: BillingOverview) => boolean): void {
  awaited = { isThere, until: Date.now() + SETTLE_FOR_MS };
  void billingChanged();
}

const nextLook = (shown: BillingOverview | undefined): number | false => refetchIntervalFor(awaited, shown, Date.now());

/** One's own plan with its next charge, for somebody with an account. */
export function useOverview() {
  return useQuery(trpc.billing.overview.queryOptions(PLAN_INPUT, {
    staleTime: 0,
    // One comes back to this from a page of the payment provider's, which may have been left open in another tab.
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => nextLook(state.data),
    meta: { shownInPage: true },
  }));
}

/** One's invoices, the newest first. */
export function useInvoices() {
  const query = useInfiniteQuery(trpc.invoices.list.infiniteQueryOptions(PLAN_INPUT, { getNextPageParam: (page) => page.nextCursor ?? undefined, meta: { shownInPage: true } }));
  return { ...query, invoices: query.data?.pages.flatMap((page) => page.items) ?? [] };
}

/** What can be bought. @param enabled whether it is needed yet */
export function useOffer(enabled = true) {
  return useQuery(trpc.billing.offer.queryOptions(PLAN_INPUT, { enabled, staleTime: 60_000, meta: { shownInPage: true } }));
}
