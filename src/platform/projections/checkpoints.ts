import { z } from 'zod';
import type { Position } from '../../kernel/event.js';
import type { Collection, DocumentStore, Versioned } from '../documents/port.js';

const checkpoint = z.object({ position: z.int() });
/** A document a follower, by its name. */
export const CHECKPOINTS = { name: 'log_checkpoints', indexes: [] } as const;

/** How far each follower of the log has come, so that it continues from there after a restart. */
export class Checkpoints {
  private readonly known = new Map<string, Versioned<{ position: Position }>>();

  private constructor(private readonly collection: Collection<{ position: Position }>) {}

  /** @throws StoreUnavailable */
  static async open(documents: DocumentStore): Promise<Checkpoints> {
    return new Checkpoints(await documents.collection(CHECKPOINTS, (stored) => checkpoint.parse(stored)));
  }

  /** @returns undefined for a follower that has never saved one. @throws StoreUnavailable */
  async load(follower: string): Promise<Position | undefined> {
    const found = await this.collection.get(follower);
    if (found === undefined) this.known.delete(follower);
    else this.known.set(follower, found);
    return found?.document.position;
  }

  /**
   * Saves those that have moved on. Written by the version last known, so that of several who save at once none takes a follower back:
   * who comes second learns where it stands, and saves again once it is further. @throws StoreUnavailable
   */
  async save(positions: ReadonlyMap<string, Position>): Promise<void> {
    const moved = [...positions].filter(([follower, position]) => position > (this.known.get(follower)?.document.position ?? -2));
    if (moved.length === 0) return;
    const results = await this.collection.putMany(moved.map(([id, position]) => ({ id, document: { position }, expectedVersion: this.known.get(id)?.version ?? 0 })));
    for (const [index, [id, position]] of moved.entries()) {
      if (results[index] === 'written') this.known.set(id, { id, version: (this.known.get(id)?.version ?? 0) + 1, document: { position } });
      else await this.load(id);
    }
  }

  /** Forgets a follower: it begins again. @throws StoreUnavailable */
  async forget(follower: string): Promise<void> {
    const found = await this.collection.get(follower);
    if (found !== undefined) await this.collection.delete(follower, found.version);
    this.known.delete(follower);
  }
}
