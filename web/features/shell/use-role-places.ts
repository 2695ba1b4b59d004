'use client';

import { ADMIN_PLACES, FINANCE, type Place } from '@/features/core/places';
import { useIsAdmin, useIsFinance } from '@/features/core/use-account';

/** What finance may open of that, too. */
const FOR_FINANCE = ADMIN_PLACES.filter(({ id }) => id === 'log');

/** Where this person's roles lead: the books, then what runs the installation. */
export function useRolePlaces(): readonly Place[] {
  const admin = useIsAdmin();
  const finance = useIsFinance();
  return [...(finance ? [FINANCE] : []), ...(admin ? ADMIN_PLACES : finance ? FOR_FINANCE : [])];
}
