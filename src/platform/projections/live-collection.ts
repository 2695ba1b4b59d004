import type { Clock, Millis } from '../../kernel/clock.js';
import type { Collection, CollectionDefinition, DocumentStore } from '../documents/port.js';
import { generationName, Generations, KEEP_OLD_MS, LOOK_AGAIN_MS, monotonic } from './generations.js';

interface Seen<T> {
  readonly collection: Collection<T>;
  /** When it was last known to be the live one. */
  readonly at: Millis;
}

/**
 * The collection that a projection answers from at the moment: the live generation, or one that it was given. Where other processes
 * may switch, nothing is answered from a generation that was not seen to be live a short while before (of clocks only their rate
 * is relied on), and a generation is kept for longer than that after the switch.
 */
export class LiveCollection<T> {
  private looking: Promise<Seen<T>> | undefined;

  private constructor(
    private readonly documents: DocumentStore,
    private readonly definition: CollectionDefinition,
    private readonly decode: (stored: unknown) => T,
    private readonly generations: Generations,
    /** Of a generation that is not (yet) the live one; undefined to go by what is live. */
    private readonly fixed: number | undefined,
    private readonly clock: Clock,
    private seen: Seen<T>,
  ) {}

  /** @param generation one to keep to; the live one, whichever that is, without it. @throws StoreUnavailable */
  static async open<T>(documents: DocumentStore, definition: CollectionDefinition, decode: (stored: unknown) => T, generation?: number, clock: Clock = monotonic): Promise<LiveCollection<T>> {
    const generations = await Generations.open(documents);
    const at = clock.now();
    const name = generationName(definition.name, generation ?? (await generations.of(definition.name)).live);
    const collection = await documents.collection({ ...definition, name }, decode);
    return new LiveCollection(documents, definition, decode, generations, generation, clock, { collection, at });
  }

  /** As it was last seen, for whoever writes and for what goes by its name. */
  get current(): Collection<T> {
    return this.seen.collection;
  }

  /** Reads from the live one. @throws StoreUnavailable, and what the reading throws */
  async read<Result>(work: (collection: Collection<T>) => Promise<Result>): Promise<Result> {
    for (;;) {
      const seen = this.isFresh() ? this.seen : await this.lookOnce();
      const result = await work(seen.collection);
      // It may have been cleared away since, for whoever was held up so long.
      if (!this.mayMove || this.clock.now() - seen.at < KEEP_OLD_MS / 2) return result;
    }
  }

  /** Goes by what is live now. @throws StoreUnavailable */
  async look(): Promise<void> {
    if (this.fixed !== undefined) return;
    // One that is in progress may have been answered before a switch of which the caller knows.
    await this.looking?.catch(() => undefined);
    await this.lookOnce();
  }

  /** As `look`, when it was not done a moment ago. @throws StoreUnavailable */
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
    const collection = name === this.current.name ? this.current : await this.documents.collection({ ...this.definition, name }, this.decode);
    this.seen = { collection, at };
    return this.seen;
  }
}
