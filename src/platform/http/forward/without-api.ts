import { TRPCError } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import { HEALTH, isApi } from './forwarded-paths.js';
import { describeError } from '../trpc/trpc.js';

/**
 * For a process without the role `api`: no route below `/api` and `/v1` exists, except health checks. Call before
 * `listen`.
 */
export function serveNoApi(fastify: FastifyInstance): void {
  const { data } = describeError(new TRPCError({ code: 'NOT_FOUND' }));
  fastify.addHook('onRequest', (request, reply, done) => {
    const { url = '' } = request.routeOptions;
    if (!isApi(url) || HEALTH.includes(url)) return done();
    void reply.status(data.httpStatus).header('cache-control', 'no-store').send({ error: data });
  });
}
