import { chainEvent, GENESIS_HASH } from '../../src/kernel/chain.js';
import type { NewEvent, StreamName } from '../../src/kernel/event.js';
import { createMemoryBlobs } from '../../src/platform/blobs/memory.js';
import type { ListedBlob } from '../../src/platform/blobs/port.js';
import { createMemoryDocumentStore } from '../../src/platform/documents/memory.js';
import type { CarriedDocument } from '../../src/platform/documents/port.js';
import { createMemoryEventStore } from '../../src/platform/event-store/memory.js';
import type { EventStore } from '../../src/platform/event-store/port.js';
import { walkLog } from '../../src/platform/migrate/events.js';
import type { Side } from '../../src/platform/migrate/side.js';
import { collect } from './collect.js';

/** Stores in memory, as one side of a move. */
export function inMemory(name = 'distributed'): Side {
  return { name, events: createMemoryEventStore({ now: () => 1_000 }), documents: createMemoryDocumentStore(), blobs: createMemoryBlobs() };
}

/** Appends events to streams in turn, each chained to the one before it in its stream. */
export async function write(events: EventStore, streams: readonly string[]): Promise<void> {
  for (const name of streams) {
    const stream = name as StreamName; // a test's own
    const [last] = await events.readStream(stream, { direction: 'backwards', limit: 1 });
    const revision = (last?.revision ?? -1) + 1;
    const previous = last === undefined ? GENESIS_HASH : String(Reflect.get(Object(JSON.parse(last.metadata)), 'hash'));
    await events.append(stream, revision - 1, [chained(stream, revision, previous)]);
  }
}

/** An event as the command loop would have made it. */
export function chained(stream: StreamName, revision: number, previous: string = GENESIS_HASH, data = `{"number":${revision}}`): NewEvent {
  return chainEvent(previous, { stream, revision, type: 'Happened', version: 1, at: 5, data }).event;
}

/** Everything that a side holds, but for when a move was noted. */
export interface Holdings {
  readonly log: readonly string[];
  readonly documents: Readonly<Record<string, readonly CarriedDocument[]>>;
  readonly blobs: readonly ListedBlob[];
}

/** Reads a side whole. */
export async function holdings({ events, documents, blobs }: Side): Promise<Holdings> {
  const held: Record<string, CarriedDocument[]> = {};
  for (const name of await documents.collections()) if (name !== 'migration_v1') held[name] = await collect(documents.carryOut(name));
  const log = (await collect(walkLog(events))).map(({ stream, revision, id, type, data, metadata }) => [stream, revision, id, type, data, metadata].join(' '));
  return { log, documents: held, blobs: await collect(blobs.list()) };
}

/** Dies at one of its operations, and stays dead. */
export class Mortal {
  private left: number;
  private isDead = false;

  /** @param unanswered whether the last operation is still done, and only its answer is lost */
  constructor(operations: number, private readonly unanswered: boolean) {
    this.left = operations;
  }

  /** A side whose every operation counts, each item of a list too. */
  over({ name, events, documents, blobs }: Side): Side {
    return { name, events: this.wrap(events), documents: this.wrap(documents), blobs: this.wrap(blobs) };
  }

  private wrap<T extends object>(store: T): T {
    return new Proxy(store, {
      get: (target, property): unknown => {
        const member: unknown = Reflect.get(target, property, target);
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) => {
          if (property === 'follow' || property === 'list' || property === 'carryOut') {
            // These three answer with a source of items.
            return this.items(Reflect.apply(member, target, given) as AsyncIterable<unknown>);
          }
          return this.live(async () => {
            const answer: unknown = await Reflect.apply(member, target, given);
            return property === 'collection' && typeof answer === 'object' && answer !== null ? this.wrap(answer) : answer;
          });
        };
      },
    });
  }

  private async *items(source: AsyncIterable<unknown>): AsyncGenerator<unknown, void, undefined> {
    for await (const item of source) yield await this.live(() => Promise.resolve(item));
  }

  private async live<T>(work: () => Promise<T>): Promise<T> {
    if (this.isDead) throw new Error('killed');
    this.left -= 1;
    if (this.left >= 0) return work();
    this.isDead = true;
    if (this.unanswered) await work();
    throw new Error('killed');
  }
}
