import { useEffect, type RefObject } from 'react';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import { createEmitter } from '@/lib/emitter';

/** Outcome of an upload to a form. `lost` means refused, failed or removed. */
export type UploadOutcome = 'begun' | 'arrived' | 'lost';

/** Number of running uploads per procedure. */
const underway = new Map<ProcedureName, number>();
const uploadOutcomes = createEmitter<[procedure: ProcedureName, outcome: UploadOutcome]>();

function change(procedure: ProcedureName, by: 1 | -1, outcome: UploadOutcome): void {
  underway.set(procedure, (underway.get(procedure) ?? 0) + by);
  uploadOutcomes.emit(procedure, outcome);
}

/** Subscribes to upload outcomes. @returns the unsubscribe function */
export const onUploadOutcome = uploadOutcomes.subscribe;

/** Counts a new upload. @returns a function that ends it and takes whether the file arrived */
export function trackUpload(procedure: ProcedureName): (hasArrived: boolean) => void {
  change(procedure, 1, 'begun');
  return (hasArrived) => change(procedure, -1, hasArrived ? 'arrived' : 'lost');
}

/**
 * Reports whether a file is being uploaded to a procedure's form.
 * @param arrivedRef set once the file has arrived, before `isArriving` turns false
 */
export function useTrackedUpload(procedure: ProcedureName, isArriving: boolean, arrivedRef: RefObject<boolean>): void {
  useEffect(() => {
    if (!isArriving) return;
    arrivedRef.current = false;
    const end = trackUpload(procedure);
    // Read the ref at cleanup: the outcome counts, not the initial value.
    return () => end(arrivedRef.current);
  }, [procedure, isArriving, arrivedRef]);
}

/** Whether a file is being uploaded to a procedure's form now. */
export const isArrivingAt = (procedure: ProcedureName): boolean => (underway.get(procedure) ?? 0) > 0;
