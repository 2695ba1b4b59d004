import type { Clock } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Versioned } from '../../platform/documents/port.js';
import type { Jobs } from '../../platform/jobs/port.js';
import { jobId } from './run/dispatcher.js';
import type { TaskSignals } from './signals.js';
import { cancel, hasEnded, hide, isGone, type TaskId } from './task.js';
import type { Task } from './task.state.js';
import type { TaskStore } from './task.store.js';

export interface LifecycleDeps {
  readonly tasks: TaskStore;
  readonly jobs: Jobs;
  readonly signals: TaskSignals;
  readonly clock: Clock;
}

/**
 * Gets an owner's task. Tasks of others, deleted tasks and unknown ids all give TASK_NOT_FOUND.
 * @param where `trash` finds those in the trash only, `anywhere` also those
 * @throws StoreUnavailable
 */
export async function ownTask(
  tasks: Pick<TaskStore, 'get'>,
  owner: UserId,
  id: TaskId,
  where: 'listed' | 'trash' | 'anywhere' = 'listed',
): Promise<Result<Versioned<Task>, ProductError>> {
  const found = await tasks.get(id);
  if (found === undefined || found.document.owner !== owner || !isIn(found.document, where))
    return err(productError('TASK_NOT_FOUND'));
  return ok(found);
}

function isIn(task: Task, where: 'listed' | 'trash' | 'anywhere'): boolean {
  if (where === 'anywhere') return !isGone(task);
  return where === 'trash' ? task.trashedAt !== undefined : !task.hidden;
}

/**
 * Cancels a task in any state; a task that has ended is unchanged. The policies on this write remove its images and
 * release its hold.
 * @throws StoreUnavailable
 */
export async function cancelTask(
  deps: LifecycleDeps,
  owner: UserId,
  id: TaskId,
): Promise<Result<Versioned<Task>, ProductError>> {
  const found = await ownTask(deps.tasks, owner, id);
  if (!found.ok || hasEnded(found.value.document)) return found;
  const canceled = await deps.tasks.change(id, (task) => cancel(task, deps.clock.now(), 'user'));
  if (!canceled.ok) return ownTask(deps.tasks, owner, id);
  const { document } = canceled.value;
  const attempt = hasEnded(document) ? document.attempt : 0;
  // The task's earlier state is uncertain here, so both the current attempt and the next one are removed.
  await Promise.all(
    [attempt, attempt + 1].filter((number) => number > 0).map((number) => deps.jobs.cancel(jobId(id, number))),
  );
  deps.signals.changed(document, 'document');
  return canceled;
}

/**
 * Deletes a task, also from the trash: cancels it if it runs, removes its images, and takes it out of every list. The
 * user's text is erased at once. The rest of the document stays until the ledger is settled and the request can no
 * longer be repeated.
 * @throws StoreUnavailable
 */
export async function deleteTask(
  deps: LifecycleDeps,
  owner: UserId,
  id: TaskId,
): Promise<Result<TaskId, ProductError>> {
  const isInTrash = (await ownTask(deps.tasks, owner, id, 'trash')).ok;
  const ended = isInTrash ? ok(undefined) : await cancelTask(deps, owner, id);
  if (!ended.ok) return ended;
  const hidden = await deps.tasks.change(id, (task) => hide(task, deps.clock.now()));
  if (hidden.ok) deps.signals.changed(hidden.value.document, 'document');
  return ok(id);
}
