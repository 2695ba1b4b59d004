import { queryClient } from '@/lib/trpc/client';
import type { Visitor } from './store';

let owner: Visitor | undefined;

/**
 * The query cache belongs to one user: it is cleared for another user, and refetched when a visitor becomes a member.
 */
export function resetCacheFor(user: Visitor): void {
  const before = owner;
  owner = user;
  if (before === undefined) return;
  if (before.id !== user.id) {
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.resetQueries();
  } else if (before.email !== user.email || before.roles.join() !== user.roles.join()) {
    void queryClient.invalidateQueries();
  }
}
