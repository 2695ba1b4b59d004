import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { productError } from '../kernel/errors.shared.js';
import { BodyPlaces, type BodyLimits } from '../platform/http/limits/body-places.js';
import type { Streams } from '../platform/http/limits/streams.js';
import { addressGroup } from '../platform/http/security/address.js';
import type { ApiCaller, ApiKeyReader } from '../platform/http/security/api-key.js';
import type { ApiScope } from '../kernel/api-scopes.shared.js';
import type { Payer } from '../kernel/payers.shared.js';
import type { TierReader } from '../platform/http/security/session-user.js';
import type { Logs } from '../platform/http/logs.js';
import { pluginNamed } from '../platform/http/plugin-name.js';
import { publicOrigin, requestFacts, type NetworkSettings } from '../platform/http/request.js';
import { toTrpcError, type Context } from '../platform/http/trpc/trpc.js';
import type { Random } from '../platform/random.js';
import type { RateLimit } from '../platform/rate-limit/port.js';
import { callInput, requestIdOf, SUBMISSIONS } from './creations.js';
import { IDEMPOTENCY_HEADER, openApiDocument } from './openapi.js';
import type { ApiRequest, Operation } from './operation.js';
import { OPERATIONS } from './operations.js';
import { PROBLEM_TYPE, problemOf } from './problem.js';
import { serveStream, STREAMS, type StreamSource } from './streams.js';
import { taskView } from './views.js';

export const API_PREFIX = '/api/v1';

/** Requests of one key. */
export const API_RATE = { limit: 300, windowMs: 60_000 } as const;
/** Maximum bytes of a JSON body. */
const JSON_LIMIT = 262_144;
/** Maximum bytes of a file sent in one request. */
const FILE_LIMIT = 20 * 1_048_576;
/** Files are held in memory while they arrive: maximum at once, of one user, and of one address. */
const FILES: BodyLimits = { all: 6, ofUser: 2, ofAddress: 4 };
/** When to try again if there is no room for another file, seconds. */
const FILE_WAIT = 5;
const MAX_IDEMPOTENCY_KEY = 200;

export interface PublicApiParts {
  /** Carries out a call of the typed-RPC endpoint. @throws TRPCError */
  readonly call: (context: Context, path: string, input: unknown, signal?: AbortSignal) => Promise<unknown>;
  /** The live streams of this process, of pages and of keys. */
  readonly live: Streams;
  readonly keys: ApiKeyReader;
  readonly tiers: TierReader;
  readonly rateLimit: Pick<RateLimit, 'take'>;
  readonly random: Pick<Random, 'uuid'>;
  readonly network: NetworkSettings;
  readonly logger: Logs;
}

/** An operation's path as a route. */
const routeOf = (path: string): string => `${API_PREFIX}${path.replace(/\{(\w+)\}/g, ':$1')}`;

type Handler = (request: FastifyRequest, caller: ApiCaller | undefined) => Promise<unknown>;

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

/** Any error as one that can be described. */
function asTrpcError(error: unknown): TRPCError {
  if (error instanceof TRPCError) return error;
  if (error instanceof z.ZodError) return new TRPCError({ code: 'BAD_REQUEST', cause: error });
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new TRPCError({ code: 'PAYLOAD_TOO_LARGE' });
  if (status === 415 || status === 400) return new TRPCError({ code: 'BAD_REQUEST' });
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error });
}

/** @throws TRPCError VALIDATION_ERROR */
function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length > 0 && key.length <= MAX_IDEMPOTENCY_KEY) return key;
  throw toTrpcError(productError('VALIDATION_ERROR', { field: IDEMPOTENCY_HEADER }));
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
  const { keys, tiers, rateLimit, random, network, logger } = parts;
  const callers = new WeakMap<FastifyRequest, ApiCaller>();
  const arriving = new BodyPlaces(FILES);

  /** @throws TRPCError API_KEY_INVALID, API_SCOPE_MISSING {scope}, TOO_MANY_ATTEMPTS {seconds} */
  const admit = async (request: FastifyRequest, reply: FastifyReply, scope: ApiScope): Promise<void> => {
    const caller = await keys.read(request.headers.authorization);
    if (caller === undefined) throw toTrpcError(productError('API_KEY_INVALID'));
    const rate = await rateLimit.take(`api:${caller.keyId}`, API_RATE);
    const seconds = API_RATE.windowMs / 1_000;
    void reply.header('ratelimit-policy', `"key";q=${API_RATE.limit};w=${seconds}`);
    const wait = rate.allowed ? seconds : Math.ceil(rate.retryAfterMs / 1_000);
    void reply.header('ratelimit', `"key";r=${rate.allowed ? rate.remaining : 0};t=${wait}`);
    if (!rate.allowed) throw toTrpcError(productError('TOO_MANY_ATTEMPTS', { seconds: wait }));
    if (!caller.scopes.includes(scope)) throw toTrpcError(productError('API_SCOPE_MISSING', { scope }));
    callers.set(request, caller);
  };

  const contextOf = (request: FastifyRequest, caller: ApiCaller | undefined): Context => ({
    user: caller?.user,
    payer: caller?.payer,
    tier: async () => (caller === undefined ? undefined : tiers.tierOf(caller.user.id)),
    request: requestFacts(request, network),
  });

  const operation =
    ({ call }: Operation): Handler =>
    async (request, caller) => {
      const { path, input } = call(readRequest(request, caller?.payer ?? 'credits'));
      return parts.call(contextOf(request, caller), path, input);
    };

  const submission =
    ({ procedure }: (typeof SUBMISSIONS)[number]): Handler =>
    async (request, caller) => {
      const key = idempotencyKey(request);
      const requestId = key === undefined || caller === undefined ? random.uuid() : requestIdOf(caller.user.id, key);
      const answer = await parts.call(contextOf(request, caller), procedure, callInput(request.body, requestId));
      return typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;
    };

  const route = (scope: FastifyInstance, one: Omit<Operation, 'call'>, handle: Handler): void => {
    const viewFor = forLast(one.view);
    scope.route({
      method: one.method,
      url: routeOf(one.path),
      bodyLimit: one.takesFile === undefined ? JSON_LIMIT : FILE_LIMIT,
      onRequest: async (request, reply) => {
        const { scope: needed } = one;
        if (needed === undefined) return;
        await admit(request, reply, needed);
        const caller = callers.get(request);
        if (one.takesFile === undefined || caller === undefined) return;
        if (!arriving.take(reply, { user: caller.user.id, address: addressGroup(request.ip) }))
          throw toTrpcError(productError('TOO_MANY_ATTEMPTS', { seconds: FILE_WAIT }));
      },
      handler: async (request, reply) => {
        const answer = await handle(request, callers.get(request));
        return reply.status(one.status).send(viewed(viewFor(publicOrigin(request, network)), answer));
      },
    });
  };

  const eventView = forLast(taskView);
  const stream = (scope: FastifyInstance, { path }: (typeof STREAMS)[number]): void => {
    scope.get(routeOf(path), {
      onRequest: (request, reply) => admit(request, reply, 'read'),
      handler: async (request, reply) => {
        const caller = callers.get(request);
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
        const { seconds } = problem.params;
        if (problem.status === 429 && seconds !== undefined) void reply.header('retry-after', seconds);
        if (problem.status === 401) void reply.header('www-authenticate', 'Bearer');
        return reply.status(problem.status).type(PROBLEM_TYPE).send(JSON.stringify(problem));
      });
      // Files have a scope of their own, so that no large body is ever parsed as JSON.
      void scope.register(
        pluginNamed('public-api-files', (files, _none, ready) => {
          files.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
          for (const one of OPERATIONS) if (one.takesFile !== undefined) route(files, one, operation(one));
          ready();
        }),
      );
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) => {
        try {
          parsed(null, body === '' ? undefined : JSON.parse(String(body)));
        } catch (cause) {
          parsed(new TRPCError({ code: 'PARSE_ERROR', cause }));
        }
      });
      for (const one of OPERATIONS) if (one.takesFile === undefined) route(scope, one, operation(one));
      for (const one of STREAMS) stream(scope, one);
      for (const one of SUBMISSIONS) route(scope, one, submission(one));
      scope.get(`${API_PREFIX}/openapi.json`, (request, reply) =>
        reply.type('application/json').send(documentFor(publicOrigin(request, network))),
      );
      scope.all(`${API_PREFIX}/*`, () => {
        throw new TRPCError({ code: 'NOT_FOUND' });
      });
      done();
    }),
  );
}
