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
  /** The version; 0 for a tombstone: a deleted document whose messages are not all settled. */
  v: z.int(),
  /** New with each write of whatever kind: what was read is still so where it is. */
  w: z.string(),
  /** The document; of one that is kept as text, the fields of the indexes alone. */
  d: z.unknown().optional(),
  /** The document as JSON text, where BSON cannot hold it unchanged. */
  t: z.string().optional(),
  /** Messages not yet settled, in order. With it `q` and `l`, the first and the last of their sequences: an index on them holds such documents alone. */
  o: z.array(messageShape).optional(),
  q: z.int().optional(),
  l: z.int().optional(),
  /** The greatest sequence that a message of this document has had. */
  s: z.int().optional(),
});
/** A document as it is in MongoDB. */
export type Stored = z.infer<typeof shape>;

/** Checks what was read. @throws ZodError when it is nothing that this adapter has written */
export function readStored(found: unknown): Stored {
  return shape.parse(found);
}

/** The document itself, decoded no further; undefined for a tombstone. */
export function documentOf({ v, d, t }: Stored): unknown {
  if (v === 0) return undefined;
  return t === undefined ? d : parseJson(t);
}

/** A document as it is stored: in BSON, so that indexes and people see its fields, or as text beside the fields of the indexes. */
export function bodyOf(document: unknown, definition: Pick<CollectionDefinition, 'indexes'>): { readonly d: unknown; readonly t?: string } {
  const text = JSON.stringify(document);
  const json = parseJson(text);
  return fitsBson(json) ? { d: json } : { d: indexedFields(json, definition), t: text };
}

/** Half of a surrogate pair, alone: JSON has it, UTF-8 has not. */
const HALF = /\p{Surrogate}/u;
/** MongoDB takes 100 levels, of which the envelope needs some. */
const MAX_DEPTH = 80;

/**
 * Whether JSON comes back from BSON unchanged: no field names that MongoDB or its driver read as something else, no halves of surrogate
 * pairs, not too deep, and no arrays in arrays, which not every server of the protocol holds.
 */
function fitsBson(value: Json, depth = 0): boolean {
  if (typeof value === 'string') return !HALF.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === MAX_DEPTH) return false;
  if (isList(value)) return value.every((item) => !isList(item) && fitsBson(item, depth + 1));
  return Object.entries(value).every(([name, item]) => isPlainName(name) && (item === undefined || fitsBson(item, depth + 1)));
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function isPlainName(name: string): boolean {
  // The driver takes what has a field `_bsontype` for a value of its own.
  return name !== '' && name !== '_bsontype' && name !== '__proto__' && !name.startsWith('$') && !/[.\0]/.test(name) && !HALF.test(name);
}

interface Branch {
  [step: string]: Scalar | Branch;
}

function indexedFields(document: Json, { indexes }: Pick<CollectionDefinition, 'indexes'>): Branch {
  const root: Branch = {};
  for (const field of new Set(indexes.flat())) {
    const value = fieldValue(document, field);
    const steps = field.split('.');
    const last = steps.pop();
    if (last === undefined || value === null) continue;
    let branch = root;
    for (const step of steps) {
      const found = branch[step];
      const next: Branch = typeof found === 'object' && found !== null ? found : {};
      branch[step] = next;
      branch = next;
    }
    branch[last] = typeof value === 'string' ? value.replaceAll(new RegExp(HALF, 'gu'), '\u{FFFD}') : value;
  }
  return root;
}

/** The fields of the messages: what to set, and what to take away when there are none. */
export type OutboxFields = Pick<Stored, 'o' | 'q' | 'l' | 's'>;

/**
 * Adds messages to those a document holds; one that it holds already is held once.
 * @param number gives a sequence greater than the one it is given
 */
export function withMessages(found: OutboxFields, messages: readonly OutboxMessage[], number: (above: number) => number): OutboxFields {
  const held = [...(found.o ?? [])];
  let last = found.s ?? 0;
  for (const { id, type, data } of messages) {
    if (held.some((message) => message.id === id)) continue;
    last = number(last);
    held.push({ id, type, data: JSON.stringify(data), s: last });
  }
  return { ...fieldsOf(held), ...(last === 0 ? {} : { s: last }) };
}

/** What remains when messages are settled. */
export function withoutMessages(found: OutboxFields, ids: ReadonlySet<string>): OutboxFields {
  return { ...fieldsOf((found.o ?? []).filter(({ id }) => !ids.has(id))), ...defined({ s: found.s }) };
}

function fieldsOf(held: readonly StoredMessage[]): OutboxFields {
  const [first] = held;
  const last = held.at(-1);
  return first === undefined || last === undefined ? {} : { o: [...held], q: first.s, l: last.s };
}
