import { useEffect, useState } from 'react';
import type { ProcedureName } from '@src/creation/picture.shared';
import { isArrivingAt, onArrivals } from '@/features/make/uploads/arrivals';
import { useOnline } from '@/lib/press/network';
import type { PressUnderway } from './press-note';

/**
 * A press on a form's button while a file is still on its way to it: it is kept, and the form is sent once the file is there or could not be had.
 * @param formId of the form's element
 */
export function useHeldPress(procedure: ProcedureName, formId: string) {
  const online = useOnline();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!held) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      // Once the form has been drawn with what has arrived.
      timer = setTimeout(() => {
        if (isArrivingAt(procedure)) return;
        setHeld(false);
        const form = document.getElementById(formId);
        if (form instanceof HTMLFormElement) form.requestSubmit();
      });
    };
    look();
    const stop = onArrivals(look);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [held, procedure, formId]);
  const underway: PressUnderway | undefined = held ? { note: online ? 'starting' : 'offline', mayWithdraw: true, withdraw: () => setHeld(false) } : undefined;
  return {
    underway,
    /** Keeps the press where a file is on its way. @returns whether it is kept */
    hold: (): boolean => {
      const isKept = isArrivingAt(procedure);
      if (isKept) setHeld(true);
      return isKept;
    },
  };
}
