import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { queryClient, trpc } from '@/lib/trpc/client';
import { putTask } from './task-cache';

/** Submits a result to be published; what is refused is said where it was asked for. */
export function useSubmitWork() {
  return useMutation(trpc.work.publish.mutationOptions({ onSuccess: putTask, meta: { skipErrorChain: true } }));
}

/** Takes a work back. */
export function useWithdrawWork() {
  return useMutation(trpc.work.withdraw.mutationOptions({ onSuccess: putTask }));
}

/** Works that wait for a moderator, who has waited longest first. */
export function useReviews() {
  return useInfiniteQuery(trpc.work.reviews.infiniteQueryOptions({}, { initialCursor: null, getNextPageParam: (page) => page.next ?? null, meta: { shownInPage: true } }));
}

/** Decides on a work; the list of those that wait is asked for anew, whatever came of it: another may have been faster. */
export function useJudgeWork() {
  return useMutation(trpc.work.judge.mutationOptions({ onSettled: () => queryClient.invalidateQueries(trpc.work.reviews.pathFilter()) }));
}
