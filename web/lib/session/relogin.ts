/** Asks the keeper for a new session; it decides how, see `session-keeper.tsx`. */
const EVENT = 'kinora:relogin';

export function requestRelogin(): void {
  window.dispatchEvent(new Event(EVENT));
}

/** @returns what stops it */
export function onReloginRequested(listener: () => void): () => void {
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}
