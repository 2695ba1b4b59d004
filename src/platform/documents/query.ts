import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CollectionDefinition, FindQuery, Scalar, TermIndex } from './port.js';
import { InvalidCursor } from './port.js';

/** A query that no declared index supports: a programming error. */
export class UnindexedQuery extends Error {
  constructor(collection: string, fields: readonly string[]) {
    super(`collection ${collection} declares no index that begins with (${fields.join(', ')})`);
    this.name = 'UnindexedQuery';
  }
}

/** The last item of a page, from which the next one continues. `value` is that of the order field, or null. */
export interface PageCursor {
  readonly value: Scalar;
  readonly id: string;
}

/** A validated query, the same for every adapter. */
export interface QueryPlan {
  readonly equals: readonly (readonly [field: string, value: Scalar])[];
  readonly range:
    { readonly field: string; readonly above: Scalar | undefined; readonly below: Scalar | undefined } | undefined;
  readonly orderField: string | undefined;
  readonly descending: boolean;
  readonly terms: { readonly field: string; readonly groups: readonly (readonly string[])[] } | undefined;
  readonly after: PageCursor | undefined;
  readonly limit: number;
  /** Encodes a position as a cursor. */
  cursor(place: PageCursor): string;
}

const MAX_PAGE = 1_000;
const NAME = /^[a-z][a-z0-9_]{0,62}$/;
const FIELD = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/;

/** @throws RangeError when the name or a field is not supported by every adapter */
export function checkDefinition(definition: CollectionDefinition): void {
  if (!NAME.test(definition.name)) throw new RangeError(`not a collection name: ${definition.name}`);
  const { terms } = definition;
  for (const field of [...definition.indexes.flat(), ...(terms === undefined ? [] : [terms.field, terms.order])]) {
    if (!FIELD.test(field)) throw new RangeError(`not a field name: ${field}`);
  }
  if (definition.indexes.some((index) => index.length === 0)) throw new RangeError('an index needs a field');
}

/**
 * Validates a query against the declared indexes and decodes its cursor.
 * @throws UnindexedQuery, InvalidCursor, and RangeError when the limit is not 1 to 1,000, or without groups of terms
 */
export function planQuery(definition: CollectionDefinition, query: FindQuery): QueryPlan {
  if (!Number.isInteger(query.limit) || query.limit < 1 || query.limit > MAX_PAGE) {
    throw new RangeError(`a page holds 1 to ${MAX_PAGE} documents, not ${query.limit}`);
  }
  if (query.terms?.length === 0) throw new RangeError('a query by terms needs a group of them');
  const where = query.where ?? {};
  const terms = query.terms && { groups: query.terms, ...termIndexOf(definition, query) };
  if (terms === undefined) assertIndexed(definition, Object.keys(where), query.range?.field, query.order?.field);
  const list = digest(definition.name, query);
  return {
    equals: Object.entries(where),
    range: query.range && { field: query.range.field, above: query.range.above, below: query.range.below },
    orderField: terms?.order ?? query.order?.field,
    descending: (query.order?.direction ?? (terms === undefined ? 'ascending' : 'descending')) === 'descending',
    terms,
    after: query.after === undefined ? undefined : openCursor(query.after, list),
    limit: query.limit,
    cursor: (place) => Buffer.from(JSON.stringify([list, place.value, place.id])).toString('base64url'),
  };
}

/** @throws UnindexedQuery when the equality fields followed by the range or order field are not a prefix of an index */
export function assertIndexed(
  definition: CollectionDefinition,
  equals: readonly string[],
  rangeField?: string,
  orderField?: string,
): void {
  const last = new Set([rangeField, orderField].filter((field) => field !== undefined));
  const fields = [...equals, ...last];
  const serves = (index: readonly string[]): boolean => {
    const prefix = index.slice(0, equals.length);
    return (
      equals.every((field) => prefix.includes(field)) && [...last].every((field) => index[equals.length] === field)
    );
  };
  if (fields.length > 0 && (last.size > 1 || !definition.indexes.some(serves))) {
    throw new UnindexedQuery(definition.name, fields);
  }
}

/** @throws UnindexedQuery when the collection has no term index, or the query has other conditions or another order */
function termIndexOf({ name, terms }: CollectionDefinition, { where, range, order }: FindQuery): TermIndex {
  const isOrdered = order === undefined || order.field === terms?.order;
  if (terms === undefined || where !== undefined || range !== undefined || !isOrdered)
    throw new UnindexedQuery(name, ['terms', ...Object.keys(where ?? {})]);
  return terms;
}

/** The indexed value at a dotted path: missing values and non-scalars count as null. */
export function fieldValue(document: unknown, field: string): Scalar {
  let value: unknown = document;
  for (const step of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
    value = Reflect.get(value, step);
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

const cursorShape = z.tuple([z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]), z.string()]);

function openCursor(cursor: string, list: string): PageCursor {
  let opened: unknown;
  try {
    opened = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw new InvalidCursor();
  }
  const parsed = cursorShape.safeParse(opened);
  if (!parsed.success || parsed.data[0] !== list) throw new InvalidCursor();
  return { value: parsed.data[1], id: parsed.data[2] };
}

/** Fingerprint of a list, so that a cursor of another list is rejected. The page size may change. */
function digest(collection: string, query: FindQuery): string {
  const where = Object.entries(query.where ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const { range, order, terms } = query;
  const keyParts = [
    collection,
    where,
    range?.field,
    range?.above,
    range?.below,
    order?.field,
    order?.direction,
    // Cursors of other lists stay valid.
    ...(terms === undefined ? [] : [terms]),
  ];
  return createHash('sha256').update(JSON.stringify(keyParts)).digest('base64url').slice(0, 12);
}
