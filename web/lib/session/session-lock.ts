let last: Promise<unknown> = Promise.resolve();

/**
 * Runs what gives this browser another session one after another, over all tabs where the browser can tell them apart: two at once
 * would have different tokens against forgery in one cookie, and the later answer would be whose session it is.
 */
export function withSessionLock<T>(work: () => Promise<T>): Promise<T> {
  // Typed as always there; it is missing on a plain http address that is not this machine's own.
  const locks = navigator.locks as LockManager | undefined;
  if (locks !== undefined) return locks.request('kinora-sign-in', work);
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
}
