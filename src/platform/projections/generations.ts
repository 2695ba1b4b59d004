import { z } from 'zod';
import type { Clock, Millis } from '../../kernel/clock.js';
import type { Collection, DocumentStore } from '../documents/port.js';
import { upsert } from '../documents/update.js';

const rebuilt = z.object({
  generation: z.int(),
  /** Read of the log, by whoever filled it last. */
  events: z.int(),
  position: z.int(),
  documents: z.int(),
  /** Of the documents: not as they were before, at the same place of the log. */
  differing: z.int(),
  /** Ids of the first of those. */
  examples: z.array(z.string()),
});
const shape = z.object({
  /** The one that answers. */
  live: z.int().min(0),
  /** The one that is being filled; null when none is. */
  building: z.int().min(1).nullable(),
  /** Those that answered before and are still there. */
  old: z.array(z.int().min(0)),
  /** What became of the one that was filled last; null before the first. */
  last: rebuilt.nullable(),
});
/** What is known of the generations of one projection. */
export type GenerationStatus = z.infer<typeof shape>;
/** What a rebuild came to. */
export type Rebuilt = z.infer<typeof rebuilt>;

/** A document a projection, by its name. */
export const GENERATIONS = { name: 'projection_generations', indexes: [] } as const;
const FIRST: GenerationStatus = { live: 0, building: null, old: [], last: null };

/** How long what was read of the generations is gone by, where other processes may switch. */
export const LOOK_AGAIN_MS: Millis = 1_000;
/** How long a generation is kept once another answers: whoever still reads it has looked again long before. */
export const KEEP_OLD_MS: Millis = 30_000;

/** A clock that is never set back or on. */
export const monotonic: Clock = { now: () => performance.now() };

/** The collection of a generation; the first is called as the projection. */
export function generationName(name: string, generation: number): string {
  return generation === 0 ? name : `${name}_g${generation}`;
}

/**
 * Which of its collections each projection answers from. A rebuild fills a generation of its own beside the live one, and one
 * compare-and-set makes it the live one. A number is never used again, so that a process that has not heard of a switch can
 * only write where no one reads.
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

  /** Requests a new generation, unless one is being filled already. @returns its number. @throws StoreUnavailable */
  async ask(name: string): Promise<number> {
    const { building } = await this.change(name, (before) => (before.building !== null ? before : { ...before, building: Math.max(before.live, before.last?.generation ?? 0, ...before.old) + 1 }));
    return building ?? 0;
  }

  /**
   * Makes the generation that was filled the live one.
   * @returns whether it is now; otherwise another process has done it, or it was never requested
   * @throws StoreUnavailable
   */
  async switchTo(name: string, made: Rebuilt): Promise<boolean> {
    const { live } = await this.change(name, (before) => (before.building === made.generation ? { live: made.generation, building: null, old: [...before.old, before.live], last: made } : before));
    return live === made.generation;
  }

  /** Notes that an old generation is no more. @throws StoreUnavailable */
  async cleared(name: string, generation: number): Promise<void> {
    await this.change(name, (before) => (before.old.includes(generation) ? { ...before, old: before.old.filter((one) => one !== generation) } : before));
  }

  private async change(name: string, to: (before: GenerationStatus) => GenerationStatus): Promise<GenerationStatus> {
    const changed = await upsert(this.collection, name, (before = FIRST) => {
      const after = to(before);
      return after === before ? 'unchanged' : { document: after };
    });
    return changed?.document ?? FIRST;
  }
}
