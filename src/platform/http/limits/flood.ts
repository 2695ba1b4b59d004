import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Socket } from 'node:net';
import { FairSemaphore, QueueFull } from '../../concurrency/semaphore.js';
import { addressGroup } from '../security/address.js';
import type { SessionReader } from '../security/session-user.js';
import { freeLater } from './free-later.js';
import { refuse } from './refuse.js';
import { TokenBuckets } from './token-buckets.js';

/** Limits of requests. */
export interface FloodSettings {
  /** Sustained requests per second of one address; the burst is six times as many. 0 for no limit. */
  readonly requestsPerAddress: number;
}

const BURST_SECONDS = 6;
/**
 * When an address exceeds its limit, each session behind it still has its own, so that one machine does not lock out a
 * household or a school.
 */
const SESSION_RULE = { perSecond: 10, burst: 100 } as const;
/** A built file costs a tenth of a call, because a page loads dozens. */
const FILE_COST = 0.1;
/**
 * Refusals are delayed, so that a client that retries at once does so once per second; and the maximum number of
 * delayed ones.
 */
const HELD_BACK_MS = 1_000;
const MAX_HELD_BACK = 2_000;

/**
 * Calls and pages processed at once. Streams, large bodies and other slow requests release their permit after a moment.
 */
const CALL_PERMITS = { permits: 6, maxWaitingPerKey: 200, maxWaiting: 2_000 } as const;
const CALL_MS = 25;
/**
 * Sign-ins processed at once. Each holds its permit until answered, because hashing a password occupies a core for a
 * moment.
 */
const SIGN_IN_PERMITS = { permits: 2, maxWaitingPerKey: 20, maxWaiting: 500 } as const;
const SIGN_IN_MS = 5_000;

const isFile = (url: string): boolean => url.startsWith('/_next/static/') || url.startsWith('/api/health');
const isSignIn = ({ method, url }: FastifyRequest): boolean => method === 'POST' && url.startsWith('/api/auth/');

/**
 * Runs before everything else (adr/0060). Counts requests by address and, for an address over its limit, by session.
 * Admitted requests are processed a few at a time, fairly across addresses. Requests of this process to itself are
 * always admitted.
 * @param sessions absent in a process without sessions
 */
export function limitFloods(
  fastify: FastifyInstance,
  { requestsPerAddress }: FloodSettings,
  sessions: SessionReader | undefined,
): void {
  if (requestsPerAddress === 0) return;
  const now = (): number => performance.now();
  const addresses = new TokenBuckets({ perSecond: requestsPerAddress, burst: requestsPerAddress * BURST_SECONDS }, now);
  const ofSessions = new TokenBuckets(SESSION_RULE, now);
  const calls = new FairSemaphore(CALL_PERMITS);
  const signIns = new FairSemaphore(SIGN_IN_PERMITS);
  let heldBack = 0;

  /** @returns the fairness key of the request, or how long it has to wait */
  const admit = async (request: FastifyRequest, cost: number): Promise<string | number> => {
    const address = addressGroup(request.ip);
    const wait = addresses.take(address, cost);
    if (wait === 0) return address;
    // If the store is unavailable, the session is unknown.
    const session = await sessions?.read(request).catch(() => undefined);
    return session !== undefined && ofSessions.take(session.sid, cost) === 0 ? session.sid : wait;
  };

  const holdBack = async (request: FastifyRequest, reply: FastifyReply, waitMs: number): Promise<void> => {
    if (heldBack < MAX_HELD_BACK) {
      heldBack += 1;
      await new Promise((resolve) => setTimeout(resolve, HELD_BACK_MS));
      heldBack -= 1;
    } else void reply.header('connection', 'close');
    refuse(request, reply, waitMs);
  };

  const enter = async (
    semaphore: FairSemaphore,
    whose: string,
    request: FastifyRequest,
    reply: FastifyReply,
    forMs: number,
  ): Promise<FastifyReply | undefined> => {
    try {
      const release = await semaphore.acquire(whose);
      // The next request starts in the next turn of the event loop. Requests that wait for nothing would otherwise
      // follow each other in one turn, and everybody who waits for a store would wait for the whole queue at each step.
      freeLater(reply, () => void setImmediate(release), forMs);
      return undefined;
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      await holdBack(request, reply, HELD_BACK_MS);
      return reply;
    }
  };

  fastify.addHook('onRequest', async (request, reply) => {
    if (!(request.raw.socket instanceof Socket)) return undefined;
    const isLight = isFile(request.url);
    const admitted = await admit(request, isLight ? FILE_COST : 1);
    if (typeof admitted === 'string') return isLight ? undefined : enter(calls, admitted, request, reply, CALL_MS);
    await holdBack(request, reply, admitted);
    return reply;
  });
  // After the body has arrived, so that a slow sender holds no permit.
  fastify.addHook('preHandler', async (request, reply) =>
    isSignIn(request) && request.raw.socket instanceof Socket
      ? enter(signIns, addressGroup(request.ip), request, reply, SIGN_IN_MS)
      : undefined,
  );
}
