import { whileSeen } from './while-seen';

const LOCK = 'kinora-live-leader';

/** Browser APIs that leader election uses. */
export interface LeaderEnvironment {
  /** Typed as always present, but missing on a plain http address other than localhost. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly page: Parameters<typeof whileSeen>[0];
}

/**
 * Leads while no other tab does: the browser's lock passes to the next tab when this one closes or dies. One lock for whoever is here: while
 * somebody signs in, a tab that has not heard of it yet and one that has would else take up all six connections that a browser has to a server, and
 * the first could never hear of it. Where tabs cannot be told apart, each leads while it is seen.
 * @param lead starts leading and answers what ends it
 * @returns what gives up the lead, or the wait for it
 */
export function leadWhenAlone(lead: () => () => void, { locks, page }: LeaderEnvironment = { locks: navigator.locks, page: document }): () => void {
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
