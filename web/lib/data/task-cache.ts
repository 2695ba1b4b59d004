import { hashKey } from '@tanstack/react-query';
import { defined } from '@src/kernel/defined.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { queryClient, trpc } from '@/lib/trpc/client';
import { hasEnded, newerTask, withoutTask, withTask, type TaskPages } from './task-pages';

/** Tasks asked for at a time. */
export const PAGE_SIZE = 24;
/** What is asked for all tasks, or those of a project. */
export const taskListInput = (projectId?: string) => ({ limit: PAGE_SIZE, ...defined({ projectId }) });

/** Where the cache keeps that list. */
export const taskListKey = (projectId?: string) => trpc.task.list.infiniteQueryKey(taskListInput(projectId));
const lists = () => queryClient.getQueriesData<TaskPages>({ queryKey: trpc.task.list.infiniteQueryKey() });

/** A list that a task is not in, or not any more; one that knows the task as it became later keeps it. */
function withoutMoved(pages: TaskPages, view: TaskView): TaskPages {
  const known = pages.pages.flatMap((page) => page.tasks).find((task) => task.id === view.id);
  return known === undefined || known.version > view.version ? pages : withoutTask(pages, view.id);
}

/** Puts a task's view wherever the cache shows that task; one that was deleted, here or elsewhere, goes. */
export function putTask(view: TaskView): void {
  if (view.deleted === true) return dropTask(view.id);
  queryClient.setQueryData<TaskView>(trpc.task.get.queryKey({ id: view.id }), (known) => newerTask(known, view));
  const homes = [taskListKey(), taskListKey(view.projectId)].map(hashKey);
  for (const [key, pages] of lists()) {
    if (pages !== undefined) queryClient.setQueryData<TaskPages>(key, homes.includes(hashKey(key)) ? withTask(pages, view) : withoutMoved(pages, view));
  }
}

/** Whether this browser knows of a task that goes on. */
export function tasksUnderWay(): boolean {
  const listed = queryClient.getQueryData<TaskPages>(taskListKey())?.pages.flatMap((page) => page.tasks) ?? [];
  const single = queryClient.getQueriesData<TaskView>(trpc.task.get.pathFilter()).flatMap(([, task]) => task ?? []);
  return [...listed, ...single].some((task) => !hasEnded(task));
}

/** Takes a deleted task out of the cache. */
export function dropTask(id: string): void {
  queryClient.removeQueries({ queryKey: trpc.task.get.queryKey({ id }) });
  for (const [key, pages] of lists()) if (pages !== undefined) queryClient.setQueryData<TaskPages>(key, withoutTask(pages, id));
}
