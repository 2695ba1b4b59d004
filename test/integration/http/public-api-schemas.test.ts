import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { member, type Person } from '../../support/people/account.js';
import { PATIENCE } from '../../support/people/creating.js';
import { refusedOf, valueOf, type Schema } from '../../support/schemas.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

/** Requests of each kind to each operation; the nightly run sends more (`npm run test:nightly`). */
const RUNS = Number(process.env['FUZZ'] ?? 4);
/** Requests with one key before the next one is made: fewer than its rate. */
const OF_ONE_KEY = 250;

const schema = z.custom<Schema>((value) => typeof value === 'object');
const content = z.record(z.string(), z.object({ schema }));
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema })),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content })),
});
const description = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.object({ Problem: schema }) }),
});
interface Operation extends z.infer<typeof operation> {
  readonly path: string;
  readonly method: string;
}
interface Sent {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}
const problem = z.looseObject({
  code: z.string(),
  status: z.int(),
  fields: z.array(z.looseObject({ field: z.string(), reason: z.string() })).optional(),
});

const models = z.object({ models: z.array(z.object({ id: z.string(), procedures: z.array(z.string()) })) });
/** Optional fields that name what does not exist here, and the price limit. */
const NAMING = ['projectId', 'draftId', 'originId', 'loras', 'modelSettings', 'maxCredits'];

/** A made body whose model exists, without names of what does not and without price limit. */
function withModel(made: unknown, model: string): unknown {
  if (typeof made !== 'object' || made === null) return made;
  const kept = Object.entries(made).filter(([name]) => !NAMING.includes(name));
  return {
    ...Object.fromEntries(kept),
    model,
    ...('prompt' in made && made.prompt !== '' ? { prompt: 'a fox in the snow' } : {}),
  };
}

const bodyOf = ({ requestBody }: Operation): Schema | undefined => requestBody?.content['application/json']?.schema;
const takesFile = (one: Operation): boolean => one.requestBody !== undefined && bodyOf(one) === undefined;
/** A path segment that is a dot or empty is another path. */
const inPath = (value: unknown): string => encodeURIComponent(String(value)).replace(/^\.*$/, '_');

describe("the API's description", () => {
  let app: TestApp;
  let owner: Person;
  let all: readonly Operation[];
  let problemSchema: z.ZodType;
  let [secret, used] = ['', 0];
  beforeAll(async () => {
    // Without workers: only the answers matter.
    app = await startApp({ env: { ROLES: 'api,projector' } });
    owner = await member(app, 'ada@example.org');
    await until(
      () => owner.api.credits.balance.query({}),
      ({ available }) => available > 0,
    );
    const read = description.parse(await (await fetch(`${app.url}/api/v1/openapi.json`)).json());
    problemSchema = fromSchema(read.components.schemas.Problem);
    all = Object.entries(read.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ ...one, path, method: method.toUpperCase() })),
    );
  }, PATIENCE);

  afterAll(() => app.close());

  // The document's schemas are JSON schemas, as this function takes them.
  const fromSchema = (one: Schema): z.ZodType => z.fromJSONSchema(one as Parameters<typeof z.fromJSONSchema>[0]);

  const key = async (): Promise<string> => {
    used += 1;
    if (secret === '' || used % OF_ONE_KEY === 0)
      ({ secret } = await owner.api.apiKey.create.mutate({
        name: 'Fuzz',
        scopes: ['create', 'read', 'account', 'webhooks'],
      }));
    return secret;
  };
  const send = async (one: Operation, { parameters, body }: Sent): Promise<Response> => {
    const named = one.parameters.filter(({ name }) => parameters[name] !== undefined);
    const query = new URLSearchParams(
      named.flatMap(({ name, in: place }) => (place === 'query' ? [[name, String(parameters[name])]] : [])),
    );
    const path = one.path.replace(/\{(\w+)\}/g, (_, name: string) => inPath(parameters[name]));
    const file = { headers: { 'content-type': 'image/png' }, body: 'not an image' };
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const sent = takesFile(one) ? file : bodyOf(one) === undefined ? undefined : json;
    return fetch(`${app.url}/api/v1${path}?${query.toString()}`, {
      method: one.method,
      ...sent,
      headers: { authorization: `Bearer ${await key()}`, ...sent?.headers },
    });
  };
  /** What is answered, after it was compared with the description. */
  const described = async (one: Operation, sent: Sent): Promise<z.infer<typeof problem> | 'success'> => {
    const answer = await send(one, sent);
    if (one.responses[String(answer.status)]?.content['text/event-stream'] !== undefined) {
      expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
      await answer.body?.cancel();
      return 'success';
    }
    const body: unknown = await answer.json();
    const success = one.responses[String(answer.status)]?.content['application/json'];
    if (success !== undefined) {
      expect(fromSchema(success.schema).safeParse(body).error).toBeUndefined();
      return 'success';
    }
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(problemSchema.safeParse(body).error).toBeUndefined();
    const refused = problem.parse(body);
    expect(refused.status).toBe(answer.status);
    const { code } = refused;
    expect({ operation: one.operationId, code, fails: answer.status >= 500 }).toEqual({
      operation: one.operationId,
      code,
      fails: false,
    });
    return refused;
  };
  /** Parameters in headers are fixed, because each would be another request's key. */
  const requestOf = (one: Operation, model?: string): fc.Arbitrary<Sent> => {
    const named = one.parameters.filter(({ in: place }) => place !== 'header');
    const body = bodyOf(one);
    return fc.record({
      parameters: fc.record(Object.fromEntries(named.map(({ name, schema: of }) => [name, valueOf(of)])), {
        requiredKeys: named.flatMap(({ name, required }) => (required === true ? [name] : [])),
      }),
      body:
        body === undefined
          ? fc.constant(undefined)
          : valueOf(body).map((made) => (model === undefined ? made : withModel(made, model))),
    });
  };

  it(
    'allows no request that is refused for the shape of a field, and describes every answer',
    async () => {
      const succeeded = new Set<string>();
      const { models: offered } = models.parse(await (await fetch(`${app.url}/api/v1/models`)).json());
      const modelFor = ({ path }: Operation): string | undefined =>
        offered.find(({ procedures }) => procedures.includes(path.replace('/creations/', '')))?.id;
      for (const one of all)
        await fc.assert(
          fc.asyncProperty(requestOf(one, modelFor(one)), async (sent) => {
            // The creations of a minute are limited.
            app.pass(10_000);
            const answer = await described(one, sent);
            if (answer === 'success') return void succeeded.add(one.operationId);
            // What remains are rules across fields, and ids that only look like ids.
            const shapes = (answer.fields ?? []).filter(({ reason }) => reason !== 'invalid');
            expect({ operation: one.operationId, shapes }).toEqual({ operation: one.operationId, shapes: [] });
          }),
          { numRuns: RUNS },
        );
      expect([...succeeded]).toEqual(expect.arrayContaining(['listModels', 'getBalance', 'text2Image_create']));
    },
    PATIENCE,
  );

  it(
    'is what the server refuses by, and every wrong field is named',
    async () => {
      for (const one of all) {
        const { properties = {}, required = [] } = bodyOf(one) ?? {};
        const names = Object.keys(properties);
        if (names.length === 0) continue;
        const wrong = fc
          .subarray(names, { minLength: 1, maxLength: Math.min(3, names.length) })
          .chain((chosen) =>
            fc.record(
              Object.fromEntries(
                chosen.map((name) => [
                  name,
                  fc.constantFrom(
                    ...refusedOf(properties[name] ?? {}),
                    ...(required.includes(name) ? [undefined] : []),
                  ),
                ]),
              ),
            ),
          );
        await fc.assert(
          fc.asyncProperty(requestOf(one), wrong, async (sent, mutated) => {
            const body = typeof sent.body === 'object' ? { ...sent.body, ...mutated } : mutated;
            const answer = await described(one, { ...sent, body });
            const fields = answer === 'success' ? [] : (answer.fields ?? []).map(({ field }) => field.split('.')[0]);
            expect({ operation: one.operationId, code: answer === 'success' ? answer : answer.code, fields }).toEqual({
              operation: one.operationId,
              code: 'VALIDATION_ERROR',
              fields: expect.arrayContaining(Object.keys(mutated)),
            });
          }),
          { numRuns: RUNS },
        );
      }
    },
    PATIENCE,
  );

  it('has one operation for each path and method, with a name of its own', () => {
    const names = all.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(40);
  });
});
