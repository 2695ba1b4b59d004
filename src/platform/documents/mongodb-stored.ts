import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import { parseJson } from './json.js';
import type { CollectionDefinition, Json, OutboxMessage, Scalar } from './port.js';
import { fieldValue } from './query.js';

/** A message inside its document; `s` is its sequence, its data is JSON text. */
const messageShape = z.object({ id: z.string(), type: z.string(), data: z.string(), s: z.int() });
export type StoredMessage = z.infer<typeof messageShape>;

const shape = z.object({
  _id: z.string(),
  /** Version; 0 for a tombstone, a deleted document with unsettled messages. */
  v: z.int(),
  /** Changes with every write, for compare-and-set. */
  w: z.string(),
  /** The document; for text storage, only the indexed fields. */
  d: z.unknown().optional(),
  /** The document as JSON text, when BSON cannot represent it exactly. */
  t: z.string().optional(),
  /**
   * Unsettled messages in order. `q` and `l` are their first and last sequences; a sparse index on them contains only
   * such documents.
   */
  o: z.array(messageShape).optional(),
  q: z.int().optional(),
  l: z.int().optional(),
  /** The greatest sequence used by a message of this document. */
  s: z.int().optional(),
});
/** The stored form of a document. */
export type Stored = z.infer<typeof shape>;

/** Validates a stored document. @throws ZodError when this adapter did not write it */
export function readStored(found: unknown): Stored {
  return shape.parse(found);
}

/** The document without further decoding; undefined for a tombstone. */
export function documentOf({ v, d, t }: Stored): unknown {
  if (v === 0) return undefined;
  return t === undefined ? d : parseJson(t);
}

/** Encodes a document: as BSON, so that indexes and people can read its fields, or as text with the indexed fields. */
export function bodyOf(
  document: unknown,
  definition: Pick<CollectionDefinition, 'indexes' | 'terms'>,
): { readonly d: unknown; readonly t?: string } {
  const text = JSON.stringify(document);
  const json = parseJson(text);
  return fitsBson(json) ? { d: json } : { d: indexedFields(json, definition), t: text };
}

/** A lone surrogate: valid in JSON, not in UTF-8. */
const HALF = /\p{Surrogate}/u;
/** MongoDB allows 100 levels, some of which the envelope uses. */
const MAX_DEPTH = 80;

/**
 * Whether a JSON value survives BSON unchanged: no special field names, no lone surrogates, limited depth, and no
 * nested arrays, which not every compatible server supports.
 */
function fitsBson(value: Json, depth = 0): boolean {
  if (typeof value === 'string') return !HALF.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === MAX_DEPTH) return false;
  if (isList(value)) return value.every((item) => !isList(item) && fitsBson(item, depth + 1));
  return Object.entries(value).every(
    ([name, item]) => isPlainName(name) && (item === undefined || fitsBson(item, depth + 1)),
  );
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function isPlainName(name: string): boolean {
  // The driver treats objects with a field `_bsontype` as its own types.
  return (
    name !== '' &&
    name !== '_bsontype' &&
    name !== '__proto__' &&
    !name.startsWith('$') &&
    !/[.\0]/.test(name) &&
    !HALF.test(name)
  );
}

interface Branch {
  [step: string]: Scalar | readonly string[] | Branch;
}

const wellFormed = (text: string): string => text.replaceAll(new RegExp(HALF, 'gu'), '\u{FFFD}');

function indexedFields(document: Json, { indexes, terms }: Pick<CollectionDefinition, 'indexes' | 'terms'>): Branch {
  const root: Branch = {};
  if (terms !== undefined && typeof document === 'object' && document !== null) {
    const list: unknown = Reflect.get(document, terms.field);
    if (Array.isArray(list))
      root[terms.field] = list.flatMap((term) => (typeof term === 'string' ? [wellFormed(term)] : []));
  }
  for (const field of new Set([...indexes.flat(), ...(terms === undefined ? [] : [terms.order])])) {
    const value = fieldValue(document, field);
    const steps = field.split('.');
    const last = steps.pop();
    if (last === undefined || value === null) continue;
    let branch = root;
    for (const step of steps) {
      const found = branch[step];
      const next: Branch = isBranch(found) ? found : {};
      branch[step] = next;
      branch = next;
    }
    branch[last] = typeof value === 'string' ? wellFormed(value) : value;
  }
  return root;
}

const isBranch = (value: Branch[string] | undefined): value is Branch =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The update of the message fields: `$set`, or `$unset` when there are none. */
export type OutboxFields = Pick<Stored, 'o' | 'q' | 'l' | 's'>;

/**
 * Appends messages to a document; duplicates by id are dropped.
 * @param number returns a sequence greater than its argument
 */
export function withMessages(
  found: OutboxFields,
  messages: readonly OutboxMessage[],
  number: (above: number) => number,
): OutboxFields {
  const held = [...(found.o ?? [])];
  let last = found.s ?? 0;
  for (const { id, type, data } of messages) {
    if (held.some((message) => message.id === id)) continue;
    last = number(last);
    held.push({ id, type, data: JSON.stringify(data), s: last });
  }
  return { ...fieldsOf(held), ...(last === 0 ? {} : { s: last }) };
}

/** The messages that remain after settling. */
export function withoutMessages(found: OutboxFields, ids: ReadonlySet<string>): OutboxFields {
  return { ...fieldsOf((found.o ?? []).filter(({ id }) => !ids.has(id))), ...defined({ s: found.s }) };
}

function fieldsOf(held: readonly StoredMessage[]): OutboxFields {
  const [first] = held;
  const last = held.at(-1);
  return first === undefined || last === undefined ? {} : { o: [...held], q: first.s, l: last.s };
}
