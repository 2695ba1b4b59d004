import type { TaskView } from '@src/creation/tasks/task.shared';

export interface Day {
  /** Local midnight of the day, in milliseconds since the epoch. */
  readonly start: number;
  readonly tasks: readonly TaskView[];
}

/** Groups tasks by local day, in their order. */
export function byDay(tasks: readonly TaskView[]): readonly Day[] {
  const days = new Map<number, TaskView[]>();
  for (const task of tasks) {
    const start = new Date(task.createdAt).setHours(0, 0, 0, 0);
    const day = days.get(start);
    if (day === undefined) days.set(start, [task]);
    else day.push(task);
  }
  return [...days].map(([start, list]) => ({ start, tasks: list }));
}

/** The reader's time zone. Only the browser knows it, so output with it is rendered there only. */
export function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
