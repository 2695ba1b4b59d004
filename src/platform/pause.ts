import type { Millis } from '../kernel/clock.js';

/** Waits this long, or until one of the signals aborts. Never throws, and removes its listeners. */
export function pause(ms: Millis, ...signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.max(0, ms));
    for (const signal of signals) {
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    }
  });
}
