import type { Position, RecordedEvent, StreamName } from '../../kernel/event-sourcing/event.js';
import type { EventStore } from './port.js';

const READ_AT_ONCE = 2_000;

/**
 * The names of all streams with certain prefixes, in the order of their first events. Memory grows with a batch, not
 * with the log.
 * @param end only streams that begin at or before this log position
 * @throws StoreUnavailable
 */
export async function* streamNames(
  log: Pick<EventStore, 'follow'>,
  prefixes: readonly string[],
  end: Position = Infinity,
): AsyncGenerator<StreamName, void, undefined> {
  const stop = new AbortController();
  try {
    for await (const { events, checkpoint, caughtUp } of log.follow({
      after: -1,
      prefixes,
      batchSize: READ_AT_ONCE,
      signal: stop.signal,
    })) {
      for (const { stream, revision, position } of events) {
        if (position > end) return;
        if (revision === 0) yield stream;
      }
      if (caughtUp || checkpoint >= end) return;
    }
  } finally {
    stop.abort();
  }
}

/** The events of a stream, in order. @throws StoreUnavailable */
export async function* streamEvents(
  log: Pick<EventStore, 'readStream'>,
  stream: StreamName,
): AsyncGenerator<RecordedEvent, void, undefined> {
  for (let from = 0; ; from += READ_AT_ONCE) {
    const some = await log.readStream(stream, { from, limit: READ_AT_ONCE });
    yield* some;
    if (some.length < READ_AT_ONCE) return;
  }
}
