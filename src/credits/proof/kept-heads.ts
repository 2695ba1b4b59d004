import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { Head, HeadsOfLog, WalkPosition } from './heads.js';
import { utcDay } from './root.shared.js';

const HEADS = { name: 'credits_root_heads', indexes: [] } as const;
const PLACE = { name: 'credits_root_place', indexes: [] } as const;
const ID = 'walk';
const AT_ONCE = 500;
const PAGE = 1_000;

const headShape = z.object({
  stream: z.string(),
  revision: z.int().min(0),
  hash: z.string(),
  at: z.int(),
  ordinal: z.int().min(1),
});
/** A place without `counts` is that of a walk along accounts alone, for a root of version 1. */
const placeShape = z.object({
  events: z.int().min(1),
  counts: z.record(z.string(), z.int().min(0)).exactOptional(),
  before: z.int(),
  position: z.int(),
  eventId: z.string(),
  whole: utcDay.exactOptional(),
});

/** Stored result of the last walk. `whole` is the UTC day of the last walk from the beginning; absent when unknown. */
export interface Kept {
  readonly place: WalkPosition;
  readonly heads: ReadonlyMap<StreamName, Head>;
  readonly whole?: string;
}

/**
 * Position of the walk for the last root, and every stream's head there, so that the next walk can continue. The
 * stored heads are not trusted: the next walk compares their root with the signed one. That detects a write that a
 * crash interrupted or that two processes made at once.
 */
export class KeptHeads {
  constructor(private readonly documents: DocumentStore) {}

  /**
   * @returns undefined when nothing is stored, or only a walk for a root of version 1
   * @throws StoreUnavailable
   */
  async load(): Promise<Kept | undefined> {
    const places = await this.documents.collection(PLACE, (stored) => placeShape.parse(stored));
    const found = (await places.get(ID))?.document;
    if (found === undefined) return undefined;
    const { whole, counts, ...place } = found;
    if (counts === undefined) return undefined;
    const collection = await this.documents.collection(HEADS, (stored) => headShape.parse(stored));
    const heads = new Map<StreamName, Head>();
    let after: string | undefined;
    do {
      const page = await collection.find({ limit: PAGE, ...defined({ after }) });
      for (const { document } of page.items) {
        const stream = document.stream as StreamName; // the log supplied this name when the head was stored
        heads.set(stream, { ...document, stream });
      }
      after = page.next;
    } while (after !== undefined);
    return { place: { ...place, counts }, heads, ...defined({ whole }) };
  }

  /**
   * Stores the position of a walk.
   * @param since number of events taken by the stored walk; heads that have not moved since are already stored
   * @param whole UTC day of the last walk from the beginning, by this walk or an earlier one
   * @throws StoreUnavailable
   */
  async keep(walk: Pick<HeadsOfLog, 'all' | 'place'>, since: number, whole: string): Promise<void> {
    const { place } = walk;
    if (place === undefined || place.events === since) return;
    let waiting: Head[] = [];
    const write = async (): Promise<void> => {
      await this.documents.carryIn(
        HEADS.name,
        waiting.map((head) => ({ id: head.stream, version: 1, document: { ...head }, outbox: [] })),
      );
      waiting = [];
    };
    for (const head of walk.all) {
      if (head.ordinal > since && waiting.push(head) === AT_ONCE) await write();
    }
    if (waiting.length > 0) await write();
    await this.documents.carryIn(PLACE.name, [{ id: ID, version: 1, document: { ...place, whole }, outbox: [] }]);
  }
}
