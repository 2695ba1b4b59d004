'use client';

import { useSearchParams } from 'next/navigation';
import { useSyncExternalStore } from 'react';
import { usePathname, useRouter } from '@/i18n/navigation';
import { onProductTimeChange, productNow } from '@/lib/product-time';
import { dayAt, readFilters, type Filters } from './filters';

/** The day it is now in the books. */
export const today = (): string => dayAt(productNow());

/** Writes parameters into the address without a step in the history; `undefined` takes one out. */
export function useAddress() {
  const router = useRouter();
  const path = usePathname();
  const now = useSearchParams();
  const change = (parameters: Readonly<Record<string, string | undefined>>): void => {
    const next = new URLSearchParams(now);
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    }
    router.replace(`${path}?${next}`, { scroll: false });
  };
  return { parameters: now, change };
}

/** The filters that the address says, and how to change them. */
export function useFilters(): { readonly filters: Filters; readonly change: (filters: Partial<Filters>) => void } {
  const { parameters, change } = useAddress();
  // How far the books are ahead is known with the first answer: what has to ask for nothing is drawn again by it.
  const day = useSyncExternalStore(onProductTimeChange, today, today);
  return { filters: readFilters(parameters, day), change };
}
