import type {
  Collection,
  CollectionDefinition,
  DocumentStore,
  OutboxMessage,
  PutResult,
} from '../../../src/platform/documents/port.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';

/** A document store whose power can be cut: from then on nothing is written, nor read, until it is mended. */
export interface PoweredStore {
  readonly store: DocumentStore;
  /** Every message that was stored, in order. */
  readonly published: readonly OutboxMessage[];
  /**
   * Lets so many writes through, then cuts.
   * @param answered whether the write after them is lost whole, or is stored and only its answer is lost
   */
  cutAfter(writes: number, answered: 'lost' | 'unanswered'): void;
  /** Whether the cut has happened. */
  isCut(): boolean;
  mend(): void;
}

/** Puts a switch before a store. Closing it leaves the store behind open, as a process that dies would. */
export function powered(behind: DocumentStore): PoweredStore {
  const published: OutboxMessage[] = [];
  let left = Number.POSITIVE_INFINITY;
  let loss: 'lost' | 'unanswered' = 'lost';
  let cut = false;
  const dead = (): StoreUnavailable => new StoreUnavailable('documents', 'failed', 'the power is cut');
  const read = <T>(work: () => Promise<T>): Promise<T> => (cut ? Promise.reject(dead()) : work());
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    if (cut) throw dead();
    left -= 1;
    if (left >= 0) return work();
    cut = true;
    if (loss === 'unanswered') await work();
    throw dead();
  };
  const note =
    (outbox: readonly OutboxMessage[] | undefined) =>
    (result: PutResult): PutResult => {
      if (result === 'written') published.push(...(outbox ?? []));
      return result;
    };
  const collectionOf = <T>(own: Collection<T>): Collection<T> => ({
    name: own.name,
    get: (id) => read(() => own.get(id)),
    getMany: (ids) => read(() => own.getMany(ids)),
    versions: (ids) => read(() => own.versions(ids)),
    find: (query) => read(() => own.find(query)),
    findPositions: (query) => read(() => own.findPositions(query)),
    count: (where) => read(() => own.count(where)),
    put: (operation) => write(async () => note(operation.outbox)(await own.put(operation))),
    putMany: (operations) => write(() => own.putMany(operations)),
    delete: (id, version, outbox) => write(async () => note(outbox)(await own.delete(id, version, outbox))),
  });
  return {
    published,
    store: {
      shared: behind.shared,
      collection: async <T>(definition: CollectionDefinition, decode: (stored: unknown) => T) =>
        collectionOf(await behind.collection(definition, decode)),
      dropCollection: (name) => write(() => behind.dropCollection(name)),
      pendingMessages: (limit) => read(() => behind.pendingMessages(limit)),
      settleMessages: (ids) => write(() => behind.settleMessages(ids)),
      collections: () => read(() => behind.collections()),
      carryOut: (name, after) => behind.carryOut(name, after),
      carryIn: (name, documents) => write(() => behind.carryIn(name, documents)),
      onMessages: (listener) => behind.onMessages(listener),
      ping: () => read(() => behind.ping()),
      close: async () => undefined,
    },
    cutAfter: (writes, how) => {
      left = writes;
      loss = how;
    },
    isCut: () => cut,
    mend: () => {
      cut = false;
      left = Number.POSITIVE_INFINITY;
    },
  };
}
