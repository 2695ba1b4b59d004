import { replaceEqualDeep, type QueryClient } from '@tanstack/react-query';
import type { BalanceView } from '@src/credits/credits.shared';
import type { TaskView } from '@src/creation/task.shared';
import { newerTask, newerPages, type TaskPages } from './task-pages';

/** Whichever balance is of the later revision; of the same one the later answer, for grants expire without one. */
const newerBalance = (known: BalanceView | undefined, answer: BalanceView): BalanceView => (known !== undefined && known.revision > answer.revision ? known : answer);

/** Names of what a query is kept under, as far as they are alike. */
interface Paths {
  readonly balance: readonly unknown[];
  readonly task: readonly unknown[];
  readonly tasks: readonly unknown[];
}

/**
 * Has the cache keep what is known when an answer says less. A question that was on its way when a live update came is answered after
 * it with what was so before, and nothing would put that right: the server tells a change once.
 */
export function keepNewest(cache: Pick<QueryClient, 'setQueryDefaults'>, { balance, task, tasks }: Paths): void {
  // The library does not say of what type it hands on; both are of the queries named here.
  cache.setQueryDefaults(balance, { structuralSharing: (known, answer) => replaceEqualDeep(known, newerBalance(known as BalanceView | undefined, answer as BalanceView)) });
  cache.setQueryDefaults(task, { structuralSharing: (known, answer) => replaceEqualDeep(known, newerTask(known as TaskView | undefined, answer as TaskView)) });
  cache.setQueryDefaults(tasks, { structuralSharing: (known, answer) => replaceEqualDeep(known, newerPages(known as TaskPages | undefined, answer as TaskPages)) });
}
