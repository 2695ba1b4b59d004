import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '../../kernel/event-sourcing/event.js';
import type { Batch, FollowOptions } from './port.js';

/** What following needs of a log that lives in this process. */
export interface LocalLog {
  /** The next events after a place; of them only those whose stream begins with a prefix. @throws StoreUnavailable */
  page(after: Position, prefixes: readonly string[], limit: number): Batch;
  /** Rings after each commit and when the store closes. Answers how to stop listening. */
  onAppended(listener: () => void): () => void;
}

const DEFAULT_BATCH_SIZE = 1_000;

/**
 * Follows a local log: what is there, then what comes. The first batch is given even when it is empty, so that a
 * reader of an empty log learns that it has caught up.
 * @throws StoreUnavailable when the store closes under the reader
 */
export async function* followLog(log: LocalLog, options: FollowOptions): AsyncGenerator<Batch, void, undefined> {
  const bell = new WakeSignal();
  const stopListening = log.onAppended(() => bell.wakeUp());
  const onAbort = (): void => bell.wakeUp();
  options.signal.addEventListener('abort', onAbort);
  let after = options.after;
  let first = true;
  try {
    while (!options.signal.aborted) {
      bell.reset();
      const batch = log.page(after, options.prefixes, options.batchSize ?? DEFAULT_BATCH_SIZE);
      if (first || batch.checkpoint > after) {
        first = false;
        after = batch.checkpoint;
        yield batch;
      }
      // A long catch-up must leave the process room to answer others.
      await (batch.caughtUp ? bell.awake() : nextTurn());
    }
  } finally {
    stopListening();
    options.signal.removeEventListener('abort', onAbort);
  }
}

/** Remembers a ring that came while no one was waiting. */
export class WakeSignal {
  private isSet = false;
  private wake: (() => void) | undefined;

  wakeUp(): void {
    this.isSet = true;
    this.wake?.();
  }

  reset(): void {
    this.isSet = false;
  }

  async awake(): Promise<void> {
    if (this.isSet) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    this.wake = undefined;
  }
}
