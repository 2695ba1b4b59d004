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

/** Fetches a part of the website once there is a network, and again where that went away meanwhile: a press that asks for it is kept. @throws what it could not be had for with a network */
export async function fetchOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  await whenOnline();
  try {
    return await load();
  } catch (error) {
    if (isOnline()) throw error;
    return fetchOnline(load);
  }
}
