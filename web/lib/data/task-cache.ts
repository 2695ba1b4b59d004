import type { TaskView } from '@src/creation/task.shared';
import { queryClient, trpc } from '@/lib/trpc/client';
import { hasEnded, newer, withoutTask, withTask, type TaskPages } from './task-pages';

/** Tasks asked for at a time. */
export const PAGE_SIZE = 24;
export const TASK_LIST_INPUT = { limit: PAGE_SIZE } as const;

const listKey = () => trpc.task.list.infiniteQueryKey(TASK_LIST_INPUT);

/** Puts a task's view wherever the cache shows that task; one that was deleted, here or elsewhere, goes. */
export function putTask(view: TaskView): void {
  if (view.deleted === true) return dropTask(view.id);
  queryClient.setQueryData<TaskView>(trpc.task.get.queryKey({ id: view.id }), (known) => newer(known, view));
  queryClient.setQueryData<TaskPages>(listKey(), (pages) => (pages === undefined ? undefined : withTask(pages, view)));
}

/** Whether this browser knows of a task that goes on. */
export function tasksUnderWay(): boolean {
  const listed = queryClient.getQueryData<TaskPages>(listKey())?.pages.flatMap((page) => page.tasks) ?? [];
  const single = queryClient.getQueriesData<TaskView>(trpc.task.get.pathFilter()).flatMap(([, task]) => task ?? []);
  return [...listed, ...single].some((task) => !hasEnded(task));
}

/** Takes a deleted task out of the cache. */
export function dropTask(id: string): void {
  queryClient.removeQueries({ queryKey: trpc.task.get.queryKey({ id }) });
  queryClient.setQueryData<TaskPages>(listKey(), (pages) => (pages === undefined ? undefined : withoutTask(pages, id)));
}
