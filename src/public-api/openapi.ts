import { z } from 'zod';
import { bodySchema, SUBMISSIONS } from './creations.js';
import type { Operation } from './operation.js';
import { OPERATIONS } from './operations.js';
import { PROBLEM_TYPE, problemSchema } from './problem.js';
import { STREAMS } from './streams.js';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../creation/webhooks/webhooks.shared.js';
import { priceView, taskView, webhookBody } from './views.js';

/** The OpenAPI 3.1 document, derived from the operations. */

type Json = Readonly<Record<string, unknown>>;

function schemaOf(type: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return schema;
}

function parameters({ path, query }: Pick<Operation, 'path' | 'query'>): readonly Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
  const { properties = {} } = query === undefined ? {} : z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return [...inPath, ...Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }))];
}

const jsonOf = (type: z.ZodType): Json => ({ 'application/json': { schema: schemaOf(type, 'output') } });

function described(operation: Omit<Operation, 'call'>, request: Json): Json & { readonly responses: Json } {
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.scope === undefined ? { security: [] } : { security: [{ key: [operation.scope] }] }),
    parameters: parameters(operation),
    ...request,
    responses: {
      [operation.status]: { description: 'Success.', content: jsonOf(operation.view('')) },
      default: {
        description: 'An error as problem details.',
        content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

const idempotency: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated request with the same key answers with the task of the first one.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function submission(one: (typeof SUBMISSIONS)[number]): Json {
  const content = { 'application/json': { schema: bodySchema(one.procedure) } };
  const plain = described(one, { requestBody: { required: true, content } });
  const price = { description: 'The price, if only that was requested.', content: jsonOf(priceView) };
  return { ...plain, parameters: [idempotency, ...parameters(one)], responses: { ...plain.responses, 200: price } };
}

function plain(operation: Operation): Json {
  const file = { schema: { type: 'string', format: 'binary' } };
  const { body } = operation;
  return described(
    operation,
    operation.takesFile === undefined
      ? body === undefined
        ? {}
        : { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }
      : {
          requestBody: { required: true, content: Object.fromEntries(operation.takesFile.map((type) => [type, file])) },
        },
  );
}

/** A stream answers with events, whose data is a task; the event `deleted` has its id only. */
function streamed(one: (typeof STREAMS)[number]): Json {
  const { responses, ...rest } = described({ ...one, method: 'GET', scope: 'read', status: 200, view: taskView }, {});
  const resume = { name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } };
  return {
    ...rest,
    parameters: [resume, ...parameters(one)],
    responses: {
      ...responses,
      200: {
        description: 'Events `task` and `deleted`.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    },
  };
}

/** What an address of the user is sent. */
function received(event: WebhookEvent): Json {
  const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    post: {
      operationId: event.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase()),
      summary: `The event ${event}, signed by Standard Webhooks.`,
      security: [],
      parameters: headers,
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(webhookBody, 'output') } } },
      responses: { '2XX': { description: 'Received. Any other answer is an attempt that failed.' } },
    },
  };
}

/** The document for this server. @param origin without a trailing slash */
export function openApiDocument(origin: string): Json {
  const entries = [
    ...OPERATIONS.map((one) => ({ path: one.path, method: one.method, described: plain(one) })),
    ...STREAMS.map((one) => ({ path: one.path, method: 'GET', described: streamed(one) })),
    ...SUBMISSIONS.map((one) => ({ path: one.path, method: one.method, described: submission(one) })),
  ];
  const paths: Record<string, Record<string, Json>> = {};
  for (const { path, method, described: entry } of entries)
    paths[path] = { ...paths[path], [method.toLowerCase()]: entry };
  return {
    openapi: '3.1.0',
    info: { title: 'Kinora API', version: '1' },
    servers: [{ url: `${origin}/api/v1` }],
    paths,
    webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, received(event)])),
    components: {
      schemas: { Problem: schemaOf(problemSchema, 'output') },
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key of your account page.' } },
    },
  };
}
