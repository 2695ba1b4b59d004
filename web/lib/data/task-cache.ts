import { hashKey } from '@tanstack/react-query';
import { defined } from '@src/kernel/defined.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { queryClient, trpc } from '@/lib/trpc/client';
import { hasEnded, newerTask, withoutTask, withTask, type TaskPages } from './task-pages';

/** Tasks per page. */
export const PAGE_SIZE = 24;
/** Input of the task list, for all tasks or one project. */
export const taskListInput = (projectId?: string) => ({ limit: PAGE_SIZE, ...defined({ projectId }) });

/** Query key of that list. */
export const taskListKey = (projectId?: string) => trpc.task.list.infiniteQueryKey(taskListInput(projectId));
const lists = () => queryClient.getQueriesData<TaskPages>({ queryKey: trpc.task.list.infiniteQueryKey() });

/** Removes a task that has moved to another project from a list. A list with a newer view of the task keeps it. */
function withoutMoved(pages: TaskPages, view: TaskView): TaskPages {
  const known = pages.pages.flatMap((page) => page.tasks).find((task) => task.id === view.id);
  return known === undefined || known.version > view.version ? pages : withoutTask(pages, view.id);
}

/** Updates a task in every cached list. A task that was deleted, in any tab, is removed. */
export function putTask(view: TaskView): void {
  if (view.deleted === true) return dropTask(view.id);
  queryClient.setQueryData<TaskView>(trpc.task.get.queryKey({ id: view.id }), (known) => newerTask(known, view));
  const homes = [taskListKey(), taskListKey(view.projectId)].map(hashKey);
  for (const [key, pages] of lists()) {
    if (pages !== undefined)
      queryClient.setQueryData<TaskPages>(
        key,
        homes.includes(hashKey(key)) ? withTask(pages, view) : withoutMoved(pages, view),
      );
  }
}

/** Whether the cache contains a running task. */
export function tasksUnderWay(): boolean {
  const listed = queryClient.getQueryData<TaskPages>(taskListKey())?.pages.flatMap((page) => page.tasks) ?? [];
  const single = queryClient.getQueriesData<TaskView>(trpc.task.get.pathFilter()).flatMap(([, task]) => task ?? []);
  return [...listed, ...single].some((task) => !hasEnded(task));
}

/** Removes a deleted task from the cache. */
export function dropTask(id: string): void {
  queryClient.removeQueries({ queryKey: trpc.task.get.queryKey({ id }) });
  for (const [key, pages] of lists())
    if (pages !== undefined) queryClient.setQueryData<TaskPages>(key, withoutTask(pages, id));
}
