import type { Statement } from '../sqlite/driver.js';
import { Emitter } from '../emitter.js';
import type { Cell } from '../sqlite/cells.js';
import type { SqliteDatabase } from '../sqlite/database.js';
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
import { parseJson } from './json.js';
import type { QueryPlan } from './query.js';
import { assertIndexed, checkDefinition, fieldValue, planQuery } from './query.js';
import type { Bindable, PlaceRow, Segment } from './sqlite-query.js';
import { carriedOf, collectionsOf, countOf, placesOf, segmentsOf } from './sqlite-query.js';
import { matchOf, selectByTerms, selectPlacesByTerms } from './sqlite-terms.js';
import { tableOf } from './sqlite-names.js';

/** Documents in the embedded database: a table per collection, with indexes on JSON fields. */
export function createSqliteDocumentStore(database: SqliteDatabase): DocumentStore {
  return new SqliteDocumentStore(database);
}

interface OutboxRow extends Omit<PendingMessage, 'data'> {
  readonly data: string;
}

const STORE = 'documents';

class SqliteDocumentStore implements DocumentStore {
  readonly shared = false;
  private readonly hints = new Emitter();
  private readonly pending: Statement<[number, number], OutboxRow>;
  private closed = false;

  constructor(readonly database: SqliteDatabase) {
    this.pending = database.reader.prepare(
      'SELECT sequence, id, type, data, collection, document_id AS documentId FROM outbox WHERE sequence > ? ORDER BY sequence LIMIT ?',
    );
  }

  async collection<T>(definition: CollectionDefinition, decode: (stored: unknown) => T): Promise<Collection<T>> {
    checkDefinition(definition);
    const indexes = definition.indexes.flatMap((fields) => [fields.length, ...fields]);
    const { terms } = definition;
    await this.write('documents.define', [
      definition.name,
      definition.indexes.length,
      ...indexes,
      ...(terms === undefined ? [''] : [terms.field, terms.order]),
    ]);
    return new SqliteCollection(this, definition, decode);
  }

  async dropCollection(name: string): Promise<void> {
    checkDefinition({ name, indexes: [] });
    await this.write('documents.drop', [name]);
  }

  async pendingMessages(limit: number, after = 0): Promise<readonly PendingMessage[]> {
    this.assertOpen();
    return this.pending.all(after, limit).map((row) => ({ ...row, data: parseJson(row.data) }));
  }

  async settleMessages(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return this.assertOpen();
    await this.write('documents.settle', [ids.length, ...ids]);
  }

  onMessages(listener: () => void): () => void {
    return this.hints.subscribe(listener);
  }

  async collections(): Promise<readonly string[]> {
    this.assertOpen();
    return collectionsOf(this.database.reader);
  }

  async *carryOut(collection: string, after?: string): AsyncGenerator<CarriedDocument, void, undefined> {
    this.assertOpen();
    checkDefinition({ name: collection, indexes: [] });
    for (const carried of carriedOf(this.database.reader, collection, after)) {
      this.assertOpen();
      yield carried;
    }
  }

  async carryIn(collection: string, documents: readonly CarriedDocument[]): Promise<void> {
    checkDefinition({ name: collection, indexes: [] });
    const cells: Cell[] = [collection, documents.length];
    for (const { id, version, document, outbox } of documents) {
      cells.push(id, version, document === undefined ? null : JSON.stringify(document));
      addMessages(cells, outbox);
    }
    await this.write(
      'documents.carry',
      cells,
      0,
      documents.some(({ outbox }) => outbox.length > 0),
    );
  }

  async ping(): Promise<void> {
    this.assertOpen();
    await this.database.ping(STORE);
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  /** Submits a write. @param answers number of boolean results */
  write(kind: string, cells: readonly Cell[], answers = 0, posts = false): Promise<readonly PutResult[]> {
    if (this.closed) return Promise.reject(this.closedError());
    return this.database.writer.submit(STORE, kind, cells, (answer) => {
      const results = Array.from({ length: answers }, (): PutResult => (answer.number() > 0 ? 'written' : 'conflict'));
      if (posts) this.hints.emit();
      return results;
    });
  }

  assertOpen(): void {
    if (this.closed) throw this.closedError();
    this.database.assertOpen(STORE);
  }

  private closedError(): StoreUnavailable {
    return new StoreUnavailable(STORE, 'closed', 'the store was closed');
  }
}

interface Row {
  readonly id: string;
  readonly version: number;
  readonly body: string;
}

class SqliteCollection<T> implements Collection<T> {
  readonly name: string;
  private readonly byId: Statement<[string], Row>;
  /** Caches one prepared statement per form of query and count. */
  private readonly statements = new Map<string, Statement<Bindable[], Row>>();
  private readonly counts = new Map<string, Statement<Bindable[], number>>();
  private readonly places = new Map<string, Statement<Bindable[], PlaceRow>>();
  /** Take ids as JSON: one call of the database for all of them. */
  private readonly byIds: Statement<[string], Row>;
  private readonly versionsByIds: Statement<[string], Pick<Row, 'id' | 'version'>>;
  /** By direction: whether it is descending. */
  private readonly byTerms = new Map<boolean, Statement<[string, bigint, number], Row & { readonly place: number }>>();
  private readonly placesByTerms = new Map<boolean, Statement<[string, bigint, number], PlaceRow>>();

  constructor(
    private readonly store: SqliteDocumentStore,
    private readonly definition: CollectionDefinition,
    private readonly decode: (stored: unknown) => T,
  ) {
    this.name = definition.name;
    const { reader } = store.database;
    this.byId = reader.prepare(`SELECT id, version, body FROM ${tableOf(this.name)} WHERE id = ?`);
    const many = `FROM json_each(?) AS wanted CROSS JOIN ${tableOf(this.name)} AS d ON d.id = wanted.value`;
    this.byIds = reader.prepare(`SELECT d.id, d.version, d.body ${many}`);
    this.versionsByIds = reader.prepare(`SELECT d.id, d.version ${many}`);
  }

  async get(id: string): Promise<Versioned<T> | undefined> {
    this.store.assertOpen();
    const row = this.byId.get(id);
    return row && this.read(row);
  }

  async getMany(ids: readonly string[]): Promise<readonly Versioned<T>[]> {
    this.store.assertOpen();
    const found = new Map(this.byIds.all(JSON.stringify(ids)).map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = found.get(id);
      return row === undefined ? [] : [this.read(row)];
    });
  }

  async versions(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    this.store.assertOpen();
    return new Map(this.versionsByIds.all(JSON.stringify(ids)).map(({ id, version }) => [id, version]));
  }

  async put(operation: PutOperation<T>): Promise<PutResult> {
    const [result] = await this.putMany([operation]);
    return result ?? 'conflict';
  }

  async putMany(operations: readonly PutOperation<T>[]): Promise<readonly PutResult[]> {
    const cells: Cell[] = [this.name, operations.length];
    let posts = false;
    for (const { id, document, expectedVersion, outbox = [] } of operations) {
      cells.push(id, expectedVersion, JSON.stringify(document));
      addMessages(cells, outbox);
      posts ||= outbox.length > 0;
    }
    return this.store.write('documents.put', cells, operations.length, posts);
  }

  async delete(id: string, expectedVersion: number, outbox: readonly OutboxMessage[] = []): Promise<PutResult> {
    const cells: Cell[] = [this.name, id, expectedVersion];
    addMessages(cells, outbox);
    const [result] = await this.store.write('documents.delete', cells, 1, outbox.length > 0);
    return result ?? 'conflict';
  }

  async find(query: FindQuery): Promise<Page<T>> {
    this.store.assertOpen();
    const plan = planQuery(this.definition, query);
    if (plan.terms !== undefined) return this.findByTerms(plan, plan.terms.groups);
    // One extra row shows whether another page exists.
    const rows = this.rows(plan, plan.limit + 1);
    const page = rows.slice(0, plan.limit).map((row) => ({ row, stored: parseJson(row.body) }));
    const items = page.map(({ row, stored }) => ({ id: row.id, version: row.version, document: this.decode(stored) }));
    const last = page.at(-1);
    if (last === undefined || rows.length <= plan.limit) return { items };
    const value = plan.orderField === undefined ? null : fieldValue(last.stored, plan.orderField);
    return { items, next: plan.cursor({ value, id: last.row.id }) };
  }

  async findPositions(query: FindQuery): Promise<PositionsPage> {
    this.store.assertOpen();
    const plan = planQuery(this.definition, query);
    const isByTerms = plan.terms !== undefined;
    const rows = isByTerms ? this.termRows(plan, plan.terms.groups) : this.placeRows(plan);
    const page = rows.slice(0, plan.limit);
    const items = page.map(({ id, place }) => ({ id, value: isByTerms ? null : place }));
    const last = page.at(-1);
    return last === undefined || rows.length <= plan.limit
      ? { items }
      : { items, next: plan.cursor({ value: last.place, id: last.id }) };
  }

  async count(where: Readonly<Record<string, Scalar>> = {}): Promise<number> {
    this.store.assertOpen();
    assertIndexed(this.definition, Object.keys(where));
    const { sql, values } = countOf(this.name, Object.entries(where));
    let statement = this.counts.get(sql);
    if (statement === undefined)
      this.counts.set(sql, (statement = this.store.database.reader.column<Bindable[], number>(sql)));
    return statement.get(...values) ?? 0;
  }

  private rows(plan: QueryPlan, limit: number): readonly Row[] {
    const rows: Row[] = [];
    for (const segment of segmentsOf(this.name, plan)) {
      if (rows.length < limit) rows.push(...this.prepared(segment).all(...segment.values, limit - rows.length));
    }
    return rows;
  }

  private findByTerms(plan: QueryPlan, groups: readonly (readonly string[])[]): Page<T> {
    if (groups.some((group) => group.length === 0)) return { items: [] };
    const { descending } = plan;
    let statement = this.byTerms.get(descending);
    if (statement === undefined) {
      statement = this.store.database.reader.prepare(selectByTerms(this.name, descending));
      this.byTerms.set(descending, statement);
    }
    const rows = statement.all(matchOf(groups), beyondPlace(plan), plan.limit + 1);
    const page = rows.slice(0, plan.limit);
    const items = page.map((row) => this.read(row));
    const last = page.at(-1);
    return last === undefined || rows.length <= plan.limit
      ? { items }
      : { items, next: plan.cursor({ value: last.place, id: last.id }) };
  }

  /** A page and one more. */
  private placeRows(plan: QueryPlan): readonly PlaceRow[] {
    const rows: PlaceRow[] = [];
    for (const { sql, values } of placesOf(this.name, plan)) {
      let statement = this.places.get(sql);
      if (statement === undefined) this.places.set(sql, (statement = this.store.database.reader.prepare(sql)));
      if (rows.length <= plan.limit) rows.push(...statement.all(...values, plan.limit + 1 - rows.length));
    }
    return rows;
  }

  private termRows(plan: QueryPlan, groups: readonly (readonly string[])[]): readonly PlaceRow[] {
    if (groups.some((group) => group.length === 0)) return [];
    const { descending } = plan;
    let statement = this.placesByTerms.get(descending);
    if (statement === undefined) {
      statement = this.store.database.reader.prepare(selectPlacesByTerms(this.name, descending));
      this.placesByTerms.set(descending, statement);
    }
    return statement.all(matchOf(groups), beyondPlace(plan), plan.limit + 1);
  }

  private prepared({ sql }: Segment): Statement<Bindable[], Row> {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      statement = this.store.database.reader.prepare<Bindable[], Row>(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }

  private read({ id, version, body }: Row): Versioned<T> {
    return { id, version, document: this.decode(parseJson(body)) };
  }
}

/** Where the page by terms begins. As an integer: the driver binds large numbers as floating-point. */
const beyondPlace = ({ after, descending }: QueryPlan): bigint =>
  BigInt(typeof after?.value === 'number' ? after.value : descending ? Number.MAX_SAFE_INTEGER : -1);

function addMessages(cells: Cell[], messages: readonly OutboxMessage[]): void {
  cells.push(messages.length);
  for (const { id, type, data } of messages) cells.push(id, type, JSON.stringify(data));
}
