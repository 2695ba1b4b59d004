import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { queryClient, trpc } from '@/lib/trpc/client';

const SHOWN_IN_PAGE = { meta: { shownInPage: true } } as const;
const PAGE = 20;

/** The moderation policy that applies. */
export function usePolicy() {
  return useQuery(trpc.moderation.policy.queryOptions(undefined, SHOWN_IN_PAGE));
}

/** Changes of the policy, newest first. */
export function usePolicyHistory() {
  return useInfiniteQuery(
    trpc.moderation.history.infiniteQueryOptions(
      { limit: PAGE },
      {
        initialCursor: null,
        getNextPageParam: (page) => (page.length < PAGE ? null : (page.at(-1)?.number ?? null)),
        ...SHOWN_IN_PAGE,
      },
    ),
  );
}

/** Changes the policy. The calling form shows an error. */
export function useChangePolicy() {
  return useMutation(
    trpc.moderation.change.mutationOptions({
      meta: { skipErrorChain: true },
      // Also after a refusal: another administrator may have been faster.
      onSettled: async () => {
        await queryClient.invalidateQueries(trpc.moderation.policy.pathFilter());
        await queryClient.invalidateQueries(trpc.moderation.history.pathFilter());
      },
    }),
  );
}
