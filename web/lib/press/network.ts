import { useSyncExternalStore } from 'react';

/** Whether the browser is online, as far as it knows; true on the server. */
export const isOnline = (): boolean => globalThis.navigator?.onLine !== false;

/** Calls back when the browser goes online or offline. @returns unsubscribes */
export function onNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the browser is online; true while the page is rendered on the server. */
export const useOnline = (): boolean => useSyncExternalStore(onNetwork, isOnline, () => true);

/** Resolves once the browser is online. */
export const whenOnline = (): Promise<void> =>
  new Promise((resolve) => {
    if (isOnline()) return resolve();
    const stop = onNetwork(() => {
      if (!isOnline()) return;
      stop();
      resolve();
    });
  });

/**
 * Loads a lazy part of the website once the browser is online, and retries if it went offline meanwhile.
 * @throws the error of `load` if it failed while online
 */
export async function fetchOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  await whenOnline();
  try {
    return await load();
  } catch (error) {
    if (isOnline()) throw error;
    return fetchOnline(load);
  }
}
