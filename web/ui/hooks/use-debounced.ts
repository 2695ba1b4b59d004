import { useEffect, useState } from 'react';

/**
 * Debounces a value, for example for requests while the user types.
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
