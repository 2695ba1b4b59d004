import { useEffect, useState } from 'react';

/**
 * What was last written, once nothing more has been for a while: for what is asked of the server.
 * @param value what is being written
 * @param ms how long nothing more must come
 */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
