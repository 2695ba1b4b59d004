import type { HoldOwner, Work } from '../../credits/index.js';
import { hasEnded, type Task, type TaskId } from './task.js';
import type { TaskStore } from './task.store.js';

/** Tasks as the ledger's reconciliation sees them; a hold's id is its task's. A task that cannot be read is as if it were not there. */
export function taskHolds(tasks: Pick<TaskStore, 'all' | 'get'>): HoldOwner {
  return {
    async *works() {
      for await (const { document } of tasks.all()) yield workOf(document);
    },
    work: async (holdId) => {
      const found = await tasks.get(holdId as TaskId); // only looked up: what is no task's id finds none
      return found && workOf(found.document);
    },
  };
}

/** What a task says must be in the ledger for it. */
function workOf(task: Task): Work {
  return {
    holdId: task.id, account: { userId: task.payer, appName: 'kinora', usageType: 'credits' }, amount: task.price.amount,
    isHeld: task.status !== 'reserving' && task.hold !== undefined,
    stands: standsOf(task),
  };
}

function standsOf(task: Task): Work['stands'] {
  if (!hasEnded(task)) return { state: task.status === 'reserving' ? 'coming' : 'under-way' };
  const { settlement } = task;
  return settlement.state === 'due' ? { state: 'ending', captures: settlement.captures } : { state: 'over', captured: settlement.captured };
}
