'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { BillingOverview } from '@src/billing/shop/shop.shared';
import { queryClient, trpc } from '@/lib/trpc/client';
import { refreshAllowance } from './allowance';
import { PLAN_INPUT } from './plan';
import { refetchIntervalFor, SETTLE_FOR_MS, type AwaitedChange } from './settle';

/** The latest change requested from the payment provider, for this page and user. */
let awaited: AwaitedChange<BillingOverview> | undefined;

/** Refetches everything about plans and payments. */
export async function billingChanged(): Promise<void> {
  await Promise.all([
    ...[trpc.billing, trpc.subLog, trpc.invoices].map((router) => queryClient.invalidateQueries(router.pathFilter())),
    refreshAllowance(),
  ]);
}

/** Refetches billing data until it shows the change requested from the payment provider. */
export function refreshUntil(isThere: (overview: BillingOverview) => boolean): void {
  awaited = { isThere, until: Date.now() + SETTLE_FOR_MS };
  void billingChanged();
}

const nextLook = (shown: BillingOverview | undefined): number | false => refetchIntervalFor(awaited, shown, Date.now());

/** The user's plan with its next charge. Members only. */
export function useOverview() {
  return useQuery(
    trpc.billing.overview.queryOptions(PLAN_INPUT, {
      staleTime: 0,
      // The user returns from a page of the payment provider, which may have been open in another tab.
      refetchOnWindowFocus: true,
      refetchInterval: ({ state }) => nextLook(state.data),
      meta: { shownInPage: true },
    }),
  );
}

/** The user's invoices, newest first. */
export function useInvoices() {
  const query = useInfiniteQuery(
    trpc.invoices.list.infiniteQueryOptions(PLAN_INPUT, {
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      meta: { shownInPage: true },
    }),
  );
  return { ...query, invoices: query.data?.pages.flatMap((page) => page.items) ?? [] };
}

/** The products on sale. @param enabled whether they are needed yet */
export function useOffer(enabled = true) {
  return useQuery(
    trpc.billing.offer.queryOptions(PLAN_INPUT, { enabled, staleTime: 60_000, meta: { shownInPage: true } }),
  );
}
