import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { RemoteFault, type RemoteState } from '../port.js';

/** How long a result is kept that nobody asks for, milliseconds. */
const KEEP_MS = 600_000;
/** Longest call, milliseconds: longer than any job may take. It ends calls whose job was lost to another process. */
const MAX_CALL_MS = 3_600_000;

type Settled = { readonly state: RemoteState } | { readonly error: unknown };

/** A call in progress. */
export interface OpenCall {
  readonly id: string;
  /** Last preview, as received: the server repeats it. */
  lastPreview?: string;
}

interface Entry extends OpenCall {
  readonly stop: AbortController;
  readonly done: Promise<void>;
  settled?: Settled;
}

/**
 * Calls to servers that answer only when an image is finished. The call continues in this process while its state is
 * polled by id; after a restart its id is unknown.
 */
export class OpenCalls {
  private readonly entries = new Map<string, Entry>();

  get size(): number {
    return this.entries.size;
  }

  /** @param work the call; its signal is aborted by `stop` */
  begin(work: (id: string, signal: AbortSignal) => Promise<RemoteState>): OpenCall {
    const id = `kinora-${randomUUID()}`;
    const stop = new AbortController();
    const done = work(id, AbortSignal.any([stop.signal, AbortSignal.timeout(MAX_CALL_MS)]))
      .then(
        (state) => {
          entry.settled = { state };
        },
        (error: unknown) => {
          entry.settled = { error };
        },
      )
      .then(() => {
        setTimeout(() => this.entries.delete(id), KEEP_MS).unref();
      });
    const entry: Entry = { id, stop, done };
    this.entries.set(id, entry);
    return entry;
  }

  find(id: string): OpenCall | undefined {
    return this.entries.get(id);
  }

  /**
   * Waits for the end of a call, at most `ms` milliseconds. An ended call is forgotten.
   * @returns its final state; undefined while it continues
   * @throws RemoteFault of the call, the signal's reason
   */
  async end({ id }: OpenCall, ms: number, signal: AbortSignal): Promise<RemoteState | undefined> {
    const entry = this.entries.get(id);
    if (entry === undefined) return { state: 'canceled' };
    const waited = new AbortController();
    try {
      await Promise.race([entry.done, pause(ms, undefined, { signal: AbortSignal.any([signal, waited.signal]) })]);
    } finally {
      waited.abort();
    }
    if (entry.settled === undefined) return undefined;
    this.entries.delete(id);
    if ('state' in entry.settled) return entry.settled.state;
    throw entry.settled.error;
  }

  /** Ends the connection of a call, which is then forgotten. */
  stop(id: string): void {
    this.entries.get(id)?.stop.abort(new RemoteFault('away', 'the call was stopped'));
    this.entries.delete(id);
  }
}
