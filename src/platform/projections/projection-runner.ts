import type { DomainEvent, LoggedEvent } from '../../kernel/event-sourcing/event.js';
import {
  foldInto,
  passedOver,
  projectedSchema,
  projectionCollection,
  see,
  type Projected,
  type Projection,
  type SeenEvent,
} from '../../kernel/event-sourcing/projection.js';
import type {
  Collection,
  CollectionDefinition,
  DocumentStore,
  FindQuery,
  PutOperation,
  Versioned,
} from '../documents/port.js';
import { CONFLICT, retryConflicts } from '../documents/retry.js';
import type { Filling, Refillable, RefillStores } from './follower.js';
import { LiveCollection } from './live-collection.js';
import type { ParkedStreams } from './parked.js';

/**
 * Read access to a projection's documents. Fields in queries are those of the document.
 * @throws StoreUnavailable from every call
 */
export interface ProjectionReads<Document> {
  get(id: string): Promise<Document | undefined>;
  /** In the given order; missing documents are left out. */
  getMany(ids: readonly string[]): Promise<readonly Document[]>;
  /** @throws InvalidCursor */
  find(query: FindQuery): Promise<{ readonly items: readonly Document[]; readonly next?: string }>;
}

/** A written document, for signals to its subscribers. */
export interface Written<Document> {
  readonly id: string;
  readonly data: Document;
}

/** A document and the events to fold into it. */
type Group<Event extends DomainEvent> = readonly [string, readonly SeenEvent<Event>[]];
type Groups<Event extends DomainEvent> = ReadonlyMap<string, readonly SeenEvent<Event>[]>;

const CACHED = 20_000;
const WRITES_AT_ONCE = 1_000;

/**
 * Keeps a projection's documents up to date. A batch is folded by document and written by compare-and-set, each with
 * its log position, so two runners at once only waste work. Recently written documents are cached; a stale copy is
 * harmless, because it cannot be written. It writes to the generation that was live when it started, and reads from the
 * one that is live now.
 */
export class ProjectionRunner<Document, Event extends DomainEvent>
  implements Filling, Refillable, ProjectionReads<Document>
{
  readonly name: string;
  readonly prefix: string;
  readonly indexes: CollectionDefinition['indexes'];
  readonly begin = -1;
  readonly retryFrom = 'beginning';
  private readonly handles: ReadonlySet<string>;
  private readonly passesOver: ReadonlySet<string>;
  private readonly cache = new Map<string, Versioned<Projected<Document>>>();
  private readonly listeners = new Set<(written: readonly Written<Document>[]) => void>();
  private collection: Collection<Projected<Document>>;
  private gathered = new Map<string, SeenEvent<Event>[]>();

  private constructor(
    readonly projection: Projection<Document, Event>,
    private readonly answering: LiveCollection<Projected<Document>>,
    private readonly parked: ParkedStreams,
  ) {
    ({ name: this.name, indexes: this.indexes } = projectionCollection(projection));
    this.collection = answering.current;
    this.prefix = projection.prefix;
    this.handles = new Set(projection.handles);
    this.passesOver = passedOver(projection);
  }

  /**
   * Opens the projection's collection.
   * @param generation a fixed generation to fill and read from; default: the live one
   * @throws StoreUnavailable
   */
  static async open<Document, Event extends DomainEvent>(
    projection: Projection<Document, Event>,
    documents: DocumentStore,
    parked: ParkedStreams,
    generation?: number,
  ): Promise<ProjectionRunner<Document, Event>> {
    const schema = projectedSchema(projection.schema);
    return new ProjectionRunner(
      projection,
      await LiveCollection.open(
        documents,
        projectionCollection(projection),
        (stored) => schema.parse(stored),
        generation,
      ),
      parked,
    );
  }

  get reader(): string {
    return this.collection.name;
  }

  async live(): Promise<string> {
    await this.answering.lookIfDue();
    return this.answering.current.name;
  }

  openAnew(
    { documents, parked }: Pick<RefillStores, 'documents' | 'parked'>,
    generation: number,
  ): Promise<ProjectionRunner<Document, Event>> {
    return ProjectionRunner.open(this.projection, documents, parked, generation);
  }

  /**
   * Calls the listener with documents once they are durable; a crash may lose such a signal.
   * @returns a function that unsubscribes
   */
  onWritten(listener: (written: readonly Written<Document>[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async get(id: string): Promise<Document | undefined> {
    return (await this.answering.read((collection) => collection.get(id)))?.document.data;
  }

  async getMany(ids: readonly string[]): Promise<readonly Document[]> {
    return (await this.answering.read((collection) => collection.getMany(ids))).map((found) => found.document.data);
  }

  async find({
    where,
    range,
    order,
    ...rest
  }: FindQuery): Promise<{ readonly items: readonly Document[]; readonly next?: string }> {
    const page = await this.answering.read((collection) =>
      collection.find({
        ...rest,
        ...(where === undefined
          ? {}
          : { where: Object.fromEntries(Object.entries(where).map(([field, value]) => [`data.${field}`, value])) }),
        ...(range === undefined ? {} : { range: { ...range, field: `data.${range.field}` } }),
        ...(order === undefined ? {} : { order: { ...order, field: `data.${order.field}` } }),
      }),
    );
    const items = page.items.map((found) => found.document.data);
    return page.next === undefined ? { items } : { items, next: page.next };
  }

  async takeUp(): Promise<void> {
    await this.answering.look();
    this.collection = this.answering.current;
    this.cache.clear();
    this.letGo();
  }

  async apply(events: readonly LoggedEvent[]): Promise<void> {
    try {
      await this.take(events);
      await this.write();
    } catch (error) {
      this.letGo();
      throw error;
    }
  }

  async take(events: readonly LoggedEvent[]): Promise<void> {
    for (const recorded of events) {
      if (this.passesOver.has(recorded.type) || this.parked.leavesOut(this.reader, recorded)) continue;
      try {
        this.gather(see(this.projection.codec, recorded));
      } catch (error) {
        await this.parked.park(this.reader, recorded, error);
      }
    }
  }

  get waiting(): number {
    return this.gathered.size;
  }

  /** Discards events that were taken and not written; they are delivered again. */
  letGo(): void {
    this.gathered = new Map();
  }

  /**
   * As `take`, for a single event that the caller has parsed.
   * @throws errors of finding its document
   */
  gather(seen: SeenEvent<Event>): void {
    if (!this.handles.has(seen.event.type)) return;
    const key = this.projection.key(seen);
    if (key === undefined) return;
    const group = this.gathered.get(key);
    if (group === undefined) this.gathered.set(key, [seen]);
    else group.push(seen);
  }

  async write(): Promise<void> {
    let waiting: Groups<Event> = this.gathered;
    this.gathered = new Map();
    if (waiting.size === 0) return;
    await retryConflicts(`documents of ${this.name}`, async () => {
      waiting = await this.foldAndWrite([...waiting]);
      return waiting.size === 0 ? undefined : CONFLICT;
    });
  }

  /** @returns the groups whose documents were changed concurrently */
  private async foldAndWrite(groups: readonly Group<Event>[]): Promise<Groups<Event>> {
    const again = new Map<string, readonly SeenEvent<Event>[]>();
    // Later groups are folded while earlier ones are written.
    let writing: Promise<void> = Promise.resolve();
    for (let from = 0; from < groups.length; from += WRITES_AT_ONCE) {
      const some = groups.slice(from, from + WRITES_AT_ONCE);
      const operations = await this.folded(some);
      await writing;
      writing = this.put(operations, new Map(some), again);
      // The error is handled where it is awaited.
      writing.catch(() => undefined);
    }
    await writing;
    return again;
  }

  private async folded(groups: readonly Group<Event>[]): Promise<readonly PutOperation<Projected<Document>>[]> {
    const documents = await this.load(groups.map(([id]) => id));
    const operations: PutOperation<Projected<Document>>[] = [];
    for (const [id, events] of groups) {
      const before = documents.get(id);
      const { projected, poison } = foldInto(
        this.projection,
        before?.document,
        this.parked.hasAny(this.reader) ? events.filter((seen) => !this.parked.leavesOut(this.reader, seen)) : events,
      );
      if (poison !== undefined)
        await this.parked.park(this.reader, { ...poison.seen, type: poison.seen.event.type }, poison.error);
      if (projected !== undefined) operations.push({ id, document: projected, expectedVersion: before?.version ?? 0 });
    }
    return operations;
  }

  private async put(
    operations: readonly PutOperation<Projected<Document>>[],
    groups: Groups<Event>,
    again: Map<string, readonly SeenEvent<Event>[]>,
  ): Promise<void> {
    if (operations.length === 0) return;
    const written: Written<Document>[] = [];
    const results = await this.collection.putMany(operations);
    for (const [index, { id, document, expectedVersion }] of operations.entries()) {
      if (results[index] === 'written') {
        this.keep({ id, version: expectedVersion + 1, document });
        written.push({ id, data: document.data });
      } else {
        this.cache.delete(id);
        again.set(id, groups.get(id) ?? []);
      }
    }
    if (written.length > 0) for (const listener of this.listeners) listener(written);
  }

  private async load(ids: readonly string[]): Promise<Map<string, Versioned<Projected<Document>>>> {
    const documents = new Map<string, Versioned<Projected<Document>>>();
    const missing: string[] = [];
    for (const id of ids) {
      const cached = this.cache.get(id);
      if (cached === undefined) missing.push(id);
      else documents.set(id, cached);
    }
    if (missing.length > 0) for (const found of await this.collection.getMany(missing)) documents.set(found.id, found);
    return documents;
  }

  private keep(document: Versioned<Projected<Document>>): void {
    this.cache.delete(document.id);
    this.cache.set(document.id, document);
    if (this.cache.size <= CACHED) return;
    const [oldest] = this.cache.keys();
    if (oldest !== undefined) this.cache.delete(oldest);
  }
}
