'use client';

import { useVisitor, type Visitor } from '@/lib/session/store';

/** Account state for the page frame: unknown, a visitor or no session, or a member. */
export type AccountState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'visitor' }
  | { readonly kind: 'user'; readonly user: Visitor & { readonly email: string } };

/** The session as the frame sees it. */
export function useAccount(): AccountState {
  const session = useVisitor();
  if (session.status === 'loading') return { kind: 'unknown' };
  if (session.status !== 'ready') return { kind: 'visitor' };
  const { email } = session.user;
  if (email === undefined) return { kind: 'visitor' };
  return { kind: 'user', user: { ...session.user, email } };
}

/** Whether the user is an administrator; the first-start link makes a visitor without an account one. */
export const useIsAdmin = (): boolean => useHasRole('admin');

/** Whether the user has access to the finance pages. */
export const useIsFinance = (): boolean => useHasRole('finance');

function useHasRole(role: 'admin' | 'finance'): boolean {
  const session = useVisitor();
  return session.status === 'ready' && session.user.roles.includes(role);
}
