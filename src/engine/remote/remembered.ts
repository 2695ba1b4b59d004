import { RemoteFault } from './port.js';

/** Time limit of a shared request: callers that abort leave it running for the others. */
const WITHIN_MS = 10_000;

/** Caches an engine's self-description; refreshed when it is stale or the last request failed. */
export class Remembered<T> {
  private readonly known = new Map<string, { readonly since: number; readonly value: Promise<T> }>();

  /** @param forMs default lifetime of an answer */
  constructor(private readonly forMs: number) {}

  /** @param forMs maximum age for this call, milliseconds. @throws RemoteFault */
  get(key: string, ask: (signal: AbortSignal) => Promise<T>, forMs = this.forMs): Promise<T> {
    const before = this.known.get(key);
    if (before !== undefined && performance.now() - before.since < forMs) return before.value;
    const value = within(ask);
    this.known.set(key, { since: performance.now(), value });
    value.catch(() => {
      if (this.known.get(key)?.value === value) this.known.delete(key);
    });
    return value;
  }
}

async function within<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  try {
    return await ask(signal);
  } catch (error) {
    throw signal.aborted && !(error instanceof RemoteFault)
      ? new RemoteFault('time', 'the engine did not describe itself in time')
      : error;
  }
}
