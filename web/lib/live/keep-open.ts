import { readFailure } from '@/lib/errors/failure';
import { requestRelogin } from '@/lib/session/relogin';

/** Delay before a subscription that ended is restarted, milliseconds. */
const AGAIN_MS = 3_000;
/**
 * Milliseconds after which a subscription that has not started is restarted. The link detects silence only after a
 * first message.
 */
const BEGUN_AFTER_MS = 40_000;

function onStreamError(error: unknown): void {
  const failure = readFailure(error);
  if (failure.kind === 'product' && failure.code === 'UNAUTHORIZED') requestRelogin();
}

/** Callbacks of a subscription's life cycle. */
export interface SubscriptionCallbacks {
  onStarted(): void;
  onError(error: unknown): void;
  onComplete(): void;
}

/**
 * Keeps a subscription open: the tRPC link reconnects, and a subscription that it gave up is restarted. @returns stops
 * it
 */
export function keepOpen(subscribe: (course: SubscriptionCallbacks) => { unsubscribe(): void }): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: { unsubscribe(): void } | undefined;
  const start = (): void => {
    let ended = false;
    const again = (): void => {
      if (stopped || ended) return;
      ended = true;
      clearTimeout(timer);
      timer = setTimeout(start, AGAIN_MS);
    };
    timer = setTimeout(() => {
      current?.unsubscribe();
      again();
    }, BEGUN_AFTER_MS);
    current = subscribe({
      onStarted: () => {
        if (!ended) clearTimeout(timer);
      },
      onError: (error) => {
        onStreamError(error);
        again();
      },
      onComplete: again,
    });
  };
  start();
  return () => {
    stopped = true;
    clearTimeout(timer);
    current?.unsubscribe();
  };
}
