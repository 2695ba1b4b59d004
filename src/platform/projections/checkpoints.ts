import { z } from 'zod';
import type { Position } from '../../kernel/event-sourcing/event.js';
import type { Collection, DocumentStore, Versioned } from '../documents/port.js';

const checkpoint = z.object({ position: z.int() });
/** One document per follower, by its name. */
export const CHECKPOINTS = { name: 'log_checkpoints', indexes: [] } as const;

/** Log positions of all followers, so that they continue after a restart. */
export class Checkpoints {
  private readonly known = new Map<string, Versioned<{ position: Position }>>();

  private constructor(private readonly collection: Collection<{ position: Position }>) {}

  /** @throws StoreUnavailable */
  static async open(documents: DocumentStore): Promise<Checkpoints> {
    return new Checkpoints(await documents.collection(CHECKPOINTS, (stored) => checkpoint.parse(stored)));
  }

  /** @returns undefined for a follower without a checkpoint. @throws StoreUnavailable */
  async load(follower: string): Promise<Position | undefined> {
    const found = await this.collection.get(follower);
    if (found === undefined) this.known.delete(follower);
    else this.known.set(follower, found);
    return found?.document.position;
  }

  /**
   * Saves changed checkpoints by compare-and-set, so that concurrent processes never move a follower back: the loser
   * reads the stored position and saves again once it is ahead. @throws StoreUnavailable
   */
  async save(positions: ReadonlyMap<string, Position>): Promise<void> {
    const moved = [...positions].filter(
      ([follower, position]) => position > (this.known.get(follower)?.document.position ?? -2),
    );
    if (moved.length === 0) return;
    const results = await this.collection.putMany(
      moved.map(([id, position]) => ({
        id,
        document: { position },
        expectedVersion: this.known.get(id)?.version ?? 0,
      })),
    );
    for (const [index, [id, position]] of moved.entries()) {
      if (results[index] === 'written')
        this.known.set(id, { id, version: (this.known.get(id)?.version ?? 0) + 1, document: { position } });
      else await this.load(id);
    }
  }

  /** Deletes a follower's checkpoint: it restarts from its beginning. @throws StoreUnavailable */
  async forget(follower: string): Promise<void> {
    const found = await this.collection.get(follower);
    if (found !== undefined) await this.collection.delete(follower, found.version);
    this.known.delete(follower);
  }
}
