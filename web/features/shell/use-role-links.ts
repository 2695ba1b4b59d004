'use client';

import { ADMIN_LINKS, FINANCE, type NavLink } from '@/features/core/nav-links';
import { useIsAdmin, useIsFinance } from '@/features/core/use-account';

/** What finance may open of that, too. */
const FOR_FINANCE = ADMIN_LINKS.filter(({ id }) => id === 'log');

/** Where this person's roles lead: the books, then what runs the installation. */
export function useRoleLinks(): readonly NavLink[] {
  const admin = useIsAdmin();
  const finance = useIsFinance();
  return [...(finance ? [FINANCE] : []), ...(admin ? ADMIN_LINKS : finance ? FOR_FINANCE : [])];
}
