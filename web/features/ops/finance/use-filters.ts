'use client';

import { useSearchParams } from 'next/navigation';
import { useSyncExternalStore } from 'react';
import { usePathname, useRouter } from '@/i18n/navigation';
import { onProductTimeChange, productNow } from '@/lib/product-time';
import { dayAt, readFilters, type Filters } from './filters';

/** Today by the product's clock. */
export const today = (): string => dayAt(productNow());

/** Replaces parameters in the address without a history entry. `undefined` removes one. */
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

/** The filters in the address, and a function that changes them. */
export function useFilters(): { readonly filters: Filters; readonly change: (filters: Partial<Filters>) => void } {
  const { parameters, change } = useAddress();
  // The offset of the product's clock arrives with the first answer. Components without a query rerender through this
  // subscription.
  const day = useSyncExternalStore(onProductTimeChange, today, today);
  return { filters: readFilters(parameters, day), change };
}
