import { whileSeen } from './while-seen';

const LOCK = 'kinora-live-leader';

/** Browser APIs that leader election uses. */
export interface LeaderEnvironment {
  /** Typed as always present, but missing on a plain http address other than localhost. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly page: Parameters<typeof whileSeen>[0];
}

/**
 * Leads while no other tab does. The browser's lock passes to the next tab when this one closes or crashes. All users
 * share one lock: during a sign-in, a tab that already knows of the new user and one that does not would otherwise
 * take all six connections that a browser has to a server, and the second could never learn of it. Without locks,
 * each tab leads while it is visible.
 * @param lead starts leading and returns a function that stops it
 * @returns a function that gives up the lead, or the wait for it
 */
export function leadWhenAlone(
  lead: () => () => void,
  { locks, page }: LeaderEnvironment = { locks: navigator.locks, page: document },
): () => void {
  if (locks === undefined) return whileSeen(page, lead);
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
  locks.request(LOCK, { signal: stop.signal }, held).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  });
  return () => stop.abort();
}
