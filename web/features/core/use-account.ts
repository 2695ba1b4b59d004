'use client';

import { useVisitor, type Visitor } from '@/lib/session/store';

/** What the frame has to know of the visitor: not known yet, nobody or a passing visitor, or somebody with an account. */
export type AccountState = { readonly kind: 'unknown' } | { readonly kind: 'visitor' } | { readonly kind: 'user'; readonly user: Visitor & { readonly email: string } };

/** The session as the frame sees it. */
export function useAccount(): AccountState {
  const session = useVisitor();
  if (session.status === 'loading') return { kind: 'unknown' };
  if (session.status !== 'ready') return { kind: 'visitor' };
  const { email } = session.user;
  if (email === undefined) return { kind: 'visitor' };
  return { kind: 'user', user: { ...session.user, email } };
}

/** Whether somebody runs the installation; a visitor who followed the first-start link does without an account. */
export const useIsAdmin = (): boolean => useHasRole('admin');

/** Whether somebody may look into the books. */
export const useIsFinance = (): boolean => useHasRole('finance');

function useHasRole(role: 'admin' | 'finance'): boolean {
  const session = useVisitor();
  return session.status === 'ready' && session.user.roles.includes(role);
}
