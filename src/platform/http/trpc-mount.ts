import { TRPCError, type AnyTRPCRouter } from '@trpc/server';
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { productError } from '../../kernel/errors.shared.js';
import type { Logs } from './logs.js';
import { isSameOrigin, requestFacts, type NetworkSettings } from './request.js';
import type { SessionReader } from './session-user.js';
import { describeError, errorBody, toTrpcError, type Context } from './trpc.js';

const PREFIX = '/api/trpc/';

export const TRPC_LIMITS = {
  /** Calls in one batch. */
  batch: 50,
  /** Bytes of a JSON body. */
  json: 1_048_576,
  /** Bytes of a form-data body. */
  form: 33_554_432,
} as const;

export interface TrpcMount {
  readonly router: AnyTRPCRouter;
  readonly sessions: SessionReader;
  readonly network: NetworkSettings;
  readonly logger: Logs;
}

const isForm = (request: FastifyRequest): boolean => request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false;
const bodyLimit = (request: FastifyRequest): number => (isForm(request) ? TRPC_LIMITS.form : TRPC_LIMITS.json);

/** What is refused before anything of the body is read. */
function refusal(request: FastifyRequest, network: NetworkSettings): TRPCError | undefined {
  if (request.method !== 'GET' && request.method !== 'POST') return new TRPCError({ code: 'METHOD_NOT_SUPPORTED' });
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit(request)) return new TRPCError({ code: 'PAYLOAD_TOO_LARGE' });
  if (request.method === 'POST' && !isSameOrigin(request, network)) return toTrpcError(productError('PERMISSION_ERROR'));
  return undefined;
}

/** Refusals are answered in the shape of a single call, and the connection is closed: what is left of the body goes unread. */
function refuse(reply: FastifyReply, error: TRPCError): void {
  const body = errorBody(error);
  void reply.status(body.error.data.httpStatus).header('connection', 'close').send(body);
}

/**
 * Serves the typed-RPC endpoint (specification section 7) ahead of every body parser: tRPC reads the body itself, and so
 * knows JSON from form data and its own limits. Live subscriptions are ended when the server closes; clients reconnect.
 */
export function mountTrpc(fastify: FastifyInstance, { router, sessions, network, logger }: TrpcMount): void {
  const live = new Set<FastifyReply>();

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const refused = refusal(request, network);
    if (refused !== undefined) return refuse(reply, refused);
    reply.hijack();
    // What was set on the reply (security headers, request id) goes with the answer that tRPC writes.
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
    live.add(reply);
    reply.raw.once('close', () => live.delete(reply));
    await nodeHTTPRequestHandler({
      router,
      req: request.raw,
      res: reply.raw,
      path: new URL(request.url, 'http://localhost').pathname.slice(PREFIX.length),
      maxBodySize: bodyLimit(request),
      maxBatchSize: TRPC_LIMITS.batch,
      createContext: async (): Promise<Context> => ({ user: await sessions.read(request), request: requestFacts(request, network) }),
      responseMeta: ({ type, errors }) => {
        const headers = new Headers();
        if (type !== 'subscription') headers.set('cache-control', 'no-store');
        if (errors.some((error) => error.code === 'PAYLOAD_TOO_LARGE')) headers.set('connection', 'close');
        const wait = Math.max(...errors.map((error) => Number(describeError(error).data.params['seconds'] ?? 0)));
        if (wait > 0) headers.set('retry-after', String(wait));
        return { headers };
      },
      onError: ({ error, path }) => {
        if (describeError(error).data.httpStatus >= 500) logger.error({ err: error.cause ?? error, path, requestId: request.id }, 'a call failed');
      },
    });
  };

  void fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.all(`${PREFIX}*`, handle);
    done();
  });
  fastify.addHook('preClose', (done) => {
    for (const reply of live) reply.raw.destroy();
    done();
  });
}
