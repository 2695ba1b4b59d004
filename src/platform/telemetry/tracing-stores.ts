import { SpanKind } from '@opentelemetry/api';
import type { LoggedEvent } from '../../kernel/event-sourcing/event.js';
import { isTraceparent, type Traceparent } from '../../kernel/trace.js';
import type { Blobs } from '../blobs/port.js';
import type { Collection, DocumentStore } from '../documents/port.js';
import type { EventStore } from '../event-store/port.js';
import { inSpan, inSpans, isTracing, recordSpan } from './tracing.js';

interface Stores {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly blobs: Blobs;
}

/** Wraps the stores, with a span for each call that is part of a trace. */
export function tracedStores<S extends Stores>(stores: S): S {
  return {
    ...stores,
    events: tracedEvents(stores.events),
    documents: tracedDocuments(stores.documents),
    blobs: tracedBlobs(stores.blobs),
  };
}

/** An older event is replayed by a rebuild, and no one waits for it. */
const AWAITED_MS = 3_600_000;

/** Records, for each event that belongs to a trace, the time from the log to the follower's write. */
export function recordProjected(follower: string, events: readonly LoggedEvent[]): void {
  if (!isTracing()) return;
  const now = Date.now();
  for (const { metadata, recordedAt, type } of events) {
    const parent = traceparentOf(metadata);
    if (parent === undefined || now - recordedAt > AWAITED_MS) continue;
    recordSpan('project', recordedAt, now, {
      parent,
      kind: SpanKind.CONSUMER,
      attributes: { 'kinora.follower': follower, 'kinora.event': type },
    });
  }
}

/** Quotes within a value of the metadata are escaped, so this matches only the member itself. */
function traceparentOf(metadata: string): Traceparent | undefined {
  const found = /"traceparent":"([^"]*)"/.exec(metadata)?.[1];
  return isTraceparent(found) ? found : undefined;
}

/** The same object with some methods replaced; the others run on the original object. */
function overriding<T extends object>(whole: T, own: Partial<T>): T {
  return new Proxy(whole, {
    get: (target, key) => {
      const found: unknown = Reflect.get(Object.hasOwn(own, key) ? own : target, key);
      // bind returns any
      return typeof found === 'function' && !Object.hasOwn(own, key) ? (found.bind(target) as unknown) : found;
    },
  });
}

function tracedEvents(events: EventStore): EventStore {
  return overriding<EventStore>(events, {
    // One append may contain several callers' events: it is part of the trace of each.
    append: (stream, expected, added) => {
      const parents = new Set(added.flatMap(({ metadata }) => traceparentOf(metadata) ?? []));
      const work = () => events.append(stream, expected, added);
      const options = {
        kind: SpanKind.CLIENT,
        attributes: { 'kinora.events': added.length, 'kinora.traces': parents.size },
      };
      return added.length === 0 ? inSpan('append', work, options) : inSpans('append', [...parents], work, options);
    },
    readStream: (stream, options) =>
      inSpan('read stream', () => events.readStream(stream, options), { kind: SpanKind.CLIENT }),
  });
}

function tracedDocuments(documents: DocumentStore): DocumentStore {
  return overriding<DocumentStore>(documents, {
    collection: async (definition, decode) => tracedCollection(await documents.collection(definition, decode)),
  });
}

function tracedCollection<T>(collection: Collection<T>): Collection<T> {
  const options = { kind: SpanKind.CLIENT, attributes: { 'db.collection.name': collection.name } };
  return overriding<Collection<T>>(collection, {
    get: (id) => inSpan('documents get', () => collection.get(id), options),
    getMany: (ids) => inSpan('documents getMany', () => collection.getMany(ids), options),
    versions: (ids) => inSpan('documents versions', () => collection.versions(ids), options),
    put: (operation) => inSpan('documents put', () => collection.put(operation), options),
    putMany: (operations) => inSpan('documents putMany', () => collection.putMany(operations), options),
    delete: (id, version, outbox) => inSpan('documents delete', () => collection.delete(id, version, outbox), options),
    find: (query) => inSpan('documents find', () => collection.find(query), options),
    findPositions: (query) => inSpan('documents findPositions', () => collection.findPositions(query), options),
    count: (where) => inSpan('documents count', () => collection.count(where), options),
  });
}

function tracedBlobs(blobs: Blobs): Blobs {
  return overriding<Blobs>(blobs, {
    put: (content, reference) => inSpan('blobs put', () => blobs.put(content, reference), { kind: SpanKind.CLIENT }),
  });
}
