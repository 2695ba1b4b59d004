import { useEffect } from 'react';
import type { ProcedureName } from '@src/creation/picture.shared';

/** Files on their way to a call's form, by how many. */
const underway = new Map<ProcedureName, number>();
const listeners = new Set<() => void>();

function count(procedure: ProcedureName, by: 1 | -1): void {
  underway.set(procedure, (underway.get(procedure) ?? 0) + by);
  for (const listener of listeners) listener();
}

/** Follows what is on its way. @returns what stops it */
export function onArrivals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says whether a file is on its way to a call's form. */
export function useArrival(procedure: ProcedureName, isArriving: boolean): void {
  useEffect(() => {
    if (!isArriving) return;
    count(procedure, 1);
    return () => count(procedure, -1);
  }, [procedure, isArriving]);
}

/** Whether a file is on its way to a call's form, now. */
export const isArrivingAt = (procedure: ProcedureName): boolean => (underway.get(procedure) ?? 0) > 0;
