import type { HoldOwner, Work } from '../../credits/index.js';
import { payingAccount } from './ledger.js';
import { hasEnded, type TaskId } from './task.js';
import type { Task } from './task.state.js';
import type { TaskStore } from './task.store.js';

/** Tasks for the ledger's reconciliation. A hold's id is its task's id. An unreadable task counts as missing. */
export function taskHolds(tasks: Pick<TaskStore, 'all' | 'get'>): HoldOwner {
  return {
    async *works() {
      for await (const { document } of tasks.all()) yield workOf(document);
    },
    work: async (holdId) => {
      const found = await tasks.get(holdId as TaskId); // only a lookup: another id finds nothing
      return found && workOf(found.document);
    },
  };
}

/** What the ledger must hold for a task. */
function workOf(task: Task): Work {
  return {
    holdId: task.id,
    account: { ...payingAccount(task), appName: 'kinora' },
    amount: task.price.amount,
    isHeld: task.status !== 'reserving' && task.hold !== undefined,
    stands: standsOf(task),
  };
}

function standsOf(task: Task): Work['stands'] {
  if (!hasEnded(task)) return { state: task.status === 'reserving' ? 'coming' : 'under-way' };
  const { settlement } = task;
  return settlement.state === 'due'
    ? { state: 'ending', captures: settlement.captures }
    : { state: 'over', captured: settlement.captured };
}
