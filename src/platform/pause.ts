import type { Millis } from '../kernel/clock.js';

/** Waits so long, or until one of the signals says that there is nothing to wait for. Never throws, and leaves no listener behind. */
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
