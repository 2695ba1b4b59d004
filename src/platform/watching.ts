/** A value to watch, and how to be notified of changes. */
export interface Watched<T> {
  /** Reads the current value. */
  readonly read: () => Promise<T>;
  /** Subscribes to possible changes. @returns unsubscribe */
  readonly subscribe: (notify: () => void) => () => void;
  /** Polling interval that catches missed notifications, milliseconds. */
  readonly everyMs: number;
}

/**
 * Yields the value immediately, then whenever it differs from the last one (compared as JSON), until the signal aborts.
 */
export async function* watching<T>(
  { read: look, subscribe, everyMs }: Watched<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  let isStale = true;
  let wake = (): void => {};
  const notify = (): void => {
    isStale = true;
    wake();
  };
  const unsubscribe = subscribe(notify);
  const timer = setInterval(notify, everyMs);
  signal.addEventListener('abort', notify);
  try {
    let sent = '';
    while (!signal.aborted) {
      isStale = false;
      const seen = await look();
      const text = JSON.stringify(seen);
      if (text !== sent) yield seen;
      sent = text;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (isStale || signal.aborted) resolve();
      });
    }
  } finally {
    clearInterval(timer);
    unsubscribe();
    signal.removeEventListener('abort', notify);
  }
}
