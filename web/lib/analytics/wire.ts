import type { EventBatch } from '@src/analytics/events.shared';
import { readFailure } from '@/lib/errors/failure';
import { sessionState } from '@/lib/session/store';
import { client } from '@/lib/trpc/client';
import type { SendOutcome } from './store-sink';

const PATH = '/api/trpc/analytics.record';
/** Refusals after which the same batch may be taken: nobody is signed in yet, it took too long, there were too many. */
const PASSING = new Set([401, 408, 429]);

/** Sends a batch. Whatever goes wrong stays here: nobody is shown an error for it. */
export async function sendBatch(batch: EventBatch): Promise<SendOutcome> {
  if (sessionState().status !== 'ready') return 'later';
  try {
    await client.analytics.record.mutate(batch, { context: { skipBatch: true } });
    return 'taken';
  } catch (error) {
    const failure = readFailure(error);
    return failure.kind === 'product' && failure.httpStatus >= 400 && failure.httpStatus < 500 && !PASSING.has(failure.httpStatus) ? 'refused' : 'later';
  }
}

/** Sends a batch while the page is going away. @returns whether the browser will do so, page or not */
export const beaconBatch = (batch: EventBatch): boolean =>
  sessionState().status === 'ready' && navigator.sendBeacon(PATH, new Blob([JSON.stringify(batch)], { type: 'application/json' }));
