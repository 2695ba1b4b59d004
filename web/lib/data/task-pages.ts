import type { InfiniteData } from '@tanstack/react-query';
import type { TaskView } from '@src/creation/tasks/task.shared';

export interface TaskPage {
  readonly tasks: readonly TaskView[];
  readonly next?: string | undefined;
  /** Of a search: nothing has its words, these have similar ones. */
  readonly isNear?: boolean | undefined;
}
export type TaskPages = InfiniteData<TaskPage, string | null>;

/** Whether a task is final. */
export const hasEnded = (task: TaskView): boolean =>
  task.status === 'succeeded' || task.status === 'failed' || task.status === 'canceled';

/**
 * The newer of two views of a task. For the same version the later view, because the queue position changes without a
 * new version.
 */
export function newerTask(known: TaskView | undefined, view: TaskView): TaskView {
  return known !== undefined && known.version > view.version ? known : view;
}

/** The pages of an answer, with the cached view of each task if it is newer. */
export function newerPages(known: TaskPages | undefined, answer: TaskPages): TaskPages {
  if (known === undefined) return answer;
  const tasks = new Map(known.pages.flatMap((page) => page.tasks).map((task) => [task.id, task]));
  return {
    ...answer,
    pages: answer.pages.map((page) => ({
      ...page,
      tasks: page.tasks.map((task) => newerTask(tasks.get(task.id), task)),
    })),
  };
}

/** The pages with a task's newer view. A task on no page comes first. */
export function withTask(pages: TaskPages, view: TaskView): TaskPages {
  const [first, ...rest] = pages.pages;
  if (first === undefined) return pages;
  const known = pages.pages.some((page) => page.tasks.some((task) => task.id === view.id));
  if (!known) {
    const at = first.tasks.findIndex((task) => task.createdAt < view.createdAt);
    // Older than all tasks on the first page, so it belongs to a page that is not loaded.
    if (at < 0 && first.next !== undefined) return pages;
    const place = at < 0 ? first.tasks.length : at;
    return {
      ...pages,
      pages: [{ ...first, tasks: [...first.tasks.slice(0, place), view, ...first.tasks.slice(place)] }, ...rest],
    };
  }
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      tasks: page.tasks.map((task) => (task.id === view.id ? newerTask(task, view) : task)),
    })),
  };
}

/** The pages without a task. */
export function withoutTask(pages: TaskPages, id: string): TaskPages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, tasks: page.tasks.filter((task) => task.id !== id) })),
  };
}
