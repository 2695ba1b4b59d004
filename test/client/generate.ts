import { readFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { openApiDocument } from '../../src/public-api/index.js';
import type { Schema } from '../support/schemas.js';

/** The generated part of the client: types and routes of every operation of the API's description. */

export const GENERATED = 'src/public-api/client/operations.generated.ts';

const schema = z.custom<Schema>((value) => typeof value === 'object');
const content = z.record(z.string(), z.object({ schema }));
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema })),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content })),
});
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

const named = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/** Operations whose answers have names. */
const ANSWERS: Readonly<Record<string, string>> = {
  getTask: 'Task',
  listTasks: 'TaskPage',
  listModels: 'ModelPage',
  getUpload: 'Upload',
  getBalance: 'Balance',
  deleteTask: 'Deleted',
};

/** Types that have names, by their text. */
type Names = Map<string, string>;

/** The TypeScript type of a schema; its name if it has one. */
function typeOf(of: Schema, names: Names): string {
  const type = plainType(of, names);
  return names.get(type) ?? type;
}

function plainType(of: Schema, names: Names): string {
  if ('const' in of) return JSON.stringify(of.const);
  if (of.enum !== undefined) return union(of.enum.map((value) => JSON.stringify(value)));
  const options = of.anyOf ?? of.oneOf;
  if (options !== undefined) return union(options.map((one) => typeOf(one, names)));
  switch (of.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return of.type;
    case 'array':
      return `readonly (${typeOf(of.items ?? {}, names)})[]`;
    case 'object': {
      const { properties = {}, required = [], additionalProperties } = of;
      const fields = Object.entries(properties).map(
        ([name, one]) => `readonly ${named(name)}${required.includes(name) ? '' : '?'}: ${typeOf(one, names)};`,
      );
      if (fields.length > 0) return `{ ${fields.join(' ')} }`;
      const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, names) : 'unknown';
      return `Readonly<Record<string, ${values}>>`;
    }
    default:
      return 'unknown';
  }
}

type Described = z.infer<typeof operation> | undefined;
const bodyOf = (one: Described): Schema | undefined => one?.requestBody?.content['application/json']?.schema;
const answerOf = (one: Described): Schema | undefined =>
  (one?.responses['202'] ?? one?.responses['201'] ?? one?.responses['200'])?.content['application/json']?.schema;

/** The source of the generated file, formatted. */
export async function generatedClient(): Promise<string> {
  const { paths } = description.parse(openApiDocument(''));
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, path, method: method.toUpperCase() })),
  );
  const names: Names = new Map();
  const name = (called: string, of: Schema | undefined): void => void (of && names.set(typeOf(of, names), called));
  const find = (id: string) => all.find(({ operationId }) => operationId === id);
  name('SourceRef', bodyOf(find('imageTools_upscale'))?.properties?.['image']);
  for (const [id, called] of Object.entries(ANSWERS)) name(called, answerOf(find(id)));
  const types = all.map((one) => {
    const { operationId, summary, parameters, requestBody } = one;
    const fields = (place: string): string => {
      const own = parameters
        .filter((parameter) => parameter.in === place)
        .map(
          ({ name: key, required, schema: of }) =>
            `readonly ${named(key)}${required === true ? '' : '?'}: ${typeOf(of, names)};`,
        );
      return own.length === 0 ? 'Readonly<Record<string, never>>' : `{ ${own.join(' ')} }`;
    };
    const body = bodyOf(one);
    return `/** ${summary} */
      readonly ${operationId}: {
        readonly path: ${fields('path')};
        readonly query: ${fields('query')};
        readonly body: ${body === undefined ? (requestBody === undefined ? 'undefined' : 'Blob') : typeOf(body, names)};
        readonly answer: ${typeOf(answerOf(one) ?? {}, names)};
      };`;
  });
  const routes = all.map(
    ({ operationId, path, method }) => `${operationId}: { method: '${method}', path: ${JSON.stringify(path)} },`,
  );
  const source = `/** Made from the API's description by \`npm run client\`. Do not edit. */

    ${[...names].map(([type, called]) => `export type ${called} = ${type};`).join('\n')}

    /** What each operation takes and answers. */
    export interface Operations { ${types.join('\n')} }

    /** Method and path of each operation, below \`/api/v1\`. */
    export const ROUTES = { ${routes.join('\n')} } as const satisfies Record<keyof Operations, { readonly method: string; readonly path: string }>;
  `;
  return format(source, { ...(await resolveConfig(GENERATED)), filepath: GENERATED });
}

/** The generated file as it is. */
export const presentClient = (): string => readFileSync(GENERATED, 'utf8');
