import { isDeepStrictEqual } from 'node:util';
import { setImmediate as breathe } from 'node:timers/promises';
import { z } from 'zod';
import type { Position } from '../../kernel/event.js';
import type { CarriedDocument, CollectionDefinition, DocumentStore } from '../documents/port.js';

const projected = z.object({ position: z.int(), data: z.unknown() });
type Stored = z.infer<typeof projected>;

/** What two generations have in common. */
export interface Compared {
  /** In the one that was filled. */
  readonly documents: number;
  /** Ids of those that stood at different places of the log, were not the same or in one of the two alone: to be looked at again. */
  readonly unsettled: readonly string[];
  /** Not the same, and too many to be looked at again. */
  readonly differing: number;
}

const MAX_UNSETTLED = 20_000;
const STEP = 500;
const LOOKED_UP_AT_ONCE = 500;

/**
 * Compares two collections of projected documents, each read once in the order of the ids. While both may be written: what was
 * equal at the same place of the log stays equal, for the same events are folded into both. Takes no memory by the document.
 * @throws StoreUnavailable
 */
export async function compareGenerations(documents: DocumentStore, before: string, after: string, signal: AbortSignal): Promise<Compared> {
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
 * Looks at some documents again, while no one writes those that answer.
 * @param place what the one that answers has come to, and the other at least; what either has of later events is not compared
 * @returns the ids of those that are not the same
 * @throws StoreUnavailable
 */
export async function compareOnce(documents: DocumentStore, indexes: CollectionDefinition['indexes'], [before, after]: readonly [string, string], ids: readonly string[], place: Position): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const read = (stored: unknown): Stored => projected.parse(stored);
  const [left, right] = [await documents.collection({ name: before, indexes }, read), await documents.collection({ name: after, indexes }, read)];
  const differing: string[] = [];
  for (let from = 0; from < ids.length; from += LOOKED_UP_AT_ONCE) {
    const some = ids.slice(from, from + LOOKED_UP_AT_ONCE);
    const found = new Map((await left.getMany(some)).map(({ id, document }) => [id, document]));
    const others = new Map((await right.getMany(some)).map(({ id, document }) => [id, document]));
    differing.push(...some.filter((id) => {
      const [one, other] = [found.get(id), others.get(id)];
      return (one?.position ?? -1) <= place && (other?.position ?? -1) <= place && !isDeepStrictEqual(one, other);
    }));
  }
  return differing;
}


/** In the order of their UTF-8 bytes; what is not there comes last. */
function orderOf(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

interface Given {
  readonly id: string;
  readonly stored: Stored;
}

/** One document after another. */
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
