let last: Promise<unknown> = Promise.resolve();

/**
 * Runs work that may replace the browser's session, one at a time across all tabs (Web Locks API where available).
 * Two at once would overwrite each other's CSRF cookie, and the later answer would decide the session.
 */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  // Typed as always present, but missing on a plain http address other than localhost.
  const locks = navigator.locks as LockManager | undefined;
  if (locks !== undefined) return locks.request('kinora-sign-in', work);
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
}
