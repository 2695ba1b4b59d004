import type { Clock, Millis } from '../../kernel/clock.js';
import type { Collection, CollectionDefinition, DocumentStore } from '../documents/port.js';
import { generationName, Generations, KEEP_OLD_MS, LOOK_AGAIN_MS, monotonic } from './generations.js';

interface Seen<T> {
  readonly collection: Collection<T>;
  /** When it was last known to be live. */
  readonly at: Millis;
}

/**
 * The collection that a projection reads from: the live generation, or a fixed one. If other processes may switch,
 * reads only use a generation that was seen to be live shortly before (only the rate of clocks is relied on), and a
 * former generation is kept for longer than that after a switch.
 */
export class LiveCollection<T> {
  private looking: Promise<Seen<T>> | undefined;

  private constructor(
    private readonly documents: DocumentStore,
    private readonly definition: CollectionDefinition,
    private readonly decode: (stored: unknown) => T,
    private readonly generations: Generations,
    /** A generation that is not live (yet); undefined to follow the live one. */
    private readonly fixed: number | undefined,
    private readonly clock: Clock,
    private seen: Seen<T>,
  ) {}

  /**
   * @param generation a fixed generation; default: the live one
   * @throws StoreUnavailable
   */
  static async open<T>(
    documents: DocumentStore,
    definition: CollectionDefinition,
    decode: (stored: unknown) => T,
    generation?: number,
    clock: Clock = monotonic,
  ): Promise<LiveCollection<T>> {
    const generations = await Generations.open(documents);
    const at = clock.now();
    const name = generationName(definition.name, generation ?? (await generations.of(definition.name)).live);
    const collection = await documents.collection({ ...definition, name }, decode);
    return new LiveCollection(documents, definition, decode, generations, generation, clock, { collection, at });
  }

  /** The collection as last seen, for writers and for uses of its name. */
  get current(): Collection<T> {
    return this.seen.collection;
  }

  /**
   * Reads from the live generation.
   * @throws StoreUnavailable, and errors of the read
   */
  async read<Result>(work: (collection: Collection<T>) => Promise<Result>): Promise<Result> {
    for (;;) {
      const seen = this.isFresh() ? this.seen : await this.lookOnce();
      const result = await work(seen.collection);
      // After a long delay the generation may have been cleared meanwhile.
      if (!this.mayMove || this.clock.now() - seen.at < KEEP_OLD_MS / 2) return result;
    }
  }

  /**
   * Loads which generation is live now.
   * @throws StoreUnavailable
   */
  async look(): Promise<void> {
    if (this.fixed !== undefined) return;
    // A lookup in progress may have been answered before a switch that the caller knows of.
    await this.looking?.catch(() => undefined);
    await this.lookOnce();
  }

  /**
   * As `look`, unless it was done a moment ago.
   * @throws StoreUnavailable
   */
  async lookIfDue(): Promise<void> {
    if (!this.isFresh()) await this.lookOnce();
  }

  private get mayMove(): boolean {
    return this.documents.shared && this.fixed === undefined;
  }

  private isFresh(): boolean {
    return !this.mayMove || this.clock.now() - this.seen.at < LOOK_AGAIN_MS;
  }

  private lookOnce(): Promise<Seen<T>> {
    this.looking ??= this.lookUp().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async lookUp(): Promise<Seen<T>> {
    const at = this.clock.now();
    const name = generationName(this.definition.name, (await this.generations.of(this.definition.name)).live);
    const collection =
      name === this.current.name
        ? this.current
        : await this.documents.collection({ ...this.definition, name }, this.decode);
    this.seen = { collection, at };
    return this.seen;
  }
}
