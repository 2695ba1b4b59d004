const LOCK = 'kinora-live-leader';

/**
 * Leads while no other tab does: the browser's lock passes to the next tab when this one closes or dies.
 * @param lead starts leading and answers what ends it
 * @returns what gives up the lead, or the wait for it
 */
export function leadWhenAlone(user: string, lead: () => () => void): () => void {
  // Typed as always there; it is missing on a plain http address that is not this machine's own: each tab then leads itself.
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) return lead();
  const stop = new AbortController();
  const held = (): Promise<void> => {
    if (stop.signal.aborted) return Promise.resolve();
    const end = lead();
    return new Promise((resolve) =>
      stop.signal.addEventListener('abort', () => {
        end();
        resolve();
      }),
    );
  };
  locks.request(`${LOCK}.${user}`, { signal: stop.signal }, held).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  });
  return () => stop.abort();
}
