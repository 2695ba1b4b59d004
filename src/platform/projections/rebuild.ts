import { setImmediate as breathe } from 'node:timers/promises';
import type { DomainEvent, Position } from '../../kernel/event-sourcing/event.js';
import { projectionCollection, type Projection } from '../../kernel/event-sourcing/projection.js';
import type { DocumentStore } from '../documents/port.js';
import type { EventStore } from '../event-store/port.js';
import type { Checkpoints } from './checkpoints.js';
import { compareGenerations, compareOnce } from './compare.js';
import type { Filling, Refillable } from './follower.js';
import { generationName, Generations, type Rebuilt } from './generations.js';
import type { ParkedStreams } from './parked.js';
import { ProjectionRunner } from './projection-runner.js';

const READ_AT_ONCE = 5_000;
/** Many events of a document become one write, so larger batches are more efficient; this bounds them. */
const WRITE_AFTER = 50_000;
const EVENTS_A_DOCUMENT = 20;

/** Dependencies of a rebuild. */
export interface RebuildStores {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly checkpoints: Checkpoints;
  readonly parked: ParkedStreams;
}

/**
 * Switches to the new generation between two batches: `work` receives the log position of the live one and returns that
 * of the new one, or undefined for no switch. `LogRuntime.handOff` does this if this process maintains the live one.
 */
export type HandOff = (work: (position: Position) => Promise<Position | undefined>) => Promise<void>;

const NEVER = new AbortController().signal;

/**
 * Rebuilds a projection from the beginning of the log in a new generation, makes it live, and clears the old one. Only
 * if no other process reads or maintains it; otherwise request it from the projector (rebuilds.ts). Policies are not
 * replayed.
 * @throws StoreUnavailable; run it again to continue
 */
export async function rebuild<Document, Event extends DomainEvent>(
  projection: Projection<Document, Event>,
  stores: RebuildStores,
): Promise<Rebuilt> {
  const { name, indexes } = projectionCollection(projection);
  return refill(
    {
      name,
      indexes,
      prefix: projection.prefix,
      openAnew: ({ documents, parked }, generation) => ProjectionRunner.open(projection, documents, parked, generation),
    },
    stores,
  );
}

/**
 * The same for any follower with derived documents.
 * @throws StoreUnavailable; run it again to continue
 */
export async function refill(follower: Refillable, stores: RebuildStores): Promise<Rebuilt> {
  const generations = await Generations.open(stores.documents);
  await generations.ask(follower.name);
  const made = await rebuildBeside(follower, stores, async (work) => {
    const { live } = await generations.of(follower.name);
    await work((await stores.checkpoints.load(generationName(follower.name, live))) ?? -1);
  });
  if (made === undefined) throw new Error(`another process is rebuilding ${follower.name}`);
  await clearOld(follower.name, stores);
  return made;
}

/**
 * Fills the requested generation, or continues it, compares it with the live one by document, and makes it live. Until
 * then the live one is read and maintained as before; afterwards the old one is left for `clearOld`. Concurrent runs
 * give the same result, because documents are written by compare-and-set on their log position.
 * @param signal aborts it; the next run continues
 * @returns undefined if none is requested, it was aborted, or another process was first
 * @throws StoreUnavailable; the next run continues
 */
export async function rebuildBeside(
  follower: Refillable,
  stores: RebuildStores,
  handOff: HandOff,
  signal: AbortSignal = NEVER,
): Promise<Rebuilt | undefined> {
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
    const differing = await compareOnce(
      stores.documents,
      follower.indexes,
      [before, after],
      compared.unsettled,
      position,
    );
    const result = {
      generation,
      events: builder.events,
      position: builder.position,
      documents: compared.documents,
      differing: compared.differing + differing.length,
      examples: differing.slice(0, EXAMPLES),
    };
    // Another process may have started to maintain it meanwhile.
    if (signal.aborted || !(await generations.switchTo(follower.name, result))) return undefined;
    made = result;
    return builder.position;
  });
  return made;
}

/**
 * Brings the live generation to the log position of the one that is maintained here, and switches to it: after a switch
 * by another process, or one whose answer was lost. If interrupted, it changes nothing.
 * @throws StoreUnavailable; the next run continues
 */
export async function takeUpLive(
  follower: Refillable,
  stores: RebuildStores,
  handOff: HandOff,
  signal: AbortSignal,
): Promise<void> {
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
 * Drops former generations with their records.
 * @param kept the collection that this process still maintains, which is not dropped
 * @throws StoreUnavailable
 */
export async function clearOld(
  name: string,
  { documents, checkpoints, parked }: Omit<RebuildStores, 'events'>,
  kept?: string,
): Promise<void> {
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

/** Fills one generation from the log, with its own checkpoint. */
class Builder {
  events = 0;

  private constructor(
    private readonly follower: Filling,
    private readonly stores: RebuildStores,
    private readonly signal: AbortSignal,
    public position: Position,
  ) {}

  static async open(
    refillable: Refillable,
    stores: RebuildStores,
    generation: number,
    signal: AbortSignal,
  ): Promise<Builder> {
    const follower = await refillable.openAnew(stores, generation);
    // Another process may have parked streams of this generation. Those of the live one are not reloaded, because this
    // process may be parking some.
    await stores.parked.reload(follower.reader);
    const position = await stores.checkpoints.load(follower.reader);
    // Its checkpoint identifies it from its first document on.
    if (position === undefined) await stores.checkpoints.save(new Map([[follower.reader, -1]]));
    return new Builder(follower, stores, signal, position ?? -1);
  }

  /** Continues to the end of the log, or to a position, which it may pass; then saves its checkpoint. */
  async goOn(upTo?: Position): Promise<void> {
    if (upTo !== undefined && this.position >= upTo) return;
    let count = 0;
    // The next events are read and taken while earlier documents are written.
    let writing: Promise<void> = Promise.resolve();
    for await (const batch of this.stores.events.follow({
      after: this.position,
      prefixes: [this.follower.prefix],
      batchSize: READ_AT_ONCE,
      signal: this.signal,
    })) {
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
      // The error is handled where it is awaited.
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
