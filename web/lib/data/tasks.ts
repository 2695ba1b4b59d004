'use client';

import { useMutation } from '@tanstack/react-query';
import { defined } from '@src/kernel/defined.shared';
import { shareTrashed } from '@/lib/live/channel';
import { trpc } from '@/lib/trpc/client';
import { useLibrary } from './library';
import { putTask, refreshShelf } from './task-cache';

/** The visitor's tasks, all or those of one project, newest first, by page. Live updates refresh them. */
export const useTasks = (projectId?: string) => useLibrary(defined({ projectId }));

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
