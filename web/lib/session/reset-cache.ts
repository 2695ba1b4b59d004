import { queryClient } from '@/lib/trpc/client';
import type { Visitor } from './store';

let owner: Visitor | undefined;

/** Answers in the cache are one user's: with another they are forgotten and asked for anew; with the same one as a member they may differ. */
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
