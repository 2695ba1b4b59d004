'use client';

import { useEffect, useState } from 'react';
import { onProductTimeChange, productNow } from '@/lib/product-time';

/** The product's time, looked at again every so often while it is needed; milliseconds since the epoch. */
export const useNow = (everyMs: number, needed: boolean): number => useTime(productNow, everyMs, needed, onProductTimeChange);

/** The time of day, for what goes by that: sessions, links, files that are kept for a while. */
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
