import { z } from 'zod';
import { defined } from '../../../kernel/defined.shared.js';
import { RemoteFault } from '../port.js';

/** An input field of a hosted model, from its JSON Schema. */
export interface InputField {
  readonly types: ReadonlySet<string>;
  /** Allowed values, for an enumeration. */
  readonly choices: readonly (string | number)[];
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Default value. */
  readonly first?: number;
  readonly isRequired: boolean;
}
/** Input fields of a model by name. */
export type InputFields = ReadonlyMap<string, InputField>;

const schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
  default: z.unknown().optional(),
  allOf: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});
const schemas = z.record(z.string(), z.unknown());

/** Maximum depth of references: a schema may refer to itself. */
const DEPTH = 6;

/** Resolves a schema's references and compositions. */
function* parts(found: unknown, all: z.infer<typeof schemas>, depth = 0): Generator<z.infer<typeof schema>> {
  const read = schema.safeParse(found);
  if (!read.success || depth > DEPTH) return;
  yield read.data;
  const referred = /^#\/components\/schemas\/(.+)$/.exec(read.data.$ref ?? '')?.[1];
  for (const part of [
    ...(referred === undefined ? [] : [all[referred]]),
    ...(read.data.allOf ?? []),
    ...(read.data.anyOf ?? []),
    ...(read.data.oneOf ?? []),
  ])
    yield* parts(part, all, depth + 1);
}

/**
 * Reads a model's input fields from its OpenAPI document.
 * @param input its schema, or the reference to it
 * @param components `components.schemas` of the document
 * @throws RemoteFault misunderstood for a document without fields
 */
export function inputFields(input: unknown, components: unknown): InputFields {
  const all = schemas.safeParse(components).data ?? {};
  const fields = new Map<string, InputField>();
  const found = [...parts(input, all)];
  const required = new Set(found.flatMap((part) => part.required ?? []));
  for (const { properties } of found) {
    for (const [name, property] of Object.entries(properties ?? {}))
      fields.set(name, fieldOf([...parts(property, all)], required.has(name)));
  }
  if (fields.size === 0) throw new RemoteFault('misunderstood', 'the schema of the model has no fields');
  return fields;
}

function fieldOf(all: readonly z.infer<typeof schema>[], isRequired: boolean): InputField {
  const first = (of: (part: z.infer<typeof schema>) => number | undefined): number | undefined =>
    all.map(of).find((value) => value !== undefined);
  const [min, max, step] = [
    first(({ minimum }) => minimum),
    first(({ maximum }) => maximum),
    first(({ multipleOf }) => multipleOf),
  ];
  const usual = first((part) => (typeof part.default === 'number' ? part.default : undefined));
  return {
    types: new Set(
      all.flatMap(({ type, properties }) => [
        ...(type === undefined ? [] : [type].flat()),
        ...(properties === undefined ? [] : ['object']),
      ]),
    ),
    choices: all.flatMap((part) => part.enum ?? []).filter((one) => typeof one === 'string' || typeof one === 'number'),
    isRequired,
    ...defined({ min, max, step, first: usual }),
  };
}

/** Whether a model's input has a seed: without one, the same request makes another result. */
export const takesSeed = (fields: InputFields): boolean => fields.has('seed');
