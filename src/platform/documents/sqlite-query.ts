import type { Database } from '../sqlite/driver.js';
import { messagesByDocument, parseJson } from './json.js';
import type { CarriedDocument, PendingMessage, Scalar } from './port.js';
import type { QueryPlan } from './query.js';
import { fieldSql, tableOf } from './sqlite-names.js';

/** Bindable values: SQLite has no booleans, and reads those inside JSON as 1 and 0. */
export type Bindable = string | number;

/** One segment of a page: rows of one statement, before those of the next. */
export interface Segment {
  readonly sql: string;
  readonly values: readonly Bindable[];
}

/**
 * The statements that together produce the list after the cursor. Rows with a null order field form their own segment,
 * so that each segment starts with one index seek.
 */
export function segmentsOf(collection: string, plan: QueryPlan, columns = 'id, version, body'): readonly Segment[] {
  const base = new Conditions().equals(plan.equals);
  if (plan.range !== undefined) base.range(plan.range.field, plan.range.above, plan.range.below);
  const { after, orderField, descending } = plan;
  const beyond = descending ? '<' : '>';
  const select = (conditions: Conditions, order: string): Segment => ({
    sql: `SELECT ${columns} FROM ${tableOf(collection)}${conditions.sql()} ORDER BY ${order} LIMIT ?`,
    values: conditions.values,
  });
  const direction = descending ? 'DESC' : 'ASC';
  if (orderField === undefined) {
    const byId = after === undefined ? base : base.and(`id ${beyond} ?`, after.id);
    return [select(byId, `id ${direction}`)];
  }
  const field = fieldSql(orderField);
  const nulls = select(
    after === undefined || after.value !== null
      ? base.copy().and(`${field} IS NULL`)
      : base.copy().and(`${field} IS NULL`).and(`id ${beyond} ?`, after.id),
    `id ${direction}`,
  );
  const rest = base.copy().and(`${field} IS NOT NULL`);
  if (after !== undefined && after.value !== null) {
    const value = bindable(after.value);
    rest.and(`${field} ${beyond}= ?`, value).and(`(${field} ${beyond} ? OR id ${beyond} ?)`, value, after.id);
  }
  const others = select(rest, `${field} ${direction}, id ${direction}`);
  if (plan.range !== undefined && plan.range.field === orderField) return [others];
  if (descending) return after?.value === null ? [nulls] : [others, nulls];
  return after === undefined || after.value === null ? [nulls, others] : [others];
}

/** A document's id, and what its list continues from. */
export interface PlaceRow {
  readonly id: string;
  readonly place: string | number | null;
}

/** As `segmentsOf`, but of rows of `PlaceRow`, which SQLite reads from the index alone. */
export const placesOf = (collection: string, plan: QueryPlan): readonly Segment[] =>
  segmentsOf(collection, plan, `id, ${plan.orderField === undefined ? 'NULL' : fieldSql(plan.orderField)} AS place`);

/** Counts the documents with these values. */
export function countOf(collection: string, equals: readonly (readonly [string, Scalar])[]): Segment {
  const conditions = new Conditions().equals(equals);
  return { sql: `SELECT count(*) FROM ${tableOf(collection)}${conditions.sql()}`, values: conditions.values };
}

/** The collections that hold a document or a pending message, by name. */
export function collectionsOf(reader: Database): readonly string[] {
  const prefix = tableOf('');
  const names = new Set(reader.column<[], string>('SELECT DISTINCT collection FROM outbox').all());
  for (const table of reader.column<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").all()) {
    if (table.startsWith(prefix) && reader.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined)
      names.add(table.slice(prefix.length));
  }
  return [...names].sort();
}

interface BodyRow {
  readonly id: string;
  readonly version: number;
  readonly body: string | null;
}

const CARRIED_AT_ONCE = 200;

/** Exports a collection's documents, and ids with messages only, by id, one page in memory at a time. */
export function* carriedOf(
  reader: Database,
  collection: string,
  after: string | undefined,
): Generator<CarriedDocument, void, undefined> {
  const messages = messagesByDocument(
    reader
      .prepare<[string], Omit<PendingMessage, 'data'> & { readonly data: string }>(
        'SELECT sequence, id, type, data, collection, document_id AS documentId FROM outbox WHERE collection = ? ORDER BY sequence',
      )
      .all(collection)
      .map((row) => ({ ...row, data: parseJson(row.data) })),
  );
  const isThere =
    reader.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(tableOf(collection)) !==
    undefined;
  const stored = isThere
    ? `SELECT id, version, body FROM ${tableOf(collection)} WHERE id > :after`
    : 'SELECT NULL AS id, 0 AS version, NULL AS body WHERE FALSE';
  const gone = `SELECT DISTINCT document_id AS id, 0 AS version, NULL AS body FROM outbox WHERE collection = :collection AND document_id > :after${isThere ? ` AND NOT EXISTS (SELECT 1 FROM ${tableOf(collection)} AS d WHERE d.id = document_id)` : ''}`;
  const page = reader.prepare<
    [{ readonly collection: string; readonly after: string; readonly limit: number }],
    BodyRow
  >(`${stored} UNION ALL ${gone} ORDER BY id LIMIT :limit`);
  let last = after ?? '';
  for (;;) {
    const rows = page.all({ collection, after: last, limit: CARRIED_AT_ONCE });
    for (const { id, version, body } of rows) {
      const outbox = messages.get(id) ?? [];
      yield body === null ? { id, version, outbox } : { id, version, document: parseJson(body), outbox };
      last = id;
    }
    if (rows.length < CARRIED_AT_ONCE) return;
  }
}

class Conditions {
  constructor(
    private readonly parts: string[] = [],
    readonly values: Bindable[] = [],
  ) {}

  and(sql: string, ...values: readonly Bindable[]): this {
    this.parts.push(sql);
    this.values.push(...values);
    return this;
  }

  equals(fields: readonly (readonly [string, Scalar])[]): this {
    for (const [field, value] of fields) {
      if (value === null) this.and(`${fieldSql(field)} IS NULL`);
      else this.and(`${fieldSql(field)} = ?`, bindable(value));
    }
    return this;
  }

  /** Exclusive bounds. Null is neither above nor below anything. */
  range(field: string, above: Scalar | undefined, below: Scalar | undefined): this {
    this.and(`${fieldSql(field)} IS NOT NULL`);
    if (above === null || below === null) return this.and('FALSE');
    if (above !== undefined) this.and(`${fieldSql(field)} > ?`, bindable(above));
    if (below !== undefined) this.and(`${fieldSql(field)} < ?`, bindable(below));
    return this;
  }

  copy(): Conditions {
    return new Conditions([...this.parts], [...this.values]);
  }

  sql(): string {
    return this.parts.length === 0 ? '' : ` WHERE ${this.parts.join(' AND ')}`;
  }
}

function bindable(value: string | number | boolean): Bindable {
  return typeof value === 'boolean' ? Number(value) : value;
}
