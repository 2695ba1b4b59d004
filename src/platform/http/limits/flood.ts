import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Socket } from 'node:net';
import { FairSemaphore, QueueFull } from '../../concurrency/semaphore.js';
import { addressGroup } from '../security/address.js';
import type { SessionReader } from '../security/session-user.js';
import { freeLater } from './free-later.js';
import { refuse } from './refuse.js';
import { TokenBuckets } from './token-buckets.js';

/** How many requests are let in. */
export interface FloodSettings {
  /** Requests per second of one address, over time; six times as many at once. 0 for no limit. */
  readonly requestsPerAddress: number;
}

const BURST_SECONDS = 6;
/** Of an address that is refused, each session still has its own: a household or a school is not kept out by one machine in it. */
const SESSION_RULE = { perSecond: 10, burst: 100 } as const;
/** A built file takes a tenth of what a call takes, and a page brings dozens. */
const FILE_COST = 0.1;
/** How long a refusal is held back, so that whoever asks again at once asks once a second; and of how many at most. */
const HELD_BACK_MS = 1_000;
const MAX_HELD_BACK = 2_000;

/** Calls and pages that are worked on at once. What takes longer than a moment, as a stream or a large body, holds no place for longer. */
const CALL_PERMITS = { permits: 6, maxWaitingPerKey: 200, maxWaiting: 2_000 } as const;
const CALL_MS = 25;
/** Sign-ins that are worked on at once, each held until it is answered: a password takes a core for a moment. */
const SIGN_IN_PERMITS = { permits: 2, maxWaitingPerKey: 20, maxWaiting: 500 } as const;
const SIGN_IN_MS = 5_000;

const isFile = (url: string): boolean => url.startsWith('/_next/static/') || url.startsWith('/api/health');
const isSignIn = ({ method, url }: FastifyRequest): boolean => method === 'POST' && url.startsWith('/api/auth/');

/**
 * Stands before everything else (adr/0060): counts requests by address, then, of an address that has sent too many, by session; and has
 * those that are let in worked on a few at a time, fairly over addresses. What this process asks itself is let in.
 * @param sessions absent in a process that knows none
 */
export function limitFloods(fastify: FastifyInstance, { requestsPerAddress }: FloodSettings, sessions: SessionReader | undefined): void {
  if (requestsPerAddress === 0) return;
  const now = (): number => performance.now();
  const addresses = new TokenBuckets({ perSecond: requestsPerAddress, burst: requestsPerAddress * BURST_SECONDS }, now);
  const ofSessions = new TokenBuckets(SESSION_RULE, now);
  const calls = new FairSemaphore(CALL_PERMITS);
  const signIns = new FairSemaphore(SIGN_IN_PERMITS);
  let heldBack = 0;

  /** @returns whose the request is, or how long it has to wait */
  const admit = async (request: FastifyRequest, cost: number): Promise<string | number> => {
    const address = addressGroup(request.ip);
    const wait = addresses.take(address, cost);
    if (wait === 0) return address;
    // A store that is away says nothing of a session.
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

  const enter = async (semaphore: FairSemaphore, whose: string, request: FastifyRequest, reply: FastifyReply, forMs: number): Promise<FastifyReply | undefined> => {
    try {
      freeLater(reply, await semaphore.acquire(whose), forMs);
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
  // Once the body is here: a sender who is slow holds no place.
  fastify.addHook('preHandler', async (request, reply) => (
    isSignIn(request) && request.raw.socket instanceof Socket ? enter(signIns, addressGroup(request.ip), request, reply, SIGN_IN_MS) : undefined
  ));
}
