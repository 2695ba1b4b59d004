import { RemoteFault } from './port.js';

/** How long an answer is waited for. It is requested in no one's name: who gives up leaves others waiting for it. */
const WITHIN_MS = 10_000;

/** What an engine has said of itself, kept for a while: requested again when it is old, or when asking failed. */
export class Remembered<T> {
  private readonly known = new Map<string, { readonly since: number; readonly value: Promise<T> }>();

  /** @param forMs how long an answer is good */
  constructor(private readonly forMs: number) {}

  /** @param forMs how old the answer may be this time, milliseconds. @throws RemoteFault */
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
    throw signal.aborted && !(error instanceof RemoteFault) ? new RemoteFault('time', 'the engine does not describe itself in time') : error;
  }
}
