import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { queryClient, trpc } from '@/lib/trpc/client';

const SHOWN_IN_PAGE = { meta: { shownInPage: true } } as const;

/** Cases that wait for an administrator, longest wait first. */
export function useCases() {
  return useInfiniteQuery(
    trpc.report.queue.infiniteQueryOptions(
      {},
      { initialCursor: null, getNextPageParam: (page) => page.next ?? null, ...SHOWN_IN_PAGE },
    ),
  );
}

/** Decides on a case. The list is always fetched again, because another administrator may have been faster. */
export function useDecideCase() {
  return useMutation(
    trpc.report.decide.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.report.queue.pathFilter()),
    }),
  );
}

/** Decisions on the user and their posts. */
export function useOwnDecisions() {
  return useQuery(trpc.report.own.queryOptions(undefined, SHOWN_IN_PAGE));
}

/** Appeals against a decision. The calling form shows a refusal. */
export function useAppeal() {
  return useMutation(
    trpc.report.appeal.mutationOptions({
      meta: { skipErrorChain: true },
      onSettled: () => queryClient.invalidateQueries(trpc.report.own.pathFilter()),
    }),
  );
}
