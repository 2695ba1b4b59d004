import type { DomainEvent, LoggedEvent } from '../../kernel/event.js';
import { foldInto, projectedSchema, projectionCollection, see, type Projected, type Projection, type SeenEvent } from '../../kernel/projection.js';
import type { Collection, CollectionDefinition, DocumentStore, FindQuery, PutOperation, Versioned } from '../documents/port.js';
import { CONFLICT, retryConflicts } from '../documents/retry.js';
import type { Filling, Refillable, RefillStores } from './follower.js';
import { LiveCollection } from './live-collection.js';
import type { ParkedStreams } from './parked.js';

/** A projection's documents for those who ask. Fields in queries are the document's own. @throws StoreUnavailable from every call */
export interface ProjectionReads<Document> {
  get(id: string): Promise<Document | undefined>;
  /** In the order requested; what is missing is left out. */
  getMany(ids: readonly string[]): Promise<readonly Document[]>;
  /** @throws InvalidCursor */
  find(query: FindQuery): Promise<{ readonly items: readonly Document[]; readonly next?: string }>;
}

/** A document that was written, for signals to whoever watches it. */
export interface Written<Document> {
  readonly id: string;
  readonly data: Document;
}

/** A document and the events to be folded into it. */
type Group<Event extends DomainEvent> = readonly [string, readonly SeenEvent<Event>[]];
type Groups<Event extends DomainEvent> = ReadonlyMap<string, readonly SeenEvent<Event>[]>;

const CACHED = 20_000;
const WRITES_AT_ONCE = 1_000;

/**
 * Keeps a projection's documents up with the log. A batch is folded document by document and written by compare-and-set,
 * each with the position it was folded to: two runners at once only cost work. What was written last is kept in memory, which
 * is only a speed-up, for a stale copy cannot be written. It writes to the generation that was live when it took up the work, and
 * reads from the one that is live at the moment.
 */
export class ProjectionRunner<Document, Event extends DomainEvent> implements Filling, Refillable, ProjectionReads<Document> {
  readonly name: string;
  readonly prefix: string;
  readonly indexes: CollectionDefinition['indexes'];
  readonly begin = -1;
  readonly retryFrom = 'beginning';
  private readonly handles: ReadonlySet<string>;
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
  }

  /**
   * Opens the projection's collection.
   * @param generation one to fill beside the live one, and to read from; without it, the live one, whichever that is
   * @throws StoreUnavailable
   */
  static async open<Document, Event extends DomainEvent>(projection: Projection<Document, Event>, documents: DocumentStore, parked: ParkedStreams, generation?: number): Promise<ProjectionRunner<Document, Event>> {
    const schema = projectedSchema(projection.schema);
    return new ProjectionRunner(projection, await LiveCollection.open(documents, projectionCollection(projection), (stored) => schema.parse(stored), generation), parked);
  }

  get reader(): string {
    return this.collection.name;
  }

  async live(): Promise<string> {
    await this.answering.lookIfDue();
    return this.answering.current.name;
  }

  openAnew({ documents, parked }: Pick<RefillStores, 'documents' | 'parked'>, generation: number): Promise<ProjectionRunner<Document, Event>> {
    return ProjectionRunner.open(this.projection, documents, parked, generation);
  }

  /** Tells of documents once they are durable; loses nothing but the signal in a crash. Answers how to stop listening. */
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

  async find({ where, range, order, ...rest }: FindQuery): Promise<{ readonly items: readonly Document[]; readonly next?: string }> {
    const page = await this.answering.read((collection) => collection.find({
      ...rest,
      ...(where === undefined ? {} : { where: Object.fromEntries(Object.entries(where).map(([field, value]) => [`data.${field}`, value])) }),
      ...(range === undefined ? {} : { range: { ...range, field: `data.${range.field}` } }),
      ...(order === undefined ? {} : { order: { ...order, field: `data.${order.field}` } }),
    }));
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
      if (!this.handles.has(recorded.type) || this.parked.leavesOut(this.reader, recorded)) continue;
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

  /** Forgets what was taken and not written: it is given again. */
  letGo(): void {
    this.gathered = new Map();
  }

  /** As `take`, one event, for who has read it already. @throws what finding its document throws */
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

  /** @returns the groups whose document someone else wrote meanwhile */
  private async foldAndWrite(groups: readonly Group<Event>[]): Promise<Groups<Event>> {
    const again = new Map<string, readonly SeenEvent<Event>[]>();
    // Some are folded while those before are written.
    let writing: Promise<void> = Promise.resolve();
    for (let from = 0; from < groups.length; from += WRITES_AT_ONCE) {
      const some = groups.slice(from, from + WRITES_AT_ONCE);
      const operations = await this.folded(some);
      await writing;
      writing = this.put(operations, new Map(some), again);
      // Heard of when it is awaited.
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
      const { projected, poison } = foldInto(this.projection, before?.document, this.parked.hasAny(this.reader) ? events.filter((seen) => !this.parked.leavesOut(this.reader, seen)) : events);
      if (poison !== undefined) await this.parked.park(this.reader, { ...poison.seen, type: poison.seen.event.type }, poison.error);
      if (projected !== undefined) operations.push({ id, document: projected, expectedVersion: before?.version ?? 0 });
    }
    return operations;
  }

  private async put(operations: readonly PutOperation<Projected<Document>>[], groups: Groups<Event>, again: Map<string, readonly SeenEvent<Event>[]>): Promise<void> {
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
