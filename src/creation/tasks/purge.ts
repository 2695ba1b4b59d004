import type { UserId } from '../../kernel/ids.js';
import { deleteTask, type LifecycleDeps } from './lifecycle.js';

/**
 * A user is gone permanently: what they made goes too, as if they had deleted each work. Idempotent. @throws StoreUnavailable
 */
export async function purgeOwner(deps: LifecycleDeps, owner: UserId): Promise<void> {
  for await (const { document } of deps.tasks.changedSince(owner, -1)) await deleteTask(deps, owner, document.id);
}
