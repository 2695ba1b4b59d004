import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { queryClient, trpc } from '@/lib/trpc/client';

const SHOWN_IN_PAGE = { meta: { shownInPage: true } } as const;

/** Appeals against refused texts that wait for an administrator, longest wait first. */
export function useRefusalAppeals() {
  return useInfiniteQuery(
    trpc.refusal.queue.infiniteQueryOptions(
      {},
      { initialCursor: null, getNextPageParam: (page) => page.next ?? null, ...SHOWN_IN_PAGE },
    ),
  );
}

/** Answers an appeal. The list is always fetched again, because another administrator may have been faster. */
export function useAnswerRefusal() {
  return useMutation(
    trpc.refusal.answer.mutationOptions({
      onSettled: () => queryClient.invalidateQueries(trpc.refusal.queue.pathFilter()),
    }),
  );
}

/** The user's refused texts that are still kept, newest first. */
export function useOwnRefusals() {
  return useInfiniteQuery(
    trpc.refusal.own.infiniteQueryOptions(
      {},
      { initialCursor: null, getNextPageParam: (page) => page.next ?? null, ...SHOWN_IN_PAGE },
    ),
  );
}

/** Appeals against a refused text. The calling component shows an error. */
export function useAppealRefusal() {
  return useMutation(
    trpc.refusal.appeal.mutationOptions({
      meta: { skipErrorChain: true },
      onSettled: () => queryClient.invalidateQueries(trpc.refusal.own.pathFilter()),
    }),
  );
}
