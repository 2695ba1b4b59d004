import { readWorkId } from '../../publishing/work.shared.js';
import { publicationOf } from '../../publishing/work.stored.js';
import type { TaskId } from '../task.js';
import type { Task } from '../task.state.js';
import type { TaskStore } from '../task.store.js';

/** Works in a chain of origins; older ones are left out. */
const MAX_ORIGINS = 20;

/**
 * Ids of the works that a remix comes from, nearest first: the named one and its own origins. They are copied, so that
 * the chain outlives its works.
 * @param workId as named by the caller; not verified before
 * @returns none unless that work's recipe is published, for this procedure
 * @throws StoreUnavailable
 */
export async function originsOf(
  tasks: Pick<TaskStore, 'get'>,
  workId: string | undefined,
  procedure: Task['params']['procedure'],
): Promise<readonly string[]> {
  const place = workId === undefined ? undefined : readWorkId(workId);
  if (workId === undefined || place === undefined) return [];
  // An id from outside; it is only compared.
  const task = (await tasks.get(place.taskId as TaskId))?.document;
  if (task === undefined || task.hidden || task.params.procedure !== procedure) return [];
  const publication = publicationOf(task, place.index);
  return publication?.status === 'published' && publication.sharing === 'recipe'
    ? [workId, ...(task.origins ?? [])].slice(0, MAX_ORIGINS)
    : [];
}
