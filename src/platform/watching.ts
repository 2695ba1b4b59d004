/** What is watched, and what wakes whoever does. */
export interface Watched<T> {
  /** Reads it as it is now. */
  readonly read: () => Promise<T>;
  /** Hears that it may be another. @returns how to stop */
  readonly subscribe: (notify: () => void) => () => void;
  /** A change that no one told of shows after so long; milliseconds. */
  readonly everyMs: number;
}

/** What is watched, at once and then whenever it is another than before (as JSON), until the signal. */
export async function* watching<T>({ read: look, subscribe: hear, everyMs }: Watched<T>, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
  let isStale = true;
  let wake = (): void => {};
  const notify = (): void => {
    isStale = true;
    wake();
  };
  const unsubscribe = hear(notify);
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
