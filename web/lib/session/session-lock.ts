let last: Promise<unknown> = Promise.resolve();

/**
 * Runs work that may replace the browser's session, one after another over all tabs (Web Locks API where available). Two at
 * once would overwrite each other's CSRF cookie, and the later answer would decide whose session it is.
 */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  // Typed as always there; it is missing on a plain http address that is not this machine's own.
  const locks = navigator.locks as LockManager | undefined;
  if (locks !== undefined) return locks.request('kinora-sign-in', work);
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
}
