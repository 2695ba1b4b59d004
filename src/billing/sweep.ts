import type { Millis } from '../kernel/clock.js';
import { defined } from '../kernel/defined.shared.js';
import type { ProductError } from '../kernel/errors.shared.js';
import type { StreamName } from '../kernel/event-sourcing/event.js';
import type { Result } from '../kernel/result.js';
import type { Logs } from '../platform/http/logs.js';
import type { ProjectionReads } from '../platform/projections/projection-runner.js';
import { subscriptionStream } from './commands.js';
import type { SubscriptionDocument } from './subscription/subscription.projection.js';

const PAGE = 200;

/**
 * Runs one sweep over subscriptions with a new credit month and requests its credits.
 * @param send advances one subscription; if it throws, the others continue
 * @returns how many subscriptions were processed; unreachable ones are retried at the next sweep
 * @throws StoreUnavailable when the documents cannot be read
 */
export async function sweepMonths(
  subscriptions: Pick<ProjectionReads<SubscriptionDocument>, 'find'>,
  now: Millis,
  send: (stream: StreamName) => Promise<Result<unknown, ProductError>>,
  log: Pick<Logs, 'warn'>,
): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const page = await subscriptions.find({
      range: { field: 'nextGrantAt', below: now + 1 },
      order: { field: 'nextGrantAt', direction: 'ascending' },
      limit: PAGE,
      ...defined({ after }),
    });
    const streams = page.items.map(({ subscriptionId }) => subscriptionStream(subscriptionId));
    const sent = await Promise.allSettled(streams.map(send));
    for (const [index, outcome] of sent.entries()) {
      const stream = streams[index];
      if (outcome.status === 'fulfilled' || stream === undefined) continue;
      const reason: unknown = outcome.reason;
      log.warn({ err: reason, stream }, 'a month’s credits could not be granted; the next sweep retries');
    }
    count += streams.length;
    after = page.next;
  } while (after !== undefined);
  return count;
}
