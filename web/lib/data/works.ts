import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { queryClient, trpc } from '@/lib/trpc/client';
import { putTask } from './task-cache';

/** Submits a result for publication. The calling form shows a refusal. */
export function useSubmitWork() {
  return useMutation(trpc.work.publish.mutationOptions({ onSuccess: putTask, meta: { skipErrorChain: true } }));
}

/** Withdraws a work. */
export function useWithdrawWork() {
  return useMutation(trpc.work.withdraw.mutationOptions({ onSuccess: putTask }));
}

/** Works that wait for moderation, oldest first. */
export function useReviews() {
  return useInfiniteQuery(
    trpc.work.reviews.infiniteQueryOptions(
      {},
      { initialCursor: null, getNextPageParam: (page) => page.next ?? null, meta: { shownInPage: true } },
    ),
  );
}

/** Decides on a work. The list is always refetched, because another moderator may have been faster. */
export function useJudgeWork() {
  return useMutation(
    trpc.work.judge.mutationOptions({ onSettled: () => queryClient.invalidateQueries(trpc.work.reviews.pathFilter()) }),
  );
}
