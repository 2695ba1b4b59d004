import { useEffect, type RefObject } from 'react';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import { createEmitter } from '@/lib/emitter';

/** What became of a file on its way to a form: `lost` was refused, failed or was taken out. */
export type UploadOutcome = 'begun' | 'arrived' | 'lost';

/** Files on their way to a call's form, by how many. */
const underway = new Map<ProcedureName, number>();
const uploadOutcomes = createEmitter<[procedure: ProcedureName, outcome: UploadOutcome]>();

function change(procedure: ProcedureName, by: 1 | -1, outcome: UploadOutcome): void {
  underway.set(procedure, (underway.get(procedure) ?? 0) + by);
  uploadOutcomes.emit(procedure, outcome);
}

/** Follows what is on its way. @returns what stops it */
export const onUploadOutcome = uploadOutcomes.subscribe;

/** Begins to count a file on its way. @returns what ends it, told whether the file is there */
export function trackUpload(procedure: ProcedureName): (hasArrived: boolean) => void {
  change(procedure, 1, 'begun');
  return (hasArrived) => change(procedure, -1, hasArrived ? 'arrived' : 'lost');
}

/**
 * Says whether a file is on its way to a call's form.
 * @param arrivedRef set once the file is there, before `isArriving` ends
 */
export function useTrackedUpload(procedure: ProcedureName, isArriving: boolean, arrivedRef: RefObject<boolean>): void {
  useEffect(() => {
    if (!isArriving) return;
    arrivedRef.current = false;
    const end = trackUpload(procedure);
    // What is read is how it ended, not how it began.
    return () => end(arrivedRef.current);
  }, [procedure, isArriving, arrivedRef]);
}

/** Whether a file is on its way to a call's form, now. */
export const isArrivingAt = (procedure: ProcedureName): boolean => (underway.get(procedure) ?? 0) > 0;
