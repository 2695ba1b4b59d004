import { replaceEqualDeep, type QueryClient } from '@tanstack/react-query';
import type { BalanceView } from '@src/credits/credits.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { newerTask, newerPages, type TaskPages } from './task-pages';

/**
 * The balance of the later revision. For the same revision the later answer, since grants expire without a new
 * revision.
 */
const newerBalance = (known: BalanceView | undefined, answer: BalanceView): BalanceView =>
  known !== undefined && known.revision > answer.revision ? known : answer;

/** Prefixes of query keys. */
interface Paths {
  readonly balance: readonly unknown[];
  readonly task: readonly unknown[];
  readonly tasks: readonly unknown[];
}

/**
 * Makes the query cache keep newer data when an older answer arrives. A request that was in flight during a live update
 * may be answered with the state before it, and the server sends each change only once.
 */
export function keepNewest(cache: Pick<QueryClient, 'setQueryDefaults'>, { balance, task, tasks }: Paths): void {
  // The library does not type these values. Both belong to the queries named here.
  cache.setQueryDefaults(balance, {
    structuralSharing: (known, answer) =>
      replaceEqualDeep(known, newerBalance(known as BalanceView | undefined, answer as BalanceView)),
  });
  cache.setQueryDefaults(task, {
    structuralSharing: (known, answer) =>
      replaceEqualDeep(known, newerTask(known as TaskView | undefined, answer as TaskView)),
  });
  cache.setQueryDefaults(tasks, {
    structuralSharing: (known, answer) =>
      replaceEqualDeep(known, newerPages(known as TaskPages | undefined, answer as TaskPages)),
  });
}
