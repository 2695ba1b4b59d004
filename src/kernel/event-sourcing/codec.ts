import { z } from 'zod';
import { wordsOf } from '../thrown.js';
import { canonicalJson } from './canonical.js';
import { decodeMetadata } from './chain.js';
import type { DomainEvent, EventMetadata, RecordedEvent } from './event.js';

/** Storage of one event type: the schema of its newest version, and one upcaster per older version. */
export interface StoredType<Data> {
  /** The newest version; new events are written in it. */
  readonly version: number;
  readonly schema: z.ZodType<Data>;
  /** Upcasters by source version: `{ 1: v1 → v2 }`. Each validates its input. @throws z.ZodError */
  readonly upcasters?: Readonly<Record<number, (stored: unknown) => unknown>>;
}

type DataOf<Event extends DomainEvent, Type extends Event['type']> = Extract<Event, { readonly type: Type }>['data'];
/** Exactly one entry per type of the union. */
export type StoredTypes<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: StoredType<DataOf<Event, Type>>;
};

export interface EventCodec<Event extends DomainEvent> {
  readonly types: readonly Event['type'][];
  /** Encodes without validation: the decider's output is trusted by its type. */
  encode(event: Event): { readonly type: string; readonly version: number; readonly data: string };
  /** @throws UnreadableEvent for an unknown type or version, or data that does not fit its schema */
  decode(recorded: Pick<RecordedEvent, 'type' | 'data' | 'metadata' | 'stream' | 'revision'>): {
    readonly event: Event;
    readonly metadata: EventMetadata;
  };
}

/** A stored event that this program cannot read: written by a newer program, or damaged. */
export class UnreadableEvent extends Error {
  constructor(
    recorded: { readonly stream: string; readonly revision: number; readonly type: string },
    readonly reason: 'unknown type' | 'unknown version' | 'does not fit',
    detail: string,
  ) {
    super(`${recorded.stream}@${recorded.revision} ${recorded.type}: ${reason}: ${detail}`);
    this.name = 'UnreadableEvent';
  }
}

/**
 * Whether an event could not be read because a newer program wrote it. Such an event is no damage: another process can
 * read it.
 */
export const isFromNewerProgram = (error: unknown): boolean =>
  error instanceof UnreadableEvent && error.reason !== 'does not fit';

/**
 * Creates the codec for one category of streams.
 * @throws RangeError when an upcaster between version 1 and the newest is missing
 */
export function createCodec<Event extends DomainEvent>(types: StoredTypes<Event>): EventCodec<Event> {
  const byName = new Map<string, StoredType<unknown>>(Object.entries(types));
  for (const [name, { version, upcasters }] of byName) {
    for (let from = 1; from < version; from += 1) {
      if (upcasters?.[from] === undefined) throw new RangeError(`${name} has no upcaster from version ${from}`);
    }
  }
  return {
    // The keys of an object that has exactly one entry for each type.
    types: Object.keys(types),
    encode(event) {
      // The cast is safe: the key is the union's own `type`; indexing by the event's type loses that.
      const type: Event['type'] = event.type;
      return { type, version: types[type].version, data: canonicalJson(event.data) };
    },
    decode(recorded) {
      const stored = byName.get(recorded.type);
      if (stored === undefined) throw new UnreadableEvent(recorded, 'unknown type', recorded.type);
      const metadata = fitting(recorded, () => decodeMetadata(recorded.metadata));
      if (metadata.version > stored.version)
        throw new UnreadableEvent(recorded, 'unknown version', `${metadata.version} is newer than ${stored.version}`);
      const data = fitting(recorded, () => {
        let value: unknown = JSON.parse(recorded.data);
        for (let version = metadata.version; version < stored.version; version += 1)
          value = stored.upcasters?.[version]?.(value);
        return stored.schema.parse(value);
      });
      // The cast is safe: the schema selected by the event's type has just validated its data.
      return { event: { type: recorded.type, at: metadata.at, data } as Event, metadata };
    },
  };
}

function fitting<T>(
  recorded: { readonly stream: string; readonly revision: number; readonly type: string },
  read: () => T,
): T {
  try {
    return read();
  } catch (error) {
    throw new UnreadableEvent(recorded, 'does not fit', wordsOf(error));
  }
}
