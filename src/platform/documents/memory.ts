import { Emitter } from '../emitter.js';
import { StoreUnavailable } from '../unavailable.js';
import type {
  CarriedDocument,
  Collection,
  CollectionDefinition,
  DocumentStore,
  FindQuery,
  OutboxMessage,
  Page,
  PositionsPage,
  PendingMessage,
  PutOperation,
  PutResult,
  Scalar,
  Versioned,
} from './port.js';
import { messagesByDocument, parseJson } from './json.js';
import type { QueryPlan } from './query.js';
import { assertIndexed, checkDefinition, fieldValue, planQuery } from './query.js';

/** An in-memory document store, for tests. */
export function createMemoryDocumentStore(): DocumentStore {
  return new MemoryDocumentStore();
}

/** Stored as JSON text, so that callers cannot share objects with the store. */
interface Stored {
  readonly version: number;
  readonly json: string;
}

class MemoryDocumentStore implements DocumentStore {
  readonly shared = false;
  private readonly tables = new Map<string, Map<string, Stored>>();
  private readonly outbox = new Map<string, PendingMessage>();
  private readonly hints = new Emitter();
  private lastSequence = 0;
  private closed = false;

  async collection<T>(definition: CollectionDefinition, decode: (stored: unknown) => T): Promise<Collection<T>> {
    this.assertOpen();
    checkDefinition(definition);
    return new MemoryCollection(this, definition, decode);
  }

  async dropCollection(name: string): Promise<void> {
    this.assertOpen();
    this.tables.delete(name);
  }

  async pendingMessages(limit: number, after = 0): Promise<readonly PendingMessage[]> {
    this.assertOpen();
    return [...this.outbox.values()].filter(({ sequence }) => sequence > after).slice(0, limit);
  }

  async settleMessages(ids: readonly string[]): Promise<void> {
    this.assertOpen();
    for (const id of ids) this.outbox.delete(id);
  }

  onMessages(listener: () => void): () => void {
    return this.hints.subscribe(listener);
  }

  async collections(): Promise<readonly string[]> {
    this.assertOpen();
    const filled = [...this.tables].flatMap(([name, documents]) => (documents.size > 0 ? [name] : []));
    return [...new Set([...filled, ...[...this.outbox.values()].map(({ collection }) => collection)])].sort();
  }

  async *carryOut(collection: string, after?: string): AsyncGenerator<CarriedDocument, void, undefined> {
    const documents = this.documents(collection);
    const messages = messagesByDocument(
      [...this.outbox.values()].filter((message) => message.collection === collection),
    );
    for (const id of [...new Set([...documents.keys(), ...messages.keys()])].sort(compareScalars)) {
      if (after !== undefined && compareScalars(id, after) <= 0) continue;
      this.assertOpen();
      const stored = documents.get(id);
      const outbox = messages.get(id) ?? [];
      yield stored === undefined
        ? { id, version: 0, outbox }
        : { id, version: stored.version, document: parseJson(stored.json), outbox };
    }
  }

  async carryIn(collection: string, carried: readonly CarriedDocument[]): Promise<void> {
    this.assertOpen();
    checkDefinition({ name: collection, indexes: [] });
    const documents = this.documents(collection);
    for (const { id, version, document, outbox } of carried) {
      if (document !== undefined) documents.set(id, { version, json: JSON.stringify(document) });
      this.post(collection, id, outbox);
    }
  }

  async ping(): Promise<void> {
    this.assertOpen();
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  documents(name: string): Map<string, Stored> {
    this.assertOpen();
    let documents = this.tables.get(name);
    if (documents === undefined) this.tables.set(name, (documents = new Map<string, Stored>()));
    return documents;
  }

  post(collection: string, documentId: string, messages: readonly OutboxMessage[]): void {
    for (const { id, type, data } of messages) {
      if (this.outbox.has(id)) continue;
      this.lastSequence += 1;
      const copy = parseJson(JSON.stringify(data));
      this.outbox.set(id, { id, type, data: copy, collection, documentId, sequence: this.lastSequence });
    }
    if (messages.length > 0) this.hints.emit();
  }

  private assertOpen(): void {
    if (this.closed) throw new StoreUnavailable('documents', 'closed', 'the store was closed');
  }
}

class MemoryCollection<T> implements Collection<T> {
  readonly name: string;

  constructor(
    private readonly store: MemoryDocumentStore,
    private readonly definition: CollectionDefinition,
    private readonly decode: (stored: unknown) => T,
  ) {
    this.name = definition.name;
  }

  async get(id: string): Promise<Versioned<T> | undefined> {
    const stored = this.store.documents(this.name).get(id);
    return stored && this.read(id, stored);
  }

  async getMany(ids: readonly string[]): Promise<readonly Versioned<T>[]> {
    const documents = this.store.documents(this.name);
    return ids.flatMap((id) => {
      const stored = documents.get(id);
      return stored === undefined ? [] : [this.read(id, stored)];
    });
  }

  async versions(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const documents = this.store.documents(this.name);
    return new Map(
      ids.flatMap((id) => {
        const stored = documents.get(id);
        return stored === undefined ? [] : [[id, stored.version] as const];
      }),
    );
  }

  async put(operation: PutOperation<T>): Promise<PutResult> {
    return this.write(operation);
  }

  async putMany(operations: readonly PutOperation<T>[]): Promise<readonly PutResult[]> {
    return operations.map((operation) => this.write(operation));
  }

  async delete(id: string, expectedVersion: number, outbox: readonly OutboxMessage[] = []): Promise<PutResult> {
    const documents = this.store.documents(this.name);
    const stored = documents.get(id);
    if (stored === undefined || stored.version !== expectedVersion) return 'conflict';
    documents.delete(id);
    this.store.post(this.name, id, outbox);
    return 'written';
  }

  async find(query: FindQuery): Promise<Page<T>> {
    const { rows, ...page } = this.page(planQuery(this.definition, query));
    return {
      items: rows.map(({ id, version, document }) => ({ id, version, document: this.decode(document) })),
      ...page,
    };
  }

  private page(plan: QueryPlan) {
    const rows = [...this.store.documents(this.name)]
      .map(([id, { json, version }]) => ({ id, version, document: parseJson(json) }))
      .filter(({ document }) => matches(plan, document))
      .map((row) => ({
        ...row,
        value: plan.orderField === undefined ? null : fieldValue(row.document, plan.orderField),
      }))
      .sort((a, b) => comparePositions(plan, a, b))
      .filter((row) => plan.after === undefined || comparePositions(plan, row, plan.after) > 0);
    const page = rows.slice(0, plan.limit);
    const last = page.at(-1);
    return { rows: page, ...(last !== undefined && rows.length > page.length ? { next: plan.cursor(last) } : {}) };
  }

  async findPositions(query: FindQuery): Promise<PositionsPage> {
    const plan = planQuery(this.definition, query);
    const { rows, ...page } = this.page(plan);
    return { items: rows.map(({ id, value }) => ({ id, value: plan.terms === undefined ? value : null })), ...page };
  }

  async count(where: Readonly<Record<string, Scalar>> = {}): Promise<number> {
    assertIndexed(this.definition, Object.keys(where));
    const equals = Object.entries(where);
    const documents = [...this.store.documents(this.name).values()].map(({ json }): unknown => JSON.parse(json));
    return documents.filter((document) => equals.every(([field, value]) => fieldValue(document, field) === value))
      .length;
  }

  private write({ id, document, expectedVersion, outbox = [] }: PutOperation<T>): PutResult {
    const documents = this.store.documents(this.name);
    if ((documents.get(id)?.version ?? 0) !== expectedVersion) return 'conflict';
    documents.set(id, { version: expectedVersion + 1, json: JSON.stringify(document) });
    this.store.post(this.name, id, outbox);
    return 'written';
  }

  private read(id: string, stored: Stored): Versioned<T> {
    return { id, version: stored.version, document: this.decode(JSON.parse(stored.json)) };
  }
}

function matches(plan: QueryPlan, document: unknown): boolean {
  if (!plan.equals.every(([field, value]) => fieldValue(document, field) === value)) return false;
  if (plan.terms !== undefined && !hasTerms(plan.terms, document)) return false;
  if (plan.range === undefined) return true;
  const value = fieldValue(document, plan.range.field);
  const { above, below } = plan.range;
  if (value === null || above === null || below === null) return false;
  return (
    (above === undefined || compareScalars(value, above) > 0) &&
    (below === undefined || compareScalars(value, below) < 0)
  );
}

function hasTerms({ field, groups }: NonNullable<QueryPlan['terms']>, document: unknown): boolean {
  const list: unknown = typeof document === 'object' && document !== null ? Reflect.get(document, field) : undefined;
  return Array.isArray(list) && groups.every((group) => group.some((term) => list.includes(term)));
}

function comparePositions(
  plan: QueryPlan,
  a: { readonly value: Scalar; readonly id: string },
  b: { readonly value: Scalar; readonly id: string },
): number {
  const ascending = compareScalars(a.value, b.value) || compareScalars(a.id, b.id);
  return plan.descending ? -ascending : ascending;
}

/** Null first, then numbers and booleans, then text by its UTF-8 bytes. */
function compareScalars(a: Scalar, b: Scalar): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  const rank = (value: Scalar): number => (value === null ? 0 : typeof value === 'string' ? 2 : 1);
  return rank(a) - rank(b) || Number(a) - Number(b);
}
