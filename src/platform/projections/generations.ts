import { z } from 'zod';
import type { Clock, Millis } from '../../kernel/clock.js';
import type { Collection, DocumentStore } from '../documents/port.js';
import { upsert } from '../documents/update.js';

const rebuilt = z.object({
  generation: z.int(),
  /** Events read by the last process that filled it. */
  events: z.int(),
  position: z.int(),
  documents: z.int(),
  /** Documents that differ from the previous generation at the same log position. */
  differing: z.int(),
  /** Ids of the first differing documents. */
  examples: z.array(z.string()),
});
const shape = z.object({
  /** The live generation. */
  live: z.int().min(0),
  /** The generation being filled; null when none is. */
  building: z.int().min(1).nullable(),
  /** Former live generations that still exist. */
  old: z.array(z.int().min(0)),
  /** Result of the last fill; null before the first. */
  last: rebuilt.nullable(),
});
/** State of the generations of one projection. */
export type GenerationStatus = z.infer<typeof shape>;
/** Result of a rebuild. */
export type Rebuilt = z.infer<typeof rebuilt>;

/** One document per projection, by its name. */
export const GENERATIONS = { name: 'projection_generations', indexes: [] } as const;
const FIRST: GenerationStatus = { live: 0, building: null, old: [], last: null };

/** Cache lifetime of the generations' state, when other processes may switch. */
export const LOOK_AGAIN_MS: Millis = 1_000;
/** Retention of a former generation; longer than any reader's cache. */
export const KEEP_OLD_MS: Millis = 30_000;

/** A monotonic clock. */
export const monotonic: Clock = { now: () => performance.now() };

/** The collection of a generation; the first has the projection's name. */
export function generationName(name: string, generation: number): string {
  return generation === 0 ? name : `${name}_g${generation}`;
}

/**
 * Which collection each projection reads from. A rebuild fills a separate generation, and one compare-and-set makes it
 * live. Numbers are never reused, so that a process unaware of a switch writes only where no one reads.
 */
export class Generations {
  private constructor(private readonly collection: Collection<GenerationStatus>) {}

  /** @throws StoreUnavailable */
  static async open(documents: Pick<DocumentStore, 'collection'>): Promise<Generations> {
    return new Generations(await documents.collection(GENERATIONS, (stored) => shape.parse(stored)));
  }

  /** @throws StoreUnavailable */
  async of(name: string): Promise<GenerationStatus> {
    return (await this.collection.get(name))?.document ?? FIRST;
  }

  /** Requests a new generation, unless one is being filled. @returns its number. @throws StoreUnavailable */
  async ask(name: string): Promise<number> {
    const { building } = await this.change(name, (before) =>
      before.building !== null
        ? before
        : { ...before, building: Math.max(before.live, before.last?.generation ?? 0, ...before.old) + 1 },
    );
    return building ?? 0;
  }

  /**
   * Makes the filled generation live.
   * @returns whether it is live now; false when another process has switched, or it was never requested
   * @throws StoreUnavailable
   */
  async switchTo(name: string, made: Rebuilt): Promise<boolean> {
    const { live } = await this.change(name, (before) =>
      before.building === made.generation
        ? { live: made.generation, building: null, old: [...before.old, before.live], last: made }
        : before,
    );
    return live === made.generation;
  }

  /** Records that a former generation was deleted. @throws StoreUnavailable */
  async cleared(name: string, generation: number): Promise<void> {
    await this.change(name, (before) =>
      before.old.includes(generation) ? { ...before, old: before.old.filter((one) => one !== generation) } : before,
    );
  }

  private async change(name: string, to: (before: GenerationStatus) => GenerationStatus): Promise<GenerationStatus> {
    const changed = await upsert(this.collection, name, (before = FIRST) => {
      const after = to(before);
      return after === before ? 'unchanged' : { document: after };
    });
    return changed?.document ?? FIRST;
  }
}
