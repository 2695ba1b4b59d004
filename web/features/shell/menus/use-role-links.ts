'use client';

import { ADMIN_LINKS, FINANCE, type NavLink } from '@/features/core/nav-links';
import { useIsAdmin, useIsFinance } from '@/features/core/use-account';

/** The administration pages that finance may open too. */
const FOR_FINANCE = ADMIN_LINKS.filter(({ id }) => id === 'log');

/** Links for the user's roles: finance, then administration. */
export function useRoleLinks(): readonly NavLink[] {
  const admin = useIsAdmin();
  const finance = useIsFinance();
  return [...(finance ? [FINANCE] : []), ...(admin ? ADMIN_LINKS : finance ? FOR_FINANCE : [])];
}
