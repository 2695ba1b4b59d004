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
import { Streams, type StreamLimits } from './limits/streams.js';
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

/** Maximum bytes of a body outside the typed-RPC endpoint: sign-in forms and log lines. */
const BODY_LIMIT = 65_536;
/** Timeout to receive a whole request; the answer may take longer. */
const REQUEST_MS = 60_000;
/** As the browser reads it (web/lib/product-time.ts). */
const AHEAD_HEADER = 'kinora-ahead';

export interface HttpParts {
  readonly network: NetworkSettings & HostSettings & FloodSettings & StreamLimits;
  readonly development: boolean;
  /** Origins of the human check's widget. */
  readonly widgetOrigins?: readonly string[];
  /**
   * Absent in a process that serves pages only. `ahead`: milliseconds by which the product's clock is ahead of the time
   * of day; sent to browsers.
   */
  readonly calls?: {
    readonly router: AnyTRPCRouter;
    readonly sessions: SessionReader;
    readonly tiers: TierReader;
    readonly operators?: OperatorLog;
    readonly ahead?: () => number;
    /** Mounts further routes ahead of the controllers, such as the public API. */
    readonly mount?: (fastify: FastifyInstance, live: Streams) => void;
  };
  /** Set if calls are forwarded to other processes. */
  readonly elsewhere?: ApiOrigins;
  /** As in `TrpcMount`. */
  readonly build?: string | undefined;
  readonly logger: Logs;
  readonly metrics: Metrics;
  /** Set if this process serves the web app; loaded at the first request. */
  readonly web?: () => Web;
}

/** Maps errors that Node detects before there is a request to the nearest transport code. */
function clientFault(error: Error & { readonly code?: string }): TransportCode {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'TIMEOUT' : 'BAD_REQUEST';
}

function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const code = clientFault(error);
  const body = JSON.stringify({ error: { identifier: code, params: {}, code, httpStatus: HTTP_STATUS[code] } });
  socket.end(
    `HTTP/1.1 ${HTTP_STATUS[code]} ${code}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function answerFault(reply: FastifyReply, fault: TRPCError): void {
  const { data } = describeError(fault);
  void reply.status(data.httpStatus).header('cache-control', 'no-store').send({ error: data });
}

/**
 * The Fastify adapter for Nest.
 * @param elsewhere whether calls are forwarded to other processes
 */
export function createAdapter(network: NetworkSettings, random: Random, elsewhere = false): FastifyAdapter {
  const hops = network.trustProxy;
  return new FastifyAdapter({
    // Hop 0 is the peer itself. Fastify's type accepts a number of hops only as a function.
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    requestIdHeader: false,
    genReqId: () => random.uuid(),
    clientErrorHandler: answerClientError,
    frameworkErrors: (error: Error, _request: FastifyRequest, reply: FastifyReply) =>
      answerFault(reply, faultOf(error)),
    forceCloseConnections: 'idle',
    ...(elsewhere ? { rewriteUrl: routeElsewhere } : {}),
    routerOptions: { maxParamLength: 512 },
  });
}

const notFound = (reply: FastifyReply): void => answerFault(reply, new TRPCError({ code: 'NOT_FOUND' }));

/**
 * Gives each request an id, measures it, and completes the last ones before the server closes. 499 means that the
 * client disconnected before the answer.
 */
function observe(fastify: FastifyInstance, metrics: Metrics): void {
  let underWay = 0;
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
      // A request of this process to itself has no connection that could break.
      const isWhole = reply.raw.writableFinished || !(request.raw.socket instanceof Socket);
      const status = isWhole ? reply.raw.statusCode : HTTP_STATUS.CLIENT_CLOSED_REQUEST;
      metrics.requested(request.method, request.routeOptions.url ?? 'none', status, reply.elapsedTime);
    });
    done();
  });
  fastify.addHook('preClose', (done) => {
    // Node may consider an idle connection busy, and wait for its client to close it.
    const timer = setInterval(() => underWay === 0 && fastify.server.closeAllConnections(), 25);
    fastify.server.once('close', () => clearInterval(timer));
    done();
  });
}

/** Body parsers for controllers; all other media types are refused. */
function parseBodies(fastify: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: BODY_LIMIT } as const;
  fastify.removeAllContentTypeParsers();
  // Parts of resumable uploads are streamed to their handler.
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
 * Configures the server around Nest's controllers, before `listen`: headers and cookies, forms, the typed-RPC endpoint
 * ahead of the body parsers, errors in one format, and the web app for everything else.
 */
export async function configureHttp(app: NestFastifyApplication, parts: HttpParts): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  observe(fastify, parts.metrics);
  await fastify.register(
    helmet,
    securityHeaders(
      parts.network.publicUrl?.startsWith('https:') ?? false,
      parts.development,
      parts.network.mediaOrigin,
      parts.widgetOrigins,
    ),
  );
  // After the security headers, which refusals carry too, and before everything else.
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
  const live = new Streams(parts.network);
  if (parts.calls !== undefined) mountTrpc(fastify, { ...parts, ...parts.calls, live });
  parts.calls?.mount?.(fastify, live);
  if (parts.elsewhere !== undefined) {
    // Loaded on demand: most processes answer their calls themselves.
    const { forwardApi } = await import('./forward/forward.js');
    forwardApi(fastify, parts.elsewhere, parts.network);
  }
  if (parts.web !== undefined) mountWeb(fastify, parts.web, notFound, parts.network.pagePrefixes);
  app.useGlobalFilters(new ApiExceptionFilter(parts.logger));
}
