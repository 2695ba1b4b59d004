import { useSyncExternalStore } from 'react';

/** Whether there is a network, as far as the browser knows; true on the server. */
export const isOnline = (): boolean => globalThis.navigator?.onLine !== false;

/** Follows whether there is a network. @returns what stops it */
export function onNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether there is a network; true while the page is rendered on the server. */
export const useOnline = (): boolean => useSyncExternalStore(onNetwork, isOnline, () => true);

/** Comes once there is a network. */
export const whenOnline = (): Promise<void> =>
  new Promise((resolve) => {
    if (isOnline()) return resolve();
    const stop = onNetwork(() => {
      if (!isOnline()) return;
      stop();
      resolve();
    });
  });
