import type { LoggedEvent, NewEvent, Revision, StreamName } from '../../src/kernel/event-sourcing/event.js';
import type {
  Collection,
  CollectionDefinition,
  DocumentStore,
  PutOperation,
} from '../../src/platform/documents/port.js';
import type { AppendResult, Batch, EventStore, FollowOptions } from '../../src/platform/event-store/port.js';
import type { Chance } from './chance.js';
import type { Life, Scheduler } from './scheduler.js';

/** What the adapters of a process are wrapped with. */
export interface Wire {
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  readonly life: Life;
  /** Hears of events once they are stored. */
  readonly stored: (stream: StreamName, first: Revision, events: readonly NewEvent[]) => void;
  /** How often a reader of the log is given events again, 0 to 1. */
  readonly again: number;
}

/** The port with its promise-answering methods on the wire, but for those that are given. */
function onTheWire<T extends object>(port: T, { scheduler, life }: Wire, name: string, own: Partial<T>): T {
  return new Proxy(port, {
    get(target, property) {
      if (Object.hasOwn(own, property)) return Reflect.get(own, property) as unknown;
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function' || typeof property !== 'string') return member;
      // A hint is a listener's affair; what is listened to stays in the store.
      if (property.startsWith('on')) return (...given: unknown[]): unknown => Reflect.apply(member, target, given);
      return (...given: unknown[]) =>
        scheduler.call(life, {
          name: `${name}.${property}`,
          work: async (): Promise<unknown> => Reflect.apply(member, target, given),
        });
    },
  });
}

/** An event store as a process reaches it. */
export function wiredEvents(events: EventStore, wire: Wire): EventStore {
  const { scheduler, life, chance, stored } = wire;
  const append = (stream: StreamName, expected: Revision, added: readonly NewEvent[]): Promise<AppendResult> =>
    scheduler.call(life, {
      name: 'events.append',
      work: async () => {
        const result = await events.append(stream, expected, added);
        if (result.outcome === 'appended') stored(stream, expected + 1, added);
        return result;
      },
    });
  async function* follow(options: FollowOptions): AsyncGenerator<Batch, void, undefined> {
    let before: readonly LoggedEvent[] = [];
    for await (const batch of events.follow({ ...options, batchSize: chance.between(1, 8) })) {
      await scheduler.call(life, { name: 'events.follow', work: async () => undefined });
      // What was given before a moment ago may come once more, with what is new.
      yield chance.is(wire.again) ? { ...batch, events: [...before, ...batch.events] } : batch;
      before = batch.events;
    }
  }
  return onTheWire(events, wire, 'events', { append, follow });
}

/** Documents as a process reaches them. */
export function wiredDocuments(documents: DocumentStore, wire: Wire): DocumentStore {
  const { scheduler, life, chance } = wire;
  const collection = <T>(definition: CollectionDefinition, decode: (stored: unknown) => T): Promise<Collection<T>> =>
    scheduler.call(life, {
      name: `open ${definition.name}`,
      work: async () => {
        const opened = await documents.collection(definition, decode);
        return onTheWire<Collection<T>>(opened, wire, definition.name, {
          putMany: (operations: readonly PutOperation<T>[]) =>
            scheduler.call(life, {
              name: `${definition.name}.putMany`,
              work: () => opened.putMany(operations),
              // Each stands or falls alone, so a death may leave some of them.
              partly: () => opened.putMany(chance.some(operations)),
            }),
        });
      },
    });
  const settleMessages = (ids: readonly string[]): Promise<void> =>
    scheduler.call(life, {
      name: 'documents.settleMessages',
      work: () => documents.settleMessages(ids),
      partly: () => documents.settleMessages(chance.some(ids)),
    });
  return onTheWire(documents, wire, 'documents', { collection, settleMessages });
}
