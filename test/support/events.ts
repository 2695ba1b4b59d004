import type { LoggedEvent } from '../../src/kernel/event-sourcing/event.js';
import type { EventStore } from '../../src/platform/event-store/port.js';

/** Everything that is in a log, byte by byte. */
export async function everyEvent(log: Pick<EventStore, 'follow'>): Promise<readonly LoggedEvent[]> {
  const all: LoggedEvent[] = [];
  const stop = new AbortController();
  for await (const { events, caughtUp } of log.follow({ after: -1, prefixes: [''], signal: stop.signal })) {
    all.push(...events);
    if (caughtUp) break;
  }
  stop.abort();
  return all;
}
