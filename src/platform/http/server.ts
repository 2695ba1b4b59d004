import cookies from '@fastify/cookie';
import helmet from '@fastify/helmet';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { TRPCError, type AnyTRPCRouter } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Socket } from 'node:net';
import { HTTP_STATUS, type TransportCode } from '../../kernel/errors.shared.js';
import type { Random } from '../random.js';
import { ApiExceptionFilter, faultOf } from './api-exception.filter.js';
import type { ApiOrigins } from './security/api-origins.js';
import { routeElsewhere } from './forward/forwarded-paths.js';
import { refuseUnknownHosts, type HostSettings } from './security/known-hosts.js';
import { limitFloods, type FloodSettings } from './limits/flood.js';
import { cutSlowBodies } from './limits/slow-bodies.js';
import type { StreamLimits } from './limits/streams.js';
import type { Logs } from './logs.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { NetworkSettings } from './request.js';
import { warnOfUntrustedProxy } from './security/proxy-warning.js';
import { PERMISSIONS_POLICY, securityHeaders } from './security/security.js';
import type { OperatorLog } from './operator-log.js';
import type { SessionReader, TierReader } from './security/session-user.js';
import { mountTrpc } from './trpc/trpc-mount.js';
import { describeError } from './trpc/trpc.js';
import { mountWeb, type Web } from './pages/web.js';

/** Bytes of a body outside the typed-RPC endpoint: sign-in forms and log lines. */
const BODY_LIMIT = 65_536;
/** How long a request may take to arrive whole; an answer may take longer. */
const REQUEST_MS = 60_000;
/** As the browser reads it (web/lib/product-time.ts). */
const AHEAD_HEADER = 'kinora-ahead';

export interface HttpParts {
  readonly network: NetworkSettings & HostSettings & FloodSettings & StreamLimits;
  readonly development: boolean;
  /** Where the human check's widget comes from. */
  readonly widgetOrigins?: readonly string[];
  /** Absent in a process that serves pages alone. `ahead`: milliseconds that the product's clock is ahead of the time of day, which browsers are told. */
  readonly calls?: { readonly router: AnyTRPCRouter; readonly sessions: SessionReader; readonly tiers: TierReader; readonly operators?: OperatorLog; readonly ahead?: () => number };
  /** Given when calls are sent on to other processes. */
  readonly elsewhere?: ApiOrigins;
  /** As `TrpcMount` takes it. */
  readonly build?: string | undefined;
  readonly logger: Logs;
  readonly metrics: Metrics;
  /** Given when this process serves the web app; requested at the first request. */
  readonly web?: () => Web;
}

/** Faults that Node finds before there is a request, as the nearest transport code. */
function clientFault(error: Error & { readonly code?: string }): TransportCode {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'TIMEOUT' : 'BAD_REQUEST';
}

function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const code = clientFault(error);
  const body = JSON.stringify({ error: { identifier: code, params: {}, code, httpStatus: HTTP_STATUS[code] } });
  socket.end(`HTTP/1.1 ${HTTP_STATUS[code]} ${code}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`);
}

function answerFault(reply: FastifyReply, fault: TRPCError): void {
  const { data } = describeError(fault);
  void reply.status(data.httpStatus).header('cache-control', 'no-store').send({ error: data });
}

/** The Fastify that Nest stands on. @param elsewhere whether calls are sent on to other processes */
export function createAdapter(network: NetworkSettings, random: Random, elsewhere = false): FastifyAdapter {
  const hops = network.trustProxy;
  return new FastifyAdapter({
    // Hop 0 is whoever connects; Fastify's type knows the number of hops as a function alone.
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    requestIdHeader: false,
    genReqId: () => random.uuid(),
    clientErrorHandler: answerClientError,
    frameworkErrors: (error: Error, _request: FastifyRequest, reply: FastifyReply) => answerFault(reply, faultOf(error)),
    forceCloseConnections: 'idle',
    ...(elsewhere ? { rewriteUrl: routeElsewhere } : {}),
    routerOptions: { maxParamLength: 512 },
  });
}

const notFound = (reply: FastifyReply): void => answerFault(reply, new TRPCError({ code: 'NOT_FOUND' }));

/** Gives each request its id, measures it, and lets the last one end before the server goes. 499 represents a caller who left before the answer. */
function observe(fastify: FastifyInstance, metrics: Metrics): void {
  let underWay = 0;
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
      // What this process asks itself goes over no line that could break.
      const isWhole = reply.raw.writableFinished || !(request.raw.socket instanceof Socket);
      const status = isWhole ? reply.raw.statusCode : HTTP_STATUS.CLIENT_CLOSED_REQUEST;
      metrics.requested(request.method, request.routeOptions.url ?? 'none', status, reply.elapsedTime);
    });
    done();
  });
  fastify.addHook('preClose', (done) => {
    // Node can take a connection that has answered everything for a busy one, and wait for its client to let go.
    const timer = setInterval(() => underWay === 0 && fastify.server.closeAllConnections(), 25);
    fastify.server.once('close', () => clearInterval(timer));
    done();
  });
}

/** The bodies that controllers are given; whatever else is sent is refused. */
function parseBodies(fastify: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: BODY_LIMIT } as const;
  fastify.removeAllContentTypeParsers();
  // Parts of resumable uploads are read by whoever takes them in, as they come.
  fastify.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
  fastify.addContentTypeParser<string>('application/x-www-form-urlencoded', options, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body)));
  });
  fastify.addContentTypeParser<string>('application/json', options, (_request, body, done) => {
    try {
      done(null, JSON.parse(body));
    } catch (cause) {
      done(new TRPCError({ code: 'PARSE_ERROR', cause }));
    }
  });
}

/**
 * Sets the server up around Nest's controllers, before `listen`: headers and cookies, forms, the typed-RPC endpoint ahead of
 * the body parsers, errors in one shape, and the web app for whatever is left.
 */
export async function configureHttp(app: NestFastifyApplication, parts: HttpParts): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  observe(fastify, parts.metrics);
  await fastify.register(helmet, securityHeaders(parts.network.publicUrl?.startsWith('https:') ?? false, parts.development, parts.network.mediaOrigin, parts.widgetOrigins));
  // After the security headers, which a refusal carries too, and before all else.
  limitFloods(fastify, parts.network, parts.calls?.sessions);
  refuseUnknownHosts(fastify, parts.network, parts.logger);
  cutSlowBodies(fastify);
  warnOfUntrustedProxy(fastify, parts.network, parts.logger);
  fastify.addHook('onRequest', (_request, reply, done) => {
    void reply.header('permissions-policy', PERMISSIONS_POLICY);
    const ahead = parts.calls?.ahead?.() ?? 0;
    if (ahead > 0) void reply.header(AHEAD_HEADER, ahead);
    done();
  });
  await fastify.register(cookies);
  parseBodies(fastify);
  if (parts.calls !== undefined) mountTrpc(fastify, { ...parts, ...parts.calls, streams: parts.network });
  if (parts.elsewhere !== undefined) {
    // Loaded where it is used alone: most processes answer their calls themselves.
    const { forwardApi } = await import('./forward/forward.js');
    forwardApi(fastify, parts.elsewhere, parts.network);
  }
  if (parts.web !== undefined) mountWeb(fastify, parts.web, notFound, parts.network.pagePrefixes);
  app.useGlobalFilters(new ApiExceptionFilter(parts.logger));
}
