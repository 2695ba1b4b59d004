import { useEffect } from 'react';

type PageShowTarget = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/**
 * Calls back when Back or Forward restores the page from the back/forward cache, with the state it was left in.
 * @param page fires `pageshow`; the window
 * @returns unsubscribes
 */
export function onPageRestored(call: () => void, page: PageShowTarget): () => void {
  const shown = (event: Event): void => {
    if ('persisted' in event && event.persisted === true) call();
  };
  page.addEventListener('pageshow', shown);
  return () => page.removeEventListener('pageshow', shown);
}

/** As `onPageRestored`, while a component is mounted. @param call keep it stable: a new function resubscribes */
export function usePageRestored(call: () => void): void {
  useEffect(() => onPageRestored(call, window), [call]);
}
