import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chainEvent, GENESIS_HASH } from '../../../src/kernel/event-sourcing/chain.js';
import type { Clock } from '../../../src/kernel/clock.js';
import type { NewEvent, StreamName } from '../../../src/kernel/event-sourcing/event.js';
import { createMemoryBlobs } from '../../../src/platform/blobs/memory.js';
import type { ListedBlob } from '../../../src/platform/blobs/port.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { CarriedDocument } from '../../../src/platform/documents/port.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import { openEmbeddedFolder } from '../../../src/platform/data-folder/embedded.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { Leases } from '../../../src/platform/leases/leases.js';
import { walkLog } from '../../../src/platform/migrate/events.js';
import type { Side } from '../../../src/platform/migrate/side.js';
import { collect } from '../browser/collect.js';

/** Stores in memory, as one side of a move. */
export function inMemory(name = 'distributed'): Side {
  return {
    name,
    events: createMemoryEventStore({ now: () => 1_000 }),
    documents: createMemoryDocumentStore(),
    blobs: createMemoryBlobs(),
  };
}

/** Stores on a data folder of their own. @param closing takes what is to be done in the end, the last first */
export async function onDisk(clock: Clock, closing: (() => Promise<unknown>)[]): Promise<Side> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-migrate-'));
  closing.push(() => rm(dataDir, { recursive: true, force: true }));
  const folder = await openEmbeddedFolder({ dataDir, clock });
  closing.push(() => folder.close());
  return { name: 'embedded', events: folder.events(), documents: folder.documents(), blobs: await folder.blobs() };
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
export function chained(
  stream: StreamName,
  revision: number,
  previous: string = GENESIS_HASH,
  data = `{"number":${revision}}`,
): NewEvent {
  return chainEvent(previous, { stream, revision, type: 'Happened', version: 1, at: 5, data }).event;
}

const parkedMessage = (id: string, sequence: number) => ({
  id: `mail ${id}`,
  version: 1,
  outbox: [],
  document: {
    consumer: 'mail',
    reason: 'Error: no',
    at: 1,
    sequence,
    message: { id, type: 'Told', data: null, collection: 'users_v1', documentId: 'u1', sequence },
  },
});

/** An installation with something of everything. */
export async function installation(): Promise<Side> {
  const side = inMemory('embedded');
  const { events, documents, blobs } = side;
  await write(events, ['account-a', 'account-b', 'account-a', 'account-a', 'account-c', 'account-b', 'account-a']);
  const message = (id: string) => ({ id, type: 'Told', data: { about: id } });
  await documents.carryIn('users_v1', [
    { id: 'gone', version: 0, outbox: [message('m0')] },
    {
      id: 'u1',
      version: 4,
      document: { name: 'é 🎨', nested: { b: 1, a: [null, true, 0.1] } },
      outbox: [message('m2'), message('m1')],
    },
    { id: 'u2', version: 1, document: { name: 'ada' }, outbox: [] },
  ]);
  await documents.carryIn(
    'tasks',
    Array.from({ length: 230 }, (_, index) => ({
      id: `t${index}`,
      version: 1 + (index % 5),
      document: { index },
      outbox: index % 50 === 0 ? [message(`t${index}`)] : [],
    })),
  );
  await documents.carryIn('uploads_v1', [
    { id: 'a', version: 1, document: { state: 'arriving' }, outbox: [] },
    { id: 'b', version: 2, document: { state: 'ready' }, outbox: [] },
  ]);
  await documents.carryIn('sums_v1', [{ id: 'account-a', version: 3, document: { position: 6, data: 4 }, outbox: [] }]);
  await documents.carryIn('unsaved_v1', [
    { id: 'account-a', version: 3, document: { position: 6, data: 4 }, outbox: [] },
  ]);
  await documents.carryIn('older_v1', [
    { id: 'account-a', version: 3, document: { position: 2, data: 2 }, outbox: [] },
  ]);
  await (await Leases.open(documents, { now: () => 1_000 })).acquire('projector', 'a process', 10_000);
  await documents.carryIn(
    'log_checkpoints',
    [
      ['older_v1', 2],
      ['policy_cheer', 4],
      ['policy_late', -1],
      ['policy_ready', 6],
      ['sums_v1', 6],
    ].map(([id, position]) => ({ id: String(id), version: 2, document: { position: Number(position) }, outbox: [] })),
  );
  // A test's own stream.
  const [first] = await events.readStream('account-b' as StreamName, { limit: 1 });
  const parked = (reader: string) => ({
    id: `${reader} account-b`,
    version: 1,
    document: {
      reader,
      stream: 'account-b',
      position: 1,
      eventId: first?.id ?? '',
      type: 'Happened',
      reason: 'Error: no',
      at: 1,
    },
    outbox: [],
  });
  await documents.carryIn('parked_streams', [parked('policy_cheer'), parked('sums_v1')]);
  await documents.carryIn('parked_messages', [parkedMessage('x', 40), parkedMessage('y', 7), parkedMessage('z', 41)]);
  for (const [content, references] of [
    ['one', ['t1', 't2']],
    ['two', ['t3']],
    ['', ['t4']],
    ['x'.repeat(300_000), ['t5']],
  ] as const) {
    const { hash } = await blobs.put(Buffer.from(content), references[0]);
    for (const reference of references) await blobs.addReference(hash, reference);
  }
  return side;
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
  for (const name of await documents.collections())
    if (name !== 'migration_v1') held[name] = await collect(documents.carryOut(name));
  const log = (await collect(walkLog(events))).map(({ stream, revision, id, type, data, metadata }) =>
    [stream, revision, id, type, data, metadata].join(' '),
  );
  return { log, documents: held, blobs: await collect(blobs.list()) };
}

/** Dies at one of its operations, and stays dead. */
export class Mortal {
  private left: number;
  private isDead = false;

  /** @param unanswered whether the last operation is still done, and only its answer is lost */
  constructor(
    operations: number,
    private readonly unanswered: boolean,
  ) {
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
            return property === 'collection' && typeof answer === 'object' && answer !== null
              ? this.wrap(answer)
              : answer;
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
