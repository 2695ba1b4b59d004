import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiScope } from '../kernel/api-scopes.shared.js';
import { productError } from '../kernel/errors.shared.js';
import { BodyPlaces, type BodyLimits } from '../platform/http/limits/body-places.js';
import { requestFacts, type NetworkSettings } from '../platform/http/request.js';
import { addressGroup } from '../platform/http/security/address.js';
import type { ApiCaller, ApiKeyReader } from '../platform/http/security/api-key.js';
import type { TierReader } from '../platform/http/security/session-user.js';
import { toTrpcError, type Context } from '../platform/http/trpc/trpc.js';
import type { RateLimit } from '../platform/rate-limit/port.js';

/** Requests of one key. */
export const API_RATE = { limit: 300, windowMs: 60_000 } as const;
/** Maximum bytes of a JSON body. */
export const JSON_LIMIT = 262_144;
/** Maximum bytes of the files sent in one request. */
export const FILE_LIMIT = 20 * 1_048_576;
/** Files are held in memory while they arrive: maximum at once, of one user, and of one address. */
const FILES: BodyLimits = { all: 6, ofUser: 2, ofAddress: 4 };
/** When to try again if there is no room for another file, seconds. */
const FILE_WAIT = 5;

export interface AdmissionParts {
  readonly keys: ApiKeyReader;
  readonly tiers: TierReader;
  readonly rateLimit: Pick<RateLimit, 'take'>;
  readonly network: NetworkSettings;
}

/** Who may make a request to the API. */
export interface Admission {
  /**
   * Identifies the caller and counts the request; its headers say what is left of the key's rate.
   * @throws TRPCError API_KEY_INVALID, API_SCOPE_MISSING {scope}, TOO_MANY_ATTEMPTS {seconds}
   */
  readonly admit: (request: FastifyRequest, reply: FastifyReply, scopes: readonly ApiScope[]) => Promise<void>;
  /**
   * Takes a place for an admitted request's file until the connection closes.
   * @throws TRPCError TOO_MANY_ATTEMPTS {seconds}
   */
  readonly admitFile: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Releases the place of a request whose file is no longer held in memory. */
  readonly releaseFile: (request: FastifyRequest) => void;
  /** The caller of an admitted request. */
  readonly callerOf: (request: FastifyRequest) => ApiCaller | undefined;
  readonly contextOf: (request: FastifyRequest, caller: ApiCaller | undefined) => Context;
}

/** One instance per process: it counts the files that arrive. */
export function createAdmission({ keys, tiers, rateLimit, network }: AdmissionParts): Admission {
  const callers = new WeakMap<FastifyRequest, ApiCaller>();
  const arriving = new BodyPlaces(FILES);
  const releases = new WeakMap<FastifyRequest, () => void>();
  return {
    admit: async (request, reply, scopes) => {
      const caller = await keys.read(request.headers.authorization);
      if (caller === undefined) throw toTrpcError(productError('API_KEY_INVALID'));
      const rate = await rateLimit.take(`api:${caller.keyId}`, API_RATE);
      const seconds = API_RATE.windowMs / 1_000;
      void reply.header('ratelimit-policy', `"key";q=${API_RATE.limit};w=${seconds}`);
      const wait = rate.allowed ? seconds : Math.ceil(rate.retryAfterMs / 1_000);
      void reply.header('ratelimit', `"key";r=${rate.allowed ? rate.remaining : 0};t=${wait}`);
      if (!rate.allowed) throw toTrpcError(productError('TOO_MANY_ATTEMPTS', { seconds: wait }));
      const missing = scopes.find((scope) => !caller.scopes.includes(scope));
      if (missing !== undefined) throw toTrpcError(productError('API_SCOPE_MISSING', { scope: missing }));
      callers.set(request, caller);
    },
    admitFile: (request, reply) => {
      const caller = callers.get(request);
      if (caller === undefined) return;
      const release = arriving.take(reply, { user: caller.user.id, address: addressGroup(request.ip) });
      if (release === undefined) throw toTrpcError(productError('TOO_MANY_ATTEMPTS', { seconds: FILE_WAIT }));
      releases.set(request, release);
    },
    releaseFile: (request) => releases.get(request)?.(),
    callerOf: (request) => callers.get(request),
    contextOf: (request, caller) => ({
      user: caller?.user,
      payer: caller?.payer,
      tier: async () => (caller === undefined ? undefined : tiers.tierOf(caller.user.id)),
      request: requestFacts(request, network),
    }),
  };
}
