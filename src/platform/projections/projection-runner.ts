import type { DomainEvent, LoggedEvent } from '../../kernel/event.js';
import { foldInto, projectedSchema, projectionCollection, see, type Projected, type Projection, type SeenEvent } from '../../kernel/projection.js';
import type { Collection, CollectionDefinition, DocumentStore, FindQuery, PutOperation, Versioned } from '../documents/port.js';
import type { Follower, Refillable, RefillStores } from './follower.js';
import { LiveCollection } from './live-collection.js';
import type { ParkedStreams } from './parked.js';

/** A projection's documents for those who ask. Fields in queries are the document's own. @throws StoreUnavailable from every call */
export interface ProjectionReads<Document> {
  get(id: string): Promise<Document | undefined>;
  /** In the order asked for; what is missing is left out. */
  getMany(ids: readonly string[]): Promise<readonly Document[]>;
  /** @throws InvalidCursor */
  find(query: FindQuery): Promise<{ readonly items: readonly Document[]; readonly next?: string }>;
}

/** A document that was written, for signals to whoever watches it. */
export interface Written<Document> {
  readonly id: string;
  readonly data: Document;
}

const CACHED = 20_000;
const WRITES_AT_ONCE = 1_000;
const ATTEMPTS = 10;

/**
 * Keeps a projection's documents up with the log. A batch is folded document by document and written by compare-and-set,
 * each with the position it was folded to: two runners at once only cost work. What was written last is kept in memory, which
 * is only a speed-up, for a stale copy cannot be written. It writes to the generation that was live when it took up the work, and
 * reads from the one that is live at the moment.
 */
export class ProjectionRunner<Document, Event extends DomainEvent> implements Follower, Refillable, ProjectionReads<Document> {
  readonly name: string;
  readonly prefix: string;
  readonly indexes: CollectionDefinition['indexes'];
  readonly begin = -1;
  readonly retryFrom = 'beginning';
  private readonly handles: ReadonlySet<string>;
  private readonly cache = new Map<string, Versioned<Projected<Document>>>();
  private readonly listeners = new Set<(written: readonly Written<Document>[]) => void>();
  private collection: Collection<Projected<Document>>;

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
  }

  async apply(events: readonly LoggedEvent[]): Promise<void> {
    let waiting = await this.byDocument(events);
    for (let attempt = 0; waiting.size > 0; attempt += 1) {
      if (attempt === ATTEMPTS) throw new Error(`${this.name}: others keep writing the same documents`);
      waiting = await this.foldAndWrite(waiting);
    }
  }

  /** The events by the document they belong to. Those that cannot be read park their stream. */
  private async byDocument(events: readonly LoggedEvent[]): Promise<Map<string, SeenEvent<Event>[]>> {
    const groups = new Map<string, SeenEvent<Event>[]>();
    for (const recorded of events) {
      if (!this.handles.has(recorded.type) || this.parked.has(this.reader, recorded.stream)) continue;
      try {
        const seen = see(this.projection.codec, recorded);
        const key = this.projection.key(seen);
        if (key === undefined) continue;
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [seen]);
        else group.push(seen);
      } catch (error) {
        await this.parked.park(this.reader, recorded, error);
      }
    }
    return groups;
  }

  /** @returns the groups whose document somebody else wrote meanwhile */
  private async foldAndWrite(groups: ReadonlyMap<string, SeenEvent<Event>[]>): Promise<Map<string, SeenEvent<Event>[]>> {
    const documents = await this.load([...groups.keys()]);
    const operations: PutOperation<Projected<Document>>[] = [];
    for (const [id, events] of groups) {
      const before = documents.get(id);
      const { projected, poison } = foldInto(this.projection, before?.document, events);
      if (poison !== undefined) await this.parked.park(this.reader, { ...poison.seen, type: poison.seen.event.type }, poison.error);
      if (projected !== undefined) operations.push({ id, document: projected, expectedVersion: before?.version ?? 0 });
    }
    const again = new Map<string, SeenEvent<Event>[]>();
    const written: Written<Document>[] = [];
    for (let from = 0; from < operations.length; from += WRITES_AT_ONCE) {
      const some = operations.slice(from, from + WRITES_AT_ONCE);
      const results = await this.collection.putMany(some);
      for (const [index, { id, document, expectedVersion }] of some.entries()) {
        if (results[index] === 'written') {
          this.keep({ id, version: expectedVersion + 1, document });
          written.push({ id, data: document.data });
        } else {
          this.cache.delete(id);
          again.set(id, groups.get(id) ?? []);
        }
      }
    }
    if (written.length > 0) for (const listener of this.listeners) listener(written);
    return again;
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
