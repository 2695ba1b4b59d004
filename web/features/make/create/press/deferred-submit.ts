import { useEffect, useRef, useState } from 'react';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import { isArrivingAt, onUploadOutcome } from '@/features/make/uploads/upload-outcomes';
import { useOnline } from '@/lib/press/network';
import type { PressUnderway } from './press-note';

/**
 * `waiting`: pressed while a file was on its way. `dropped`: that file was refused, failed or was taken out, and
 * nothing was sent.
 */
type Deferral = 'none' | 'waiting' | 'dropped';

/**
 * A press on a form's button while a file is still on its way to it: the form is sent, at the price that the button
 * showed, once every file is there. Nothing is sent when one of them does not arrive.
 * @param formId of the form's element
 */
export function useDeferredSubmit(procedure: ProcedureName, formId: string) {
  const online = useOnline();
  const [deferral, setDeferral] = useState<Deferral>('none');
  const said = useRef<{ readonly price: number | undefined }>(undefined);
  useEffect(() => {
    if (deferral !== 'waiting') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      // After the form has rendered with the uploaded files.
      timer = setTimeout(() => {
        if (isArrivingAt(procedure)) return;
        setDeferral('none');
        const form = document.getElementById(formId);
        if (form instanceof HTMLFormElement) form.requestSubmit();
      });
    };
    look();
    const stop = onUploadOutcome((at, outcome) => {
      if (at !== procedure) return;
      if (outcome !== 'lost') return look();
      clearTimeout(timer);
      said.current = undefined;
      setDeferral('dropped');
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [deferral, procedure, formId]);
  const withdraw = (): void => {
    said.current = undefined;
    setDeferral('none');
  };
  const underway: PressUnderway | undefined =
    deferral === 'waiting' ? { note: online ? 'fileOnItsWay' : 'offline', mayWithdraw: true, withdraw } : undefined;
  return {
    underway,
    /** Whether the last press came to nothing because its file did not arrive. */
    isDropped: deferral === 'dropped',
    /**
     * Defers the press where a file is on its way. @param price whole credits that the button shows @returns whether it
     * is deferred
     */
    defer: (price: number | undefined): boolean => {
      if (!isArrivingAt(procedure)) {
        if (deferral === 'dropped') setDeferral('none');
        return false;
      }
      // The first press counts: the user agreed to the price it showed.
      said.current ??= { price };
      setDeferral('waiting');
      return true;
    },
    /** What the button showed when it was pressed. @param now what it shows now, for a press that was not deferred */
    takeSaid: (now: number | undefined): number | undefined => {
      const before = said.current;
      said.current = undefined;
      return before === undefined ? now : before.price;
    },
  };
}
