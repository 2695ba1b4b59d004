import fc, { type Arbitrary } from 'fast-check';

/** Values made from JSON schemas, in the part of the language that the API's document uses. */

/** A JSON schema, or a part of one. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly pattern?: string;
}

/** Maximum characters and items of one value: longer ones find nothing more. */
const [MAX_LENGTH, MAX_ITEMS] = [60, 3];

/** Texts are trimmed before their length counts, so that the ends are letters. */
function textOf({ minLength = 0, maxLength = MAX_LENGTH, format, pattern }: Schema): Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'] });
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc
    .string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, MAX_LENGTH) })
    .map((text) => (text.trim().length < minLength ? 'a'.repeat(minLength) : text.slice(0, maxLength)));
}

function numberOf({ type, minimum = -1_000, maximum = 1_000 }: Schema): Arbitrary<number> {
  return type === 'integer'
    ? fc.integer({ min: Math.max(minimum, -(2 ** 53)), max: Math.min(maximum, 2 ** 53) })
    : fc.double({ min: minimum, max: maximum, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value));
}

function objectOf({ properties = {}, required = [], propertyNames, additionalProperties }: Schema): Arbitrary<unknown> {
  const listed = fc.record(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valueOf(one)])), {
    requiredKeys: [...required],
  });
  if (typeof additionalProperties !== 'object') return listed;
  const more = fc.dictionary(textOf(propertyNames ?? {}), valueOf(additionalProperties), { maxKeys: MAX_ITEMS });
  return fc.tuple(more, listed).map(([others, own]) => ({ ...others, ...own }));
}

/** Values that a schema allows. @throws Error for a schema that is not understood */
export function valueOf(schema: Schema): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return fc.oneof(...options.map(valueOf));
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = MAX_ITEMS } = schema;
      return fc.array(valueOf(items), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, MAX_ITEMS)),
      });
    }
    case 'object':
      return objectOf(schema);
    default:
      throw new Error(`no values are known for ${JSON.stringify(schema)}`);
  }
}

/** Values that a property's schema refuses, whatever its other keywords say. */
export function refusedOf(schema: Schema): readonly unknown[] {
  const { type, maximum, minimum, maxLength, maxItems } = schema;
  // No property of the document allows these: objects with lists, and lists of objects with such.
  const foreign: readonly unknown[] = type === 'object' ? [7, 'text', [1]] : [{ other: [] }];
  return [
    ...foreign,
    ...(type === 'integer' || type === 'number' ? ['text', true] : []),
    ...(type === 'string' ? [7, false, ['text']] : []),
    ...(type === 'boolean' ? ['yes', 1] : []),
    ...(type === 'integer' && maximum !== undefined ? [0.5] : []),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maxLength === undefined ? [] : ['a'.repeat(maxLength + 1)]),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => 'a')]),
    ...(schema.enum === undefined ? [] : ['no such choice']),
  ];
}
