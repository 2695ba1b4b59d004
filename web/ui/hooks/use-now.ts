'use client';

import { useEffect, useState } from 'react';
import { onProductTimeChange, productNow } from '@/lib/product-time';

/** The product's time, refreshed at an interval while `needed`; milliseconds since the epoch. */
export const useNow = (everyMs: number, needed: boolean): number =>
  useTime(productNow, everyMs, needed, onProductTimeChange);

/** The system time, for sessions, links and temporary files, which do not use the product's clock. */
export const useTimeOfDay = (everyMs: number, needed: boolean): number => useTime(Date.now, everyMs, needed);

function useTime(read: () => number, everyMs: number, needed: boolean, onMoved?: typeof onProductTimeChange): number {
  const [now, setNow] = useState(read);
  useEffect(() => onMoved?.(() => setNow(read())), [read, onMoved]);
  useEffect(() => {
    if (!needed) return undefined;
    const timer = setInterval(() => setNow(read()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, needed, read]);
  return now;
}
