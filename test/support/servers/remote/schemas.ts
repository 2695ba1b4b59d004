import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * Input schemas of hosted models as they are published, for tests. fal: from its client's types (`@fal-ai/client`
 * 1.10.1); Replicate: as clients state them that were checked against the live schemas in September 2026.
 */
const property = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  anyOf: z.array(z.looseObject({ type: z.string(), enum: z.array(z.string()).optional() })).optional(),
});
const published = z.record(
  z.string(),
  z.object({
    output: z.enum(['image', 'images', 'video']),
    required: z.array(z.string()),
    properties: z.record(z.string(), property),
  }),
);
type Property = z.infer<typeof property>;
export type PublishedModel = z.infer<typeof published>[string];

const read = (kind: string) => published.parse(JSON.parse(readFileSync(`test/fixtures/engines/${kind}.json`, 'utf8')));
export const PUBLISHED = { replicate: read('replicate'), fal: read('fal') } as const;

const isOf = (type: string | undefined, value: unknown): boolean => {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value) && value.every((one) => typeof one === 'string');
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return true;
  }
};

const isValid = (
  { type, enum: choices, minimum = -Infinity, maximum = Infinity, anyOf }: Property,
  value: unknown,
): boolean =>
  anyOf !== undefined
    ? anyOf.some((one) => isValid(one, value))
    : isOf(type, value) &&
      (choices === undefined || choices.some((choice) => choice === value)) &&
      (typeof value !== 'number' || (value >= minimum && value <= maximum));

/** What a service would not accept of an input: unknown, missing and invalid fields. */
export function violationsOf(
  { required, properties }: Pick<PublishedModel, 'required' | 'properties'>,
  input: Readonly<Record<string, unknown>>,
): readonly string[] {
  const known = new Map(Object.entries(properties));
  return [
    ...Object.keys(input)
      .filter((name) => !known.has(name))
      .map((name) => `unknown ${name}`),
    ...required.filter((name) => input[name] === undefined).map((name) => `missing ${name}`),
    ...[...known]
      .filter(([name, one]) => input[name] !== undefined && !isValid(one, input[name]))
      .map(([name]) => `invalid ${name}`),
  ];
}
