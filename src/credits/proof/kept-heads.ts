import { z } from 'zod';
import type { StreamName } from '../../kernel/event.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { Head, HeadsOfLog, WalkPlace } from './heads.js';

const HEADS = { name: 'credits_root_heads', indexes: [] } as const;
const PLACE = { name: 'credits_root_place', indexes: [] } as const;
const ID = 'walk';
const AT_ONCE = 500;
const PAGE = 1_000;

const headShape = z.object({ stream: z.string(), revision: z.int().min(0), hash: z.string(), at: z.int(), ordinal: z.int().min(1) });
const placeShape = z.object({ events: z.int().min(1), before: z.int(), position: z.int(), eventId: z.string() });

/**
 * Where the walk for the last root stood, and every account's head there: the next one goes on from there. It is worth no more than
 * the root that its heads lead to, which whoever goes on from them compares with the signed one: what a crash left half written, or
 * was written by two at once, does not lead there.
 */
export class KeptHeads {
  constructor(private readonly documents: DocumentStore) {}

  /** @returns undefined when nothing was kept. @throws StoreUnavailable */
  async load(): Promise<{ readonly place: WalkPlace; readonly heads: ReadonlyMap<StreamName, Head> } | undefined> {
    const places = await this.documents.collection(PLACE, (stored) => placeShape.parse(stored));
    const place = (await places.get(ID))?.document;
    if (place === undefined) return undefined;
    const collection = await this.documents.collection(HEADS, (stored) => headShape.parse(stored));
    const heads = new Map<StreamName, Head>();
    let after: string | undefined;
    do {
      const page = await collection.find({ limit: PAGE, ...(after === undefined ? {} : { after }) });
      for (const { document } of page.items) {
        const stream = document.stream as StreamName; // as the log named it when its head was kept
        heads.set(stream, { ...document, stream });
      }
      after = page.next;
    } while (after !== undefined);
    return { place, heads };
  }

  /**
   * Keeps where a walk stands.
   * @param since how many events the one that is kept has taken: heads that have not moved since are kept already
   * @throws StoreUnavailable
   */
  async keep(walk: Pick<HeadsOfLog, 'all' | 'place'>, since: number): Promise<void> {
    const { place } = walk;
    if (place === undefined || place.events === since) return;
    let waiting: Head[] = [];
    const write = async (): Promise<void> => {
      await this.documents.carryIn(HEADS.name, waiting.map((head) => ({ id: head.stream, version: 1, document: { ...head }, outbox: [] })));
      waiting = [];
    };
    for (const head of walk.all) {
      if (head.ordinal > since && waiting.push(head) === AT_ONCE) await write();
    }
    if (waiting.length > 0) await write();
    await this.documents.carryIn(PLACE.name, [{ id: ID, version: 1, document: { ...place }, outbox: [] }]);
  }
}
