import proxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest, RawServerBase, RequestGenericInterface, RouteGenericInterface } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { productError } from '../../kernel/errors.shared.js';
import type { ApiOrigins } from './api-origins.js';
import { API, ELSEWHERE, pathOf } from './elsewhere.js';
import type { NetworkSettings } from './request.js';
import { describeError, errorBody, toTrpcError } from './trpc.js';

const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** As the proxy hands them out: on whatever server. */
type Request = FastifyRequest<RequestGenericInterface, RawServerBase>;
type Reply = FastifyReply<RouteGenericInterface, RawServerBase>;
type Hooks = NonNullable<FastifyHttpProxyOptions['replyOptions']>;

/** What a request is told by: whoever it came from, and how the browser addressed it. Nothing that a caller wrote of that is kept. */
function forwardedHeaders(request: Request, headers: IncomingHttpHeaders, { trustProxy, countryHeader }: NetworkSettings): IncomingHttpHeaders {
  const { forwarded: _forwarded, 'x-forwarded-port': _port, 'x-real-ip': _ip, 'transfer-encoding': chunked, ...kept } = headers;
  if (trustProxy === false && countryHeader !== undefined) delete kept[countryHeader];
  return {
    ...kept,
    // A request without a body says nothing of its length.
    ...(chunked === undefined ? {} : { 'transfer-encoding': chunked }),
    ...(request.headers.host === undefined ? {} : { host: request.headers.host }),
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
  };
}

/** What concerns the line to the other process alone. */
function answerHeaders({ connection: _connection, 'keep-alive': _keepAlive, 'transfer-encoding': _chunked, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}

function answerTryAgain(request: Request, reply: Reply): void {
  const fault = toTrpcError(productError('TRY_AGAIN'));
  const { data } = describeError(fault);
  const body = pathOf(request.raw.url ?? '').startsWith(`${ELSEWHERE}/api/trpc/`) ? errorBody(fault) : { error: data };
  // What is left of a body goes unread.
  if (!request.raw.complete) reply.header('connection', 'close');
  void reply.status(data.httpStatus).header('cache-control', 'no-store').send(body);
}

/**
 * Sends everything below `/api` on to processes with the role `api`, as it comes and as it is answered: nothing is gathered, so
 * that uploads and live subscriptions pass through. One that does not answer is passed over for reads; of anything else it is
 * not known whether it was done, so that its caller is told to try again. Before `listen`; the server needs `routeElsewhere`.
 */
export function forwardApi(fastify: FastifyInstance, origins: ApiOrigins, network: NetworkSettings): void {
  const tried = new WeakMap<Request, Set<string>>();

  const choose = (request: Request): string => {
    const before = tried.get(request) ?? new Set<string>();
    const origin = origins.next(before) ?? origins.next() ?? '';
    tried.set(request, before.add(origin));
    return origin;
  };
  const hooks: Hooks = {
    retryDelay: () => null,
    getUpstream: (request: Request) => choose(request),
    rewriteRequestHeaders: (request: Request, headers: IncomingHttpHeaders) => forwardedHeaders(request, headers, network),
    rewriteHeaders: answerHeaders,
    onError: (reply) => {
      const { request } = reply;
      const before = tried.get(request) ?? new Set<string>();
      const last = [...before].at(-1);
      if (last !== undefined) origins.missed(last);
      if (REPEATABLE.has(request.method) && origins.next(before) !== undefined && !request.raw.destroyed) {
        return void reply.from(pathOf(request.url).slice(ELSEWHERE.length), hooks);
      }
      answerTryAgain(request, reply);
    },
  };

  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(proxy, {
      upstream: '',
      prefix: `${ELSEWHERE}${API}`,
      rewritePrefix: API,
      internalRewriteLocationHeader: false,
      disableRequestLogging: true,
      // One line for each live subscription, for as long as it lasts.
      http: { agentOptions: { keepAlive: true, maxSockets: Infinity }, requestOptions: { timeout: 0 } },
      destroyAgent: true,
      replyOptions: hooks,
    });
  });
}
