import { setImmediate as breathe } from 'node:timers/promises';
import type { DomainEvent, Position } from '../../kernel/event.js';
import { projectionCollection, type Projection } from '../../kernel/projection.js';
import type { DocumentStore } from '../documents/port.js';
import type { EventStore } from '../event-store/port.js';
import type { Checkpoints } from './checkpoints.js';
import { compareGenerations, compareOnce } from './compare.js';
import type { Filling, Refillable } from './follower.js';
import { generationName, Generations, type Rebuilt } from './generations.js';
import type { ParkedStreams } from './parked.js';
import { ProjectionRunner } from './projection-runner.js';

const READ_AT_ONCE = 5_000;
/** Many events of one document are one write, the more the more are taken together; no longer once there are so many of each. */
const WRITE_AFTER = 50_000;
const EVENTS_A_DOCUMENT = 20;

/** What a rebuild works with. */
export interface RebuildStores {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly checkpoints: Checkpoints;
  readonly parked: ParkedStreams;
}

/**
 * Puts what was filled in the live one's place while that takes nothing: `work` is given the live one's place in the log, and answers
 * with its own, or undefined when all is to stay as it is. `LogRuntime.handOver` is one where the live one is kept up by this process.
 */
export type HandOff = (work: (position: Position) => Promise<Position | undefined>) => Promise<void>;

const NEVER = new AbortController().signal;

/**
 * Fills a projection again from the beginning of the log, beside the live one, makes it the live one, and clears the old one away.
 * For where no other process reads it or keeps it up: there the projector is asked to do it (rebuilds.ts). Policies are not replayed.
 * @throws StoreUnavailable; run it again, and it continues
 */
export async function rebuild<Document, Event extends DomainEvent>(projection: Projection<Document, Event>, stores: RebuildStores): Promise<Rebuilt> {
  const { name, indexes } = projectionCollection(projection);
  return refill({ name, indexes, prefix: projection.prefix, openAnew: ({ documents, parked }, generation) => ProjectionRunner.open(projection, documents, parked, generation) }, stores);
}

/** The same for whoever keeps documents by the log. @throws StoreUnavailable; run it again, and it continues */
export async function refill(follower: Refillable, stores: RebuildStores): Promise<Rebuilt> {
  const generations = await Generations.open(stores.documents);
  await generations.ask(follower.name);
  const made = await rebuildBeside(follower, stores, async (work) => {
    const { live } = await generations.of(follower.name);
    await work((await stores.checkpoints.load(generationName(follower.name, live))) ?? -1);
  });
  if (made === undefined) throw new Error(`another process is filling ${follower.name} anew`);
  await clearOld(follower.name, stores);
  return made;
}

/**
 * Fills the generation that was requested, or continues with it, compares it with the live one document by document, and makes it the
 * live one. Until then the live one answers and is kept up by whoever does; the old one is left where it is (`clearOld`). Two at once
 * leave the same, for documents are written by compare-and-set on the place they were folded to.
 * @param signal ends it; it continues from there the next time
 * @returns undefined when none is requested, it was ended, or another process was first
 * @throws StoreUnavailable; it continues from where it was the next time
 */
export async function rebuildBeside(follower: Refillable, stores: RebuildStores, handOff: HandOff, signal: AbortSignal = NEVER): Promise<Rebuilt | undefined> {
  const generations = await Generations.open(stores.documents);
  const { live, building: generation } = await generations.of(follower.name);
  if (generation === null) return undefined;
  const [before, after] = [generationName(follower.name, live), generationName(follower.name, generation)];
  const builder = await Builder.open(follower, stores, generation, signal);
  await builder.goOn();
  if (signal.aborted) return undefined;
  const compared = await compareGenerations(stores.documents, before, after, signal);
  await builder.goOn();
  let made: Rebuilt | undefined;
  await handOff(async (position) => {
    await builder.goOn(position);
    if (signal.aborted) return undefined;
    const differing = await compareOnce(stores.documents, follower.indexes, [before, after], compared.unsettled, position);
    const result = { generation, events: builder.events, position: builder.position, documents: compared.documents, differing: compared.differing + differing.length, examples: differing.slice(0, EXAMPLES) };
    // Whoever keeps it up next may have begun meanwhile.
    if (signal.aborted || !(await generations.switchTo(follower.name, result))) return undefined;
    made = result;
    return builder.position;
  });
  return made;
}

/**
 * Brings the generation that answers to the place of the one that is kept up in its stead, and hands over to it: for a switch that
 * another process made, or whose answer was lost. Ended half way, it changes nothing.
 * @throws StoreUnavailable; it continues from where it was the next time
 */
export async function takeUpLive(follower: Refillable, stores: RebuildStores, handOff: HandOff, signal: AbortSignal): Promise<void> {
  const { live } = await (await Generations.open(stores.documents)).of(follower.name);
  const builder = await Builder.open(follower, stores, live, signal);
  await builder.goOn();
  await handOff(async (position) => {
    await builder.goOn(position);
    return signal.aborted ? undefined : builder.position;
  });
}

const EXAMPLES = 20;

/**
 * Drops the generations that answered before, with what was noted of them.
 * @param kept the collection that this process still keeps up, which is not dropped
 * @throws StoreUnavailable
 */
export async function clearOld(name: string, { documents, checkpoints, parked }: Omit<RebuildStores, 'events'>, kept?: string): Promise<void> {
  const generations = await Generations.open(documents);
  for (const generation of (await generations.of(name)).old) {
    const collection = generationName(name, generation);
    if (collection === kept) continue;
    await documents.dropCollection(collection);
    for (const { reader, stream } of await parked.list()) if (reader === collection) await parked.free(reader, stream);
    await checkpoints.forget(collection);
    await generations.cleared(name, generation);
  }
}

/** Fills one generation from the log, with a checkpoint of its own. */
class Builder {
  events = 0;

  private constructor(
    private readonly follower: Filling,
    private readonly stores: RebuildStores,
    private readonly signal: AbortSignal,
    public position: Position,
  ) {}

  static async open(refillable: Refillable, stores: RebuildStores, generation: number, signal: AbortSignal): Promise<Builder> {
    const follower = await refillable.openAnew(stores, generation);
    // What another process has set aside while it filled this one; of the live ones this one is setting aside meanwhile.
    await stores.parked.reload(follower.reader);
    const position = await stores.checkpoints.load(follower.reader);
    // Known by its checkpoint from its first document on.
    if (position === undefined) await stores.checkpoints.save(new Map([[follower.reader, -1]]));
    return new Builder(follower, stores, signal, position ?? -1);
  }

  /** Goes on to the end of the log, or up to a place, which it may have passed. Its checkpoint says so then. */
  async goOn(upTo?: Position): Promise<void> {
    if (upTo !== undefined && this.position >= upTo) return;
    let count = 0;
    // The next events are read and taken while the documents of those before are written.
    let writing: Promise<void> = Promise.resolve();
    for await (const batch of this.stores.events.follow({ after: this.position, prefixes: [this.follower.prefix], batchSize: READ_AT_ONCE, signal: this.signal })) {
      const isPast = upTo !== undefined && batch.checkpoint > upTo;
      const events = isPast ? batch.events.filter(({ position }) => position <= upTo) : batch.events;
      await this.follower.take(events);
      count += events.length;
      const isLast = batch.caughtUp || isPast || batch.checkpoint === upTo;
      if (count < WRITE_AFTER && count < EVENTS_A_DOCUMENT * this.follower.waiting && !isLast) {
        await breathe();
        continue;
      }
      await writing;
      writing = this.write(count, isPast ? upTo : batch.checkpoint);
      count = 0;
      if (isLast) break;
      // Heard of when it is awaited.
      writing.catch(() => undefined);
      await breathe();
    }
    await writing;
  }

  private async write(events: number, position: Position): Promise<void> {
    await this.follower.write();
    await this.stores.checkpoints.save(new Map([[this.follower.reader, position]]));
    this.events += events;
    this.position = position;
  }
}
