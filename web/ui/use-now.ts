'use client';

import { useEffect, useState } from 'react';

/** The time, looked at again every so often while it is needed; milliseconds since the epoch. */
export function useNow(everyMs: number, needed: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!needed) return undefined;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, needed]);
  return now;
}
