import type { UserId } from '../../kernel/ids.js';
import { deleteTask, type LifecycleDeps } from './lifecycle.js';

/**
 * Deletes all tasks of a user who was permanently deleted, also those in the trash, as the user could have. Idempotent.
 * @throws StoreUnavailable
 */
export async function purgeOwner(deps: LifecycleDeps, owner: UserId): Promise<void> {
  for await (const { document } of deps.tasks.changedSince(owner, -1)) await deleteTask(deps, owner, document.id);
  for await (const { document } of deps.tasks.changedSince(owner, -1, true)) await deleteTask(deps, owner, document.id);
}
