import { TRPCError } from '@trpc/server';
import type { z } from 'zod';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiCaller } from '../platform/http/security/api-key.js';
import type { Payer } from '../kernel/payers.shared.js';
import { pluginNamed } from '../platform/http/plugin-name.js';
import { publicOrigin } from '../platform/http/request.js';
import { toTrpcError, type Context } from '../platform/http/trpc/trpc.js';
import { productError } from '../kernel/errors.shared.js';
import { createAdmission, FILE_LIMIT, JSON_LIMIT } from './admission.js';
import { callInput, priceIn, requestIdFrom, SUBMISSIONS } from './creations.js';
import { parseJson } from './json.js';
import { mountOpenAi } from './openai/mount.js';
import { openApiDocument } from './openapi.js';
import type { ApiRequest, Operation } from './operation.js';
import { OPERATIONS } from './operations.js';
import type { PublicApiParts } from './parts.js';
import { asTrpcError, PROBLEM_TYPE, problemOf, problemHeaders } from './problem.js';
import { serveStream, STREAMS, type StreamSource } from './streams.js';
import { taskView } from './views.js';

export const API_PREFIX = '/api/v1';

/** An operation's path as a route. */
const routeOf = (path: string): string => `${API_PREFIX}${path.replace(/\{(\w+)\}/g, ':$1')}`;

type Handler = (request: FastifyRequest, caller: ApiCaller | undefined) => Promise<unknown>;
type Submission = (typeof SUBMISSIONS)[number];

/** @throws TRPCError INTERNAL_SERVER_ERROR for an answer that the API does not describe */
function viewed(view: z.ZodType, answer: unknown): unknown {
  const read = view.safeParse(answer);
  if (!read.success) throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: read.error });
  return read.data;
}

/** Keeps what was made for the last key. */
function forLast<Value>(make: (key: string) => Value): (key: string) => Value {
  let kept: { readonly key: string; readonly value: Value } | undefined;
  return (key) => {
    if (kept?.key !== key) kept = { key, value: make(key) };
    return kept.value;
  };
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
/** Parameters as text. One that is given twice is as if it had not been given. */
const texts = (given: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(given ?? {}).flatMap(([name, value]) => {
      const one = text(value);
      return one === undefined ? [] : [[name, one]];
    }),
  );

function readRequest(request: FastifyRequest, payer: Payer): ApiRequest {
  const { params, query, body } = request;
  return {
    params: texts(params),
    query: texts(query),
    body,
    payer,
    ...(Buffer.isBuffer(body)
      ? { file: { bytes: body, type: request.headers['content-type'] ?? 'application/octet-stream' } }
      : {}),
  };
}

/** What a stream needs. @param view of a task */
function streamSourceOf(
  { call, keys, logger }: PublicApiParts,
  context: Context,
  request: FastifyRequest,
  view: z.ZodType,
): StreamSource {
  return {
    changes: async (lastEventId, signal) =>
      // What a subscription answers, by the definition of tRPC.
      (await call(context, 'task.onChange', { lastEventId }, signal)) as AsyncIterable<unknown>,
    task: (id) => call(context, 'task.get', { id }),
    view: (answer) => viewed(view, answer),
    isValid: async () => (await keys.read(request.headers.authorization)) !== undefined,
    onFault: (err) => logger.error({ err, requestId: request.id }, 'an API stream failed'),
  };
}

/**
 * Serves the public API below `/api/v1`, for callers with API keys. Errors are problem details (RFC 9457); each answer
 * to a key says in its headers what is left of its rate.
 */
export function mountPublicApi(fastify: FastifyInstance, parts: PublicApiParts): void {
  const { random, network, logger } = parts;
  const admission = createAdmission(parts);
  const { admit, callerOf, contextOf, admitFile } = admission;

  const operation =
    ({ call }: Operation): Handler =>
    async (request, caller) => {
      const { path, input } = call(readRequest(request, caller?.payer ?? 'credits'));
      return parts.call(contextOf(request, caller), path, input);
    };

  const submission =
    ({ procedure }: Submission): Handler =>
    async (request, caller) => {
      const requestId = requestIdFrom(request, caller, random);
      const answer = await parts.call(contextOf(request, caller), procedure, callInput(request.body, requestId));
      return typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;
    };

  /** Answers with the price if only that is requested. It needs no view: the answer is made of the refusal. */
  const price = async ({ procedure, query }: Submission, request: FastifyRequest, reply: FastifyReply) => {
    if (query?.parse(request.query)['priceOnly'] === undefined) return;
    const input = callInput(request.body, random.uuid());
    const question = typeof input === 'object' ? { ...input, priceOnly: true } : input;
    const answer = await parts.call(contextOf(request, callerOf(request)), procedure, question).catch(priceIn);
    return reply.status(200).send(answer);
  };

  const route = (
    scope: FastifyInstance,
    one: Omit<Operation, 'call'>,
    handle: Handler,
    before?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void => {
    const viewFor = forLast(one.view);
    scope.route({
      method: one.method,
      url: routeOf(one.path),
      bodyLimit: one.takesFile === undefined ? JSON_LIMIT : FILE_LIMIT,
      onRequest: async (request, reply) => {
        const { scope: needed } = one;
        if (needed === undefined) return;
        await admit(request, reply, [needed]);
        if (one.takesFile !== undefined) admitFile(request, reply);
      },
      ...(before === undefined ? {} : { preHandler: before }),
      handler: async (request, reply) => {
        const answer = await handle(request, callerOf(request));
        return reply.status(one.status).send(viewed(viewFor(publicOrigin(request, network)), answer));
      },
    });
  };

  const eventView = forLast(taskView);
  const stream = (scope: FastifyInstance, { path }: (typeof STREAMS)[number]): void => {
    scope.get(routeOf(path), {
      onRequest: (request, reply) => admit(request, reply, ['read']),
      handler: async (request, reply) => {
        const caller = callerOf(request);
        if (caller === undefined) throw toTrpcError(productError('API_KEY_INVALID'));
        await serveStream(
          request,
          reply,
          caller,
          texts(request.params)['id'],
          parts.live,
          streamSourceOf(parts, contextOf(request, caller), request, eventView(publicOrigin(request, network))),
        );
      },
    });
  };

  const documentFor = forLast((origin) => JSON.stringify(openApiDocument(origin)));

  void fastify.register(
    pluginNamed('public-api', (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
      scope.setErrorHandler((error, request, reply) => {
        const problem = problemOf(asTrpcError(error));
        if (problem.status >= 500) logger.error({ err: error, requestId: request.id }, 'an API request failed');
        return reply
          .status(problem.status)
          .headers(problemHeaders(problem))
          .type(PROBLEM_TYPE)
          .send(JSON.stringify(problem));
      });
      // Files have a scope of their own, so that no large body is ever parsed as JSON.
      void scope.register(
        pluginNamed('public-api-files', (files, _none, ready) => {
          files.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
          for (const one of OPERATIONS) if (one.takesFile !== undefined) route(files, one, operation(one));
          ready();
        }),
      );
      parseJson(scope);
      for (const one of OPERATIONS) if (one.takesFile === undefined) route(scope, one, operation(one));
      for (const one of STREAMS) stream(scope, one);
      for (const one of SUBMISSIONS) route(scope, one, submission(one), (request, reply) => price(one, request, reply));
      scope.get(`${API_PREFIX}/openapi.json`, (request, reply) =>
        reply.type('application/json').send(documentFor(publicOrigin(request, network))),
      );
      scope.all(`${API_PREFIX}/*`, () => {
        throw new TRPCError({ code: 'NOT_FOUND' });
      });
      done();
    }),
  );
  mountOpenAi(fastify, { ...parts, admission });
}
