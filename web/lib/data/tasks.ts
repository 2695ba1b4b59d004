'use client';

import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { shareTrashed } from '@/lib/live/channel';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import { putTask, refreshShelf, taskListInput } from './task-cache';

/** The visitor's tasks, all or those of one project, newest first, by page. Live updates refresh them. */
export function useTasks(projectId?: string) {
  const ready = useVisitor().status === 'ready';
  const query = useInfiniteQuery(
    trpc.task.list.infiniteQueryOptions(taskListInput(projectId), {
      enabled: ready,
      initialCursor: null,
      getNextPageParam: (page) => page.next ?? null,
      staleTime: 30_000,
      meta: { shownInPage: true },
    }),
  );
  const tasks = useMemo(() => query.data?.pages.flatMap((page) => page.tasks) ?? [], [query.data]);
  return { ...query, tasks, loading: query.data === undefined && query.status !== 'error' };
}

/** Cancels a task, which releases its hold. */
export function useCancelTask() {
  return useMutation(trpc.task.cancel.mutationOptions({ onSuccess: putTask }));
}

/** Moves a task to the trash, in all tabs. */
export function useTrashTask() {
  return useMutation(
    trpc.task.change.mutationOptions({
      onSuccess: ({ tasks }) => {
        for (const task of tasks) {
          putTask(task);
          shareTrashed(task);
        }
        void refreshShelf('trash');
      },
    }),
  );
}
