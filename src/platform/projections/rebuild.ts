import type { DomainEvent, LoggedEvent, Position } from '../../kernel/event.js';
import { projectionCollection, type Projection } from '../../kernel/projection.js';
import type { DocumentStore } from '../documents/port.js';
import type { EventStore } from '../event-store/port.js';
import type { Checkpoints } from './checkpoints.js';
import type { Refillable } from './follower.js';
import type { ParkedStreams } from './parked.js';
import { ProjectionRunner } from './projection-runner.js';

const READ_AT_ONCE = 5_000;
/** Many events of one document are one write, the more the more are taken together. */
const WRITE_AFTER = 50_000;

interface Stores {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly checkpoints: Checkpoints;
  readonly parked: ParkedStreams;
}

/** How much was read, and up to which place of the log. */
export interface Rebuilt {
  readonly events: number;
  readonly position: Position;
}

/**
 * Fills a projection's collection anew from the beginning of the log, up to the place where the log ended meanwhile. A new version has a
 * collection of its own, so the old one answers until the new one is asked. For a version that is being served: not while
 * another process keeps it up with the log (operator-turn.ts). Policies are not replayed.
 * @returns how many events were read and up to which place
 * @throws StoreUnavailable; run it again
 */
export function rebuild<Document, Event extends DomainEvent>(projection: Projection<Document, Event>, stores: Stores): Promise<Rebuilt> {
  const { name } = projectionCollection(projection);
  return refill({ name, prefix: projection.prefix, openAnew: ({ documents, parked }) => ProjectionRunner.open(projection, documents, parked) }, stores);
}

/** The same for whoever keeps documents by the log. @throws StoreUnavailable; run it again */
export async function refill({ name, prefix, openAnew }: Pick<Refillable, 'name' | 'prefix' | 'openAnew'>, stores: Stores): Promise<Rebuilt> {
  // The place first: who follows the log after a crash between the two begins anew, and passes over what it finds done.
  await stores.checkpoints.forget(name);
  await stores.documents.dropCollection(name);
  for (const { reader, stream } of await stores.parked.list()) if (reader === name) await stores.parked.free(reader, stream);
  const runner = await openAnew(stores);
  const stop = new AbortController();
  let events = 0;
  let position: Position = -1;
  let gathered: LoggedEvent[] = [];
  // The next events are read while the documents of those before are written.
  let writing: Promise<unknown> = Promise.resolve();
  for await (const batch of stores.events.follow({ after: -1, prefixes: [prefix], batchSize: READ_AT_ONCE, signal: stop.signal })) {
    gathered = gathered.concat(batch.events);
    events += batch.events.length;
    position = batch.checkpoint;
    if (gathered.length < WRITE_AFTER && !batch.caughtUp) continue;
    await writing;
    writing = runner.apply(gathered);
    gathered = [];
    if (batch.caughtUp) break;
    // Heard of when it is awaited.
    writing.catch(() => undefined);
  }
  await writing;
  stop.abort();
  await stores.checkpoints.save(new Map([[name, position]]));
  return { events, position };
}
