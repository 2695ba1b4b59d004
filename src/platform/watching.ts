/** What is watched, and what wakes whoever does. */
export interface Watched<T> {
  /** Reads it as it is now. */
  readonly look: () => Promise<T>;
  /** Hears that it may be another. @returns how to stop */
  readonly hear: (ring: () => void) => () => void;
  /** A change that nobody told of shows after so long; milliseconds. */
  readonly everyMs: number;
}

/** What is watched, at once and then whenever it is another than before (as JSON), until the signal. */
export async function* watching<T>({ look, hear, everyMs }: Watched<T>, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
  let isStale = true;
  let wake = (): void => {};
  const ring = (): void => {
    isStale = true;
    wake();
  };
  const stopHearing = hear(ring);
  const timer = setInterval(ring, everyMs);
  signal.addEventListener('abort', ring);
  try {
    let told = '';
    while (!signal.aborted) {
      isStale = false;
      const seen = await look();
      const text = JSON.stringify(seen);
      if (text !== told) yield seen;
      told = text;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (isStale || signal.aborted) resolve();
      });
    }
  } finally {
    clearInterval(timer);
    stopHearing();
    signal.removeEventListener('abort', ring);
  }
}
