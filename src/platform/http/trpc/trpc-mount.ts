import '@fastify/cookie';
import { TRPCError, type AnyTRPCRouter } from '@trpc/server';
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { productError } from '../../../kernel/errors.shared.js';
import type { PaidTier } from '../../../kernel/permissions.shared.js';
import { addressGroup } from '../security/address.js';
import { MAX_STREAMS_PER_USER, Streams, type StreamLimits } from '../limits/streams.js';
import type { Logs } from '../logs.js';
import { pluginNamed } from '../plugin-name.js';
import { isSameOrigin, isSecure, requestFacts, type NetworkSettings } from '../request.js';
import type { OperatorLog } from '../operator-log.js';
import type { SessionReader, TierReader, UserId } from '../security/session-user.js';
import { describeError, errorBody, formOf, toTrpcError, type Context, type SetsCookies } from './trpc.js';
import { cutUnreadBody } from '../unread-body.js';

const PREFIX = '/api/trpc/';

export const TRPC_LIMITS = {
  /** Calls in one batch. */
  batch: 50,
  /** Bytes of a body, of whatever kind, of calls that say nothing of forms. tRPC reads a body before it is known who sends it. */
  body: 1_048_576,
  /** Forms larger than that in progress at once: each is held in memory. Kinora's own pages send what is larger in parts, which go to the disk. */
  forms: 8,
  /** Of these, how many are one user's, and one address's: a slow sender must leave room for others. */
  formsOfOne: 2,
  formsOfAddress: 4,
  /** Subscriptions that one user (without a session: one address) has at once. */
  live: MAX_STREAMS_PER_USER,
} as const;

export interface TrpcMount {
  readonly router: AnyTRPCRouter;
  readonly sessions: SessionReader;
  /** Absent where no plan is known of. */
  readonly tiers?: TierReader;
  /** Absent where there are no operators. */
  readonly operators?: OperatorLog;
  readonly network: NetworkSettings;
  /** None are limited but by user where this is absent. */
  readonly streams?: StreamLimits;
  readonly logger: Logs;
  /** Of what this server was built; pages of the same sources say the same. Absent where it was not built but is run as it is now. */
  readonly build?: string | undefined;
}

/** By which a page says of what it was built. */
const BUILD_HEADER = 'page-build';

/** What is refused before anything of the body is read. */
function refusal(request: FastifyRequest, network: NetworkSettings, bytes: number): TRPCError | undefined {
  if (request.method !== 'GET' && request.method !== 'POST') return new TRPCError({ code: 'METHOD_NOT_SUPPORTED' });
  if (Number(request.headers['content-length'] ?? 0) > bytes) return new TRPCError({ code: 'PAYLOAD_TOO_LARGE' });
  if (request.method === 'POST' && !isSameOrigin(request, network)) return toTrpcError(productError('PERMISSION_ERROR'));
  return undefined;
}

/** Refusals are answered in the shape of a single call, and the connection is closed: what is left of the body goes unread. */
function refuse(reply: FastifyReply, error: TRPCError): void {
  const body = errorBody(error);
  void reply.status(body.error.data.httpStatus).header('connection', 'close').send(body);
}

interface FormSender {
  readonly user: UserId;
  readonly address: string;
}

/** The large forms in progress, by whose they are and where they come from. */
class Forms {
  private readonly senders: FormSender[] = [];

  /** Takes a place until the line is closed. @returns false when there is none left, or none for this user or address */
  take(reply: FastifyReply, sender: FormSender): boolean {
    const count = (key: keyof FormSender): number => this.senders.filter((one) => one[key] === sender[key]).length;
    const { forms, formsOfOne, formsOfAddress } = TRPC_LIMITS;
    if (this.senders.length >= forms || count('user') >= formsOfOne || count('address') >= formsOfAddress) return false;
    // A line that is closed already says so no more: its place would never come back.
    if (reply.raw.destroyed) return true;
    this.senders.push(sender);
    reply.raw.once('close', () => { this.senders.splice(this.senders.indexOf(sender), 1); });
    return true;
  }
}

/** @throws TRPCError TOO_MANY_REQUESTS above a limit, TRY_AGAIN when the server closes */
function begin(place: ReturnType<Streams['add']>): void {
  if (place === 'closing') throw toTrpcError(productError('TRY_AGAIN'));
  if (place === 'full') throw new TRPCError({ code: 'TOO_MANY_REQUESTS' });
}

/**
 * Serves the typed-RPC endpoint ahead of every body parser: tRPC reads the body itself, and so
 * knows JSON from form data and its own limits. When the server closes, live subscriptions are ended (clients reconnect) and
 * every other call is answered.
 */
export function mountTrpc(fastify: FastifyInstance, { router, sessions, tiers, operators, network, streams, logger, build }: TrpcMount): void {
  const live = new Streams(streams ?? { streamsPerAddress: 0, streamsPerProcess: 0 });
  const forms = new Forms();

  /**
   * Bytes that a request may carry: more than others for form data to the one call that takes it, from someone with a session,
   * while there is room for it in memory.
   */
  const allowance = async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<number | TRPCError> => {
    const form = request.method === 'POST' && request.headers['content-type']?.startsWith('multipart/form-data') === true ? formOf(router, path) : undefined;
    if (form === undefined || Number(request.headers['content-length'] ?? Infinity) <= TRPC_LIMITS.body) return TRPC_LIMITS.body;
    const user = await sessions.read(request);
    if (user === undefined) return toTrpcError(productError('NOT_SIGNED_IN'));
    return forms.take(reply, { user: user.id, address: addressGroup(request.ip) }) ? form.bytes : new TRPCError({ code: 'TOO_MANY_REQUESTS' });
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const path = new URL(request.url, 'http://localhost').pathname.slice(PREFIX.length);
    const bytes = await allowance(request, reply, path);
    if (typeof bytes !== 'number') return refuse(reply, bytes);
    const refused = refusal(request, network, bytes);
    if (refused !== undefined) return refuse(reply, refused);
    reply.hijack();
    // What was set on the reply (security headers, request id) goes with the answer that tRPC writes.
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
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
        if (info.type === 'subscription') begin(live.add(reply, { whose: user?.id ?? request.ip, address: addressGroup(request.ip) }));
        const set: SetsCookies['set'] = (name, value, options) => void reply.raw.appendHeader('set-cookie', fastify.serializeCookie(name, value, options));
        let pendingTier: Promise<PaidTier | undefined> | undefined;
        const tier = async (): Promise<PaidTier | undefined> => (user === undefined ? undefined : (pendingTier ??= tiers?.tierOf(user.id)));
        const page = request.headers[BUILD_HEADER];
        return { user, tier, operators, isOtherBuild: page !== undefined && build !== undefined && page !== build, request: requestFacts(request, network, info.connectionParams?.['user-language']), cookies: { secure: isSecure(request, network), sent: request.headers.cookie, set } };
      },
      responseMeta: ({ type, errors }) => {
        const headers = new Headers();
        if (type !== 'subscription') headers.set('cache-control', 'no-store');
        if (live.closing || errors.some((error) => error.code === 'PAYLOAD_TOO_LARGE')) headers.set('connection', 'close');
        const wait = Math.max(...errors.map((error) => Number(describeError(error).data.params['seconds'] ?? 0)));
        if (wait > 0) headers.set('retry-after', String(wait));
        return { headers };
      },
      onError: ({ error, path }) => {
        if (describeError(error).data.httpStatus >= 500) logger.error({ err: error.cause ?? error, path, requestId: request.id }, 'a call failed');
      },
    });
  };

  void fastify.register(pluginNamed('calls', (scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.all(`${PREFIX}*`, handle);
    done();
  }));
  fastify.addHook('preClose', (done) => {
    live.close();
    done();
  });
}
