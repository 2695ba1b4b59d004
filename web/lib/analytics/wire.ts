import type { EventBatch } from '@src/analytics/events.shared';
import { readFailure } from '@/lib/errors/failure';
import { sessionState } from '@/lib/session/store';
import { client } from '@/lib/trpc/client';
import type { SendOutcome } from './store-sink';

const PATH = '/api/trpc/analytics.record';
/** Refusals after which a retry may succeed: no session yet, a timeout, or the rate limit. */
const PASSING = new Set([401, 408, 429]);

/** Sends a batch. Never throws, because no error is shown for analytics. */
export async function sendBatch(batch: EventBatch): Promise<SendOutcome> {
  if (sessionState().status !== 'ready') return 'later';
  try {
    await client.analytics.record.mutate(batch, { context: { skipBatch: true } });
    return 'taken';
  } catch (error) {
    const failure = readFailure(error);
    return failure.kind === 'product' &&
      failure.httpStatus >= 400 &&
      failure.httpStatus < 500 &&
      !PASSING.has(failure.httpStatus)
      ? 'refused'
      : 'later';
  }
}

/** Sends a batch while the page unloads. @returns whether the browser will send it even after that */
export const beaconBatch = (batch: EventBatch): boolean =>
  sessionState().status === 'ready' &&
  navigator.sendBeacon(PATH, new Blob([JSON.stringify(batch)], { type: 'application/json' }));
