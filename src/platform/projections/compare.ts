import { isDeepStrictEqual } from 'node:util';
import { setImmediate as breathe } from 'node:timers/promises';
import { z } from 'zod';
import type { Position } from '../../kernel/event-sourcing/event.js';
import type { CarriedDocument, CollectionDefinition, DocumentStore } from '../documents/port.js';

const projected = z.object({ position: z.int(), data: z.unknown() });
type Stored = z.infer<typeof projected>;

/** Result of comparing two generations. */
export interface Compared {
  /** Documents in the new generation. */
  readonly documents: number;
  /**
   * Ids of documents at different log positions, with different content, or in one generation only: to be compared
   * again.
   */
  readonly unsettled: readonly string[];
  /** Number of further differences, too many to be compared again. */
  readonly differing: number;
}

const MAX_UNSETTLED = 20_000;
const STEP = 500;
const LOOKED_UP_AT_ONCE = 500;

/**
 * Compares two collections of projected documents; each is read once in order of id. Both may be written meanwhile:
 * documents that were equal at the same log position stay equal, because the same events are folded into both. Memory
 * use is independent of the number of documents.
 * @throws StoreUnavailable
 */
export async function compareGenerations(
  documents: DocumentStore,
  before: string,
  after: string,
  signal: AbortSignal,
): Promise<Compared> {
  const [left, right] = [new Read(documents.carryOut(before)), new Read(documents.carryOut(after))];
  const unsettled: string[] = [];
  let [count, differing, steps] = [0, 0, 0];
  const differs = (id: string): void => {
    if (unsettled.length < MAX_UNSETTLED) unsettled.push(id);
    else differing += 1;
  };
  try {
    let [one, other] = [await left.next(), await right.next()];
    while ((one !== undefined || other !== undefined) && !signal.aborted) {
      const order = orderOf(one?.id, other?.id);
      if (order !== 0 || !isDeepStrictEqual(one?.stored, other?.stored)) differs((order <= 0 ? one : other)?.id ?? '');
      if (order >= 0) count += 1;
      [one, other] = [order <= 0 ? await left.next() : one, order >= 0 ? await right.next() : other];
      if ((steps += 1) % STEP === 0) await breathe();
    }
  } finally {
    await left.close();
    await right.close();
  }
  return { documents: count, unsettled, differing };
}

/**
 * Compares some documents again, while no one writes the live generation.
 * @param place log position of the live generation, which the other has reached too; later events in either are not
 * compared
 * @returns the ids of documents that differ
 * @throws StoreUnavailable
 */
export async function compareOnce(
  documents: DocumentStore,
  indexes: CollectionDefinition['indexes'],
  [before, after]: readonly [string, string],
  ids: readonly string[],
  place: Position,
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const read = (stored: unknown): Stored => projected.parse(stored);
  const [left, right] = [
    await documents.collection({ name: before, indexes }, read),
    await documents.collection({ name: after, indexes }, read),
  ];
  const differing: string[] = [];
  for (let from = 0; from < ids.length; from += LOOKED_UP_AT_ONCE) {
    const some = ids.slice(from, from + LOOKED_UP_AT_ONCE);
    const found = new Map((await left.getMany(some)).map(({ id, document }) => [id, document]));
    const others = new Map((await right.getMany(some)).map(({ id, document }) => [id, document]));
    differing.push(
      ...some.filter((id) => {
        const [one, other] = [found.get(id), others.get(id)];
        return (one?.position ?? -1) <= place && (other?.position ?? -1) <= place && !isDeepStrictEqual(one, other);
      }),
    );
  }
  return differing;
}

/** Compares by UTF-8 bytes; undefined comes last. */
function orderOf(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

interface Given {
  readonly id: string;
  readonly stored: Stored;
}

/** Iterates over documents. */
class Read {
  private readonly source: AsyncIterator<CarriedDocument>;

  constructor(source: AsyncIterable<CarriedDocument>) {
    this.source = source[Symbol.asyncIterator]();
  }

  async next(): Promise<Given | undefined> {
    const read = await this.source.next();
    return read.done === true ? undefined : { id: read.value.id, stored: projected.parse(read.value.document) };
  }

  async close(): Promise<void> {
    await this.source.return?.();
  }
}
