/** Requests a new session; `session-keeper.tsx` decides how. */
const EVENT = 'kinora:relogin';

export function requestRelogin(): void {
  window.dispatchEvent(new Event(EVENT));
}

/** @returns the unsubscribe function */
export function onReloginRequested(listener: () => void): () => void {
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}
