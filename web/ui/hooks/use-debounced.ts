import { useEffect, useState } from 'react';

/**
 * A value that follows another one once that has not changed for a while, e.g. for requests while typing.
 * @param value the changing value
 * @param ms quiet period, milliseconds
 */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
