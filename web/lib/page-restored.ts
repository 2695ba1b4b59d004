import { useEffect } from 'react';

type PageShowTarget = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/**
 * Calls whenever the browser's Back or Forward shows the page as it was left, with everything that was under way in it.
 * @param page tells of it; the window
 * @returns ends it
 */
export function onPageRestored(call: () => void, page: PageShowTarget): () => void {
  const shown = (event: Event): void => {
    if ('persisted' in event && event.persisted === true) call();
  };
  page.addEventListener('pageshow', shown);
  return () => page.removeEventListener('pageshow', shown);
}

/** The same as long as a component is there. @param call the same one at every render, or it is listened for anew */
export function usePageRestored(call: () => void): void {
  useEffect(() => onPageRestored(call, window), [call]);
}
