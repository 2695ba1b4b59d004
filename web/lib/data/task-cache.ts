import type { QueryKey } from '@tanstack/react-query';
import { z } from 'zod';
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

/** What a cached list holds, by its key: a project or all, a shelf, and whether only what meets conditions. */
interface Listed {
  readonly projectId: string | undefined;
  readonly shelf: string;
  readonly isWhole: boolean;
}

const listedInput = z.object({
  projectId: z.string().optional(),
  shelf: z.string().default('library'),
  order: z.string().default('newest'),
  filter: z.record(z.string(), z.unknown()).default({}),
});

function listedIn(key: QueryKey): Listed {
  const [, options] = key;
  const input: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'input') : undefined;
  const { projectId, shelf, order, filter } = listedInput.parse(input ?? {});
  return { projectId, shelf, isWhole: order === 'newest' && Object.keys(filter).length === 0 };
}

/** Removes a task that has moved elsewhere from a list. A list with a newer view of the task keeps it. */
function withoutMoved(pages: TaskPages, view: TaskView): TaskPages {
  const known = pages.pages.flatMap((page) => page.tasks).find((task) => task.id === view.id);
  return known === undefined || known.version > view.version ? pages : withoutTask(pages, view.id);
}

/** A list with a task's newer view: a whole list gains it, one with conditions keeps what it has. */
function withView(pages: TaskPages, view: TaskView, { projectId, shelf, isWhole }: Listed): TaskPages {
  const belongs = (projectId === undefined || projectId === view.projectId) && shelf === (view.shelf ?? 'library');
  if (!belongs) return withoutMoved(pages, view);
  const isKnown = pages.pages.some((page) => page.tasks.some((task) => task.id === view.id));
  return isWhole || isKnown ? withTask(pages, view) : pages;
}

/** Updates a task in every cached list. A task that was deleted, in any tab, is removed; the trash is a list too. */
export function putTask(view: TaskView): void {
  if (view.deleted === true && view.trashedAt === undefined) return dropTask(view.id);
  const own = trpc.task.get.queryKey({ id: view.id });
  if (view.deleted === true) queryClient.removeQueries({ queryKey: own });
  else queryClient.setQueryData<TaskView>(own, (known) => newerTask(known, view));
  for (const [key, pages] of lists())
    if (pages !== undefined) queryClient.setQueryData<TaskPages>(key, withView(pages, view, listedIn(key)));
}

/** Loads lists of a shelf again, because tasks have come to it. */
export const refreshShelf = (shelf: 'library' | 'archive' | 'trash'): Promise<void> =>
  queryClient.invalidateQueries({
    queryKey: trpc.task.list.infiniteQueryKey(),
    predicate: ({ queryKey }) => listedIn(queryKey).shelf === shelf,
  });

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
