import { z } from 'zod';
import type { EventCodec } from './codec.js';
import type { DomainEvent, LoggedEvent, Position, Revision, StreamName } from './event.js';

/** An event as projections and policies see it. */
export interface SeenEvent<Event extends DomainEvent> {
  readonly event: Event;
  readonly id: string;
  readonly stream: StreamName;
  readonly revision: Revision;
  readonly position: Position;
}

/**
 * A read model: documents folded from events. Pure; run by platform/projections. All events of one document come from
 * one stream.
 */
export interface Projection<Document, Event extends DomainEvent> {
  /** Lower case, e.g. `credits_balance`. */
  readonly name: string;
  /** Part of the collection's name: a new version is filled from the beginning of the log beside the old one. */
  readonly version: number;
  /** Prefix of the names of its streams. */
  readonly prefix: string;
  readonly codec: EventCodec<Event>;
  readonly handles: readonly Event['type'][];
  /** Indexed fields of the document, see the documents port. */
  readonly indexes: readonly (readonly string[])[];
  readonly schema: z.ZodType<Document>;
  /** The id of the event's document; undefined to skip the event. */
  readonly key: (seen: SeenEvent<Event>) => string | undefined;
  readonly evolve: (document: Document | undefined, seen: SeenEvent<Event>) => Document;
  /**
   * Optional faster equivalent of `evolve` for each event in turn (at least one). When it throws, events are folded one
   * by one.
   */
  readonly evolveAll?: (document: Document | undefined, seen: readonly SeenEvent<Event>[]) => Document;
}

/** A document with the log position up to which it was folded, so that no event is folded twice. */
export interface Projected<Document> {
  readonly position: Position;
  readonly data: Document;
}

/** The collection that holds a projection's documents. */
export function projectionCollection<Document, Event extends DomainEvent>({
  name,
  version,
  indexes,
}: Projection<Document, Event>): { readonly name: string; readonly indexes: readonly (readonly string[])[] } {
  return { name: `${name}_v${version}`, indexes: indexes.map((index) => index.map((field) => `data.${field}`)) };
}

/** Validates documents read from a projection's collection. */
export function projectedSchema<Document>(schema: z.ZodType<Document>): z.ZodType<Projected<Document>> {
  return z.object({ position: z.int(), data: schema });
}

/** Decodes an event for a projection or policy. @throws UnreadableEvent */
export function see<Event extends DomainEvent>(codec: EventCodec<Event>, recorded: LoggedEvent): SeenEvent<Event> {
  const { id, stream, revision, position } = recorded;
  return { event: codec.decode(recorded).event, id, stream, revision, position };
}

/**
 * The types that a projection or policy knows and leaves to others. A type that it does not know comes from a newer
 * program: it must not be passed over, because nobody would come back to it.
 */
export function passedOver<Event extends DomainEvent>({
  codec,
  handles,
}: {
  readonly codec: Pick<EventCodec<Event>, 'types'>;
  readonly handles: readonly Event['type'][];
}): ReadonlySet<string> {
  const own = new Set<string>(handles);
  return new Set(codec.types.filter((type) => !own.has(type)));
}

/** The result of folding events into a document. */
export interface Fold<Document, Event extends DomainEvent> {
  /** Undefined when nothing was folded. */
  readonly projected: Projected<Document> | undefined;
  /** The event that could not be folded; later events were not tried. */
  readonly poison: { readonly seen: SeenEvent<Event>; readonly error: unknown } | undefined;
}

/** Folds events in log order into a document; those at or before its position are skipped. */
export function foldInto<Document, Event extends DomainEvent>(
  projection: Pick<Projection<Document, Event>, 'evolve' | 'evolveAll'>,
  before: Projected<Document> | undefined,
  events: readonly SeenEvent<Event>[],
): Fold<Document, Event> {
  const fresh = after(before?.position ?? -1, events);
  const atOnce = foldAtOnce(projection, before, fresh);
  if (atOnce !== undefined) return { projected: atOnce, poison: undefined };
  let projected = before;
  for (const seen of fresh) {
    try {
      projected = { position: seen.position, data: projection.evolve(projected?.data, seen) };
    } catch (error) {
      return { projected: projected === before ? undefined : projected, poison: { seen, error } };
    }
  }
  return { projected: projected === before ? undefined : projected, poison: undefined };
}

/** The events after a position, without duplicates. */
function after<Event extends DomainEvent>(
  position: Position,
  events: readonly SeenEvent<Event>[],
): readonly SeenEvent<Event>[] {
  const fresh: SeenEvent<Event>[] = [];
  let place = position;
  for (const seen of events) {
    if (seen.position <= place) continue;
    fresh.push(seen);
    place = seen.position;
  }
  return fresh;
}

/** @returns undefined when unsupported, or after an error that must be located event by event */
function foldAtOnce<Document, Event extends DomainEvent>(
  { evolveAll }: Pick<Projection<Document, Event>, 'evolveAll'>,
  before: Projected<Document> | undefined,
  events: readonly SeenEvent<Event>[],
): Projected<Document> | undefined {
  const last = events.at(-1);
  if (evolveAll === undefined || last === undefined) return undefined;
  try {
    return { position: last.position, data: evolveAll(before?.data, events) };
  } catch {
    return undefined;
  }
}
