import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { client, queryClient, trpc } from '@/lib/trpc/client';
import { putTask } from './task-cache';

/** Submits a result for publication. The calling form shows a refusal. */
export function useSubmitWork() {
  return useMutation(trpc.work.publish.mutationOptions({ onSuccess: putTask, meta: { skipErrorChain: true } }));
}

/** Withdraws a work. */
export function useWithdrawWork() {
  return useMutation(trpc.work.withdraw.mutationOptions({ onSuccess: putTask }));
}

/** Lists a published work in Explore, or takes it out. */
export function useListWork() {
  return useMutation(trpc.work.list.mutationOptions({ onSuccess: putTask }));
}

/** Changes what is asked for the recipe of a published work. */
export function useAskSurcharge() {
  return useMutation(trpc.work.ask.mutationOptions({ onSuccess: putTask }));
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

/** What a user puts on a work, or takes back. */
interface MarkChange {
  readonly kind: 'like' | 'bookmark';
  readonly isPut: boolean;
}

const MARK_CALLS = {
  like: { put: client.work.like, take: client.work.unlike },
  bookmark: { put: client.work.bookmark, take: client.work.unbookmark },
} as const;

/** Likes or bookmarks a work, or takes it back. The page shows it at once, and the server's answer afterwards. */
export function useChangeMark(id: string) {
  const key = trpc.work.marks.queryKey({ id });
  return useMutation({
    mutationFn: ({ kind, isPut }: MarkChange) => MARK_CALLS[kind][isPut ? 'put' : 'take'].mutate({ id }),
    onMutate: async ({ kind, isPut }) => {
      await queryClient.cancelQueries({ queryKey: key });
      queryClient.setQueryData(key, (known) => {
        if (known === undefined) return undefined;
        if (kind === 'bookmark') return { ...known, isSaved: isPut };
        const change = known.isLiked === isPut ? 0 : isPut ? 1 : -1;
        return { ...known, isLiked: isPut, likes: known.likes + change };
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

/** Follows an author, or ends it. @param id of the author */
export function useChangeFollow(id: string) {
  return useMutation({
    mutationFn: (isPut: boolean) => client.work[isPut ? 'follow' : 'unfollow'].mutate({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.work.author.queryKey({ id }) }),
  });
}
