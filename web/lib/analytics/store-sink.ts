import type { EventBatch, PlacedEvent } from '@src/analytics/events.shared';
import { MAX_BATCH } from '@src/analytics/names.shared';
import type { AnalyticsSink } from './sink';

/** Maximum number of buffered events; the oldest are dropped. */
export const MAX_BUFFERED = 500;
/** A batch is sent after this time, milliseconds, or once it has this many events. */
export const GATHER_MS = 5_000;
const MAX_GATHERED = 20;
/** Backoff after consecutive failures, up to a minute. */
const RETRY_MS = [5_000, 15_000, 60_000] as const;

/** `refused`: the same batch would be refused again, so it is dropped. `later`: a retry may succeed. */
export type SendOutcome = 'taken' | 'refused' | 'later';

export interface StoreSinkParts {
  readonly send: (batch: EventBatch) => Promise<SendOutcome>;
  /** Sends while the page unloads. @returns whether the browser has accepted the request */
  readonly beacon: (batch: EventBatch) => boolean;
  readonly newId: () => string;
}

interface Waiting {
  readonly placed: PlacedEvent;
  readonly visit: string;
}

/**
 * Sends events to the product's own store, one batch at a time. A batch keeps its id over retries, so that it counts
 * once even if an answer was lost.
 */
export function createStoreSink({ send, beacon, newId }: StoreSinkParts): AnalyticsSink {
  let waiting: Waiting[] = [];
  let sending: EventBatch | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Incremented when the buffer is dropped: answers to earlier batches are ignored. */
  let life = 0;

  const wait = (ms: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void sendNext();
    }, ms);
  };
  const stopWaiting = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };

  /** Takes the next batch from the buffer: events of one visit. */
  const nextBatch = (): EventBatch | undefined => {
    const visit = waiting[0]?.visit;
    if (visit === undefined) return undefined;
    const other = waiting.findIndex((one) => one.visit !== visit);
    const taken = waiting.splice(0, Math.min(MAX_BATCH, other === -1 ? waiting.length : other));
    return { batch: newId(), visit, events: taken.map(({ placed }) => placed) };
  };

  let busy = false;
  const sendNext = async (): Promise<void> => {
    if (busy) return;
    sending ??= nextBatch();
    if (sending === undefined) return;
    busy = true;
    const own = life;
    const outcome = await send(sending).catch((): SendOutcome => 'later');
    busy = false;
    if (own === life) {
      if (outcome === 'later') failures += 1;
      else [sending, failures] = [undefined, 0];
      if (outcome === 'later') wait(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? GATHER_MS);
    }
    if (sending === undefined && waiting.length > 0) wait(waiting.length >= MAX_GATHERED ? 0 : GATHER_MS);
  };

  return {
    take: (placed, { visit }) => {
      waiting.push({ placed, visit });
      if (waiting.length > MAX_BUFFERED) waiting = waiting.slice(-MAX_BUFFERED);
      // After a failure, new events wait for the retry.
      if (waiting.length < MAX_GATHERED || failures > 0) return wait(GATHER_MS);
      stopWaiting();
      wait(0);
    },
    flush: () => {
      stopWaiting();
      for (let batch = sending ?? nextBatch(); batch !== undefined; batch = nextBatch()) {
        if (!beacon(batch)) {
          sending = batch;
          return wait(GATHER_MS);
        }
        sending = undefined;
      }
    },
    forget: () => {
      stopWaiting();
      [waiting, sending, failures, life] = [[], undefined, 0, life + 1];
    },
  };
}
