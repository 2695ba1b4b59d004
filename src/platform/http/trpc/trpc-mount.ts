import '@fastify/cookie';
import { TRPCError, type AnyTRPCRouter } from '@trpc/server';
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { productError } from '../../../kernel/errors.shared.js';
import type { PaidTier } from '../../../kernel/permissions.shared.js';
import { addressGroup } from '../security/address.js';
import { BodyPlaces } from '../limits/body-places.js';
import { MAX_STREAMS_PER_USER, Streams } from '../limits/streams.js';
import type { Logs } from '../logs.js';
import { pluginNamed } from '../plugin-name.js';
import { isSameOrigin, isSecure, requestFacts, type NetworkSettings } from '../request.js';
import type { OperatorLog } from '../operator-log.js';
import type { SessionReader, TierReader } from '../security/session-user.js';
import { describeError, errorBody, formOf, toTrpcError, type Context, type SetsCookies } from './trpc.js';
import { cutUnreadBody } from '../unread-body.js';

const PREFIX = '/api/trpc/';

export const TRPC_LIMITS = {
  /** Maximum calls in one batch. */
  batch: 50,
  /** Maximum bytes of a body for calls that take no forms. tRPC reads a body before the sender is known. */
  body: 1_048_576,
  /**
   * Maximum larger forms in progress at once: each is held in memory. Kinora's own pages send larger files in parts,
   * which are streamed to disk.
   */
  forms: 8,
  /** Of these, the maximum per user and per address, so that a slow sender leaves room for others. */
  formsOfOne: 2,
  formsOfAddress: 4,
  /** Maximum subscriptions per user; without a session, per address. */
  live: MAX_STREAMS_PER_USER,
} as const;

export interface TrpcMount {
  readonly router: AnyTRPCRouter;
  readonly sessions: SessionReader;
  /** Absent without billing. */
  readonly tiers?: TierReader;
  /** Absent without operators. */
  readonly operators?: OperatorLog;
  readonly network: NetworkSettings;
  /** The live streams of this process. If absent, subscriptions are limited per user only. */
  readonly live?: Streams;
  readonly logger: Logs;
  /** Fingerprint of the build; pages from the same sources send the same. Absent if it runs without a build. */
  readonly build?: string | undefined;
}

/** Header in which a page sends the fingerprint of its build. */
const BUILD_HEADER = 'page-build';

/** Refusals that need nothing of the body. */
function refusal(request: FastifyRequest, network: NetworkSettings, bytes: number): TRPCError | undefined {
  if (request.method !== 'GET' && request.method !== 'POST') return new TRPCError({ code: 'METHOD_NOT_SUPPORTED' });
  if (Number(request.headers['content-length'] ?? 0) > bytes) return new TRPCError({ code: 'PAYLOAD_TOO_LARGE' });
  if (request.method === 'POST' && !isSameOrigin(request, network))
    return toTrpcError(productError('PERMISSION_ERROR'));
  return undefined;
}

/** Refuses in the format of a single call and closes the connection, because the rest of the body is not read. */
function refuse(reply: FastifyReply, error: TRPCError): void {
  const body = errorBody(error);
  void reply.status(body.error.data.httpStatus).header('connection', 'close').send(body);
}

/** @throws TRPCError TOO_MANY_REQUESTS above a limit, TRY_AGAIN while the server shuts down */
function begin(place: ReturnType<Streams['add']>): void {
  if (place === 'closing') throw toTrpcError(productError('TRY_AGAIN'));
  if (place === 'full') throw new TRPCError({ code: 'TOO_MANY_REQUESTS' });
}

/**
 * Serves the typed-RPC endpoint ahead of every body parser, because tRPC reads the body itself, distinguishes JSON from
 * form data and has its own limits. On shutdown, live subscriptions are ended (clients reconnect) and all other calls
 * are answered.
 */
export function mountTrpc(
  fastify: FastifyInstance,
  { router, sessions, tiers, operators, network, live: all, logger, build }: TrpcMount,
): void {
  const live = all ?? new Streams({ streamsPerAddress: 0, streamsPerProcess: 0 });
  const forms = new BodyPlaces({
    all: TRPC_LIMITS.forms,
    ofUser: TRPC_LIMITS.formsOfOne,
    ofAddress: TRPC_LIMITS.formsOfAddress,
  });

  /**
   * Maximum body size of a request. It is larger for form data to a call that takes it, from a caller with a session,
   * while there is memory for it.
   */
  const allowance = async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<number | TRPCError> => {
    const form =
      request.method === 'POST' && request.headers['content-type']?.startsWith('multipart/form-data') === true
        ? formOf(router, path)
        : undefined;
    if (form === undefined || Number(request.headers['content-length'] ?? Infinity) <= TRPC_LIMITS.body)
      return TRPC_LIMITS.body;
    const user = await sessions.read(request);
    if (user === undefined) return toTrpcError(productError('NOT_SIGNED_IN'));
    return forms.take(reply, { user: user.id, address: addressGroup(request.ip) })
      ? form.bytes
      : new TRPCError({ code: 'TOO_MANY_REQUESTS' });
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const path = new URL(request.url, 'http://localhost').pathname.slice(PREFIX.length);
    const bytes = await allowance(request, reply, path);
    if (typeof bytes !== 'number') return refuse(reply, bytes);
    const refused = refusal(request, network, bytes);
    if (refused !== undefined) return refuse(reply, refused);
    reply.hijack();
    // tRPC writes the answer itself, so the reply's headers (security headers, request id) are copied.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    cutUnreadBody(request, reply);
    await nodeHTTPRequestHandler({
      router,
      req: request.raw,
      res: reply.raw,
      path,
      maxBodySize: bytes,
      maxBatchSize: TRPC_LIMITS.batch,
      createContext: async ({ info }): Promise<Context> => {
        const user = await sessions.read(request);
        if (info.type === 'subscription')
          begin(live.add(reply, { whose: user?.id ?? request.ip, address: addressGroup(request.ip) }));
        const set: SetsCookies['set'] = (name, value, options) =>
          void reply.raw.appendHeader('set-cookie', fastify.serializeCookie(name, value, options));
        let pendingTier: Promise<PaidTier | undefined> | undefined;
        const tier = async (): Promise<PaidTier | undefined> =>
          user === undefined ? undefined : (pendingTier ??= tiers?.tierOf(user.id));
        const page = request.headers[BUILD_HEADER];
        return {
          user,
          tier,
          operators,
          isOtherBuild: page !== undefined && build !== undefined && page !== build,
          request: requestFacts(request, network, info.connectionParams?.['user-language']),
          cookies: { secure: isSecure(request, network), sent: request.headers.cookie, set },
        };
      },
      responseMeta: ({ type, errors }) => {
        const headers = new Headers();
        if (type !== 'subscription') headers.set('cache-control', 'no-store');
        if (live.closing || errors.some((error) => error.code === 'PAYLOAD_TOO_LARGE'))
          headers.set('connection', 'close');
        const wait = Math.max(...errors.map((error) => Number(describeError(error).data.params['seconds'] ?? 0)));
        if (wait > 0) headers.set('retry-after', String(wait));
        return { headers };
      },
      onError: ({ error, path }) => {
        if (describeError(error).data.httpStatus >= 500)
          logger.error({ err: error.cause ?? error, path, requestId: request.id }, 'a call failed');
      },
    });
  };

  void fastify.register(
    pluginNamed('calls', (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
      scope.all(`${PREFIX}*`, handle);
      done();
    }),
  );
  fastify.addHook('preClose', (done) => {
    live.close();
    done();
  });
}
