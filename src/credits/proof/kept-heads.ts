import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import type { StreamName } from '../../kernel/event.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { Head, HeadsOfLog, WalkPosition } from './heads.js';
import { utcDay } from './root.shared.js';

const HEADS = { name: 'credits_root_heads', indexes: [] } as const;
const PLACE = { name: 'credits_root_place', indexes: [] } as const;
const ID = 'walk';
const AT_ONCE = 500;
const PAGE = 1_000;

const headShape = z.object({ stream: z.string(), revision: z.int().min(0), hash: z.string(), at: z.int(), ordinal: z.int().min(1) });
const placeShape = z.object({ events: z.int().min(1), before: z.int(), position: z.int(), eventId: z.string(), whole: utcDay.exactOptional() });

/** What was kept of the last walk. `whole`: the UTC day on which the log was last walked from its beginning; without it, no one knows. */
export interface Kept {
  readonly place: WalkPosition;
  readonly heads: ReadonlyMap<StreamName, Head>;
  readonly whole?: string;
}

/**
 * Where the walk for the last root stood, and every account's head there: the next one continues from there. It is worth no more than
 * the root that its heads lead to, which whoever continues from them compares with the signed one: what a crash left half written, or
 * was written by two at once, does not lead there.
 */
export class KeptHeads {
  constructor(private readonly documents: DocumentStore) {}

  /** @returns undefined when nothing was kept. @throws StoreUnavailable */
  async load(): Promise<Kept | undefined> {
    const places = await this.documents.collection(PLACE, (stored) => placeShape.parse(stored));
    const found = (await places.get(ID))?.document;
    if (found === undefined) return undefined;
    const { whole, ...place } = found;
    const collection = await this.documents.collection(HEADS, (stored) => headShape.parse(stored));
    const heads = new Map<StreamName, Head>();
    let after: string | undefined;
    do {
      const page = await collection.find({ limit: PAGE, ...defined({ after }) });
      for (const { document } of page.items) {
        const stream = document.stream as StreamName; // as the log named it when its head was kept
        heads.set(stream, { ...document, stream });
      }
      after = page.next;
    } while (after !== undefined);
    return { place, heads, ...defined({ whole }) };
  }

  /**
   * Keeps where a walk stands.
   * @param since how many events the one that is kept has taken: heads that have not moved since are kept already
   * @param whole the UTC day on which the log was last walked from its beginning, by this walk or one before it
   * @throws StoreUnavailable
   */
  async keep(walk: Pick<HeadsOfLog, 'all' | 'place'>, since: number, whole: string): Promise<void> {
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
    await this.documents.carryIn(PLACE.name, [{ id: ID, version: 1, document: { ...place, whole }, outbox: [] }]);
  }
}
