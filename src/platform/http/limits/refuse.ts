import { TRPCError } from '@trpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApi, pathOf } from '../forward/forwarded-paths.js';
import { describeError, errorBody } from '../trpc/trpc.js';
import { refusalPage } from './refusal-page.js';

/**
 * Refuses a request: in the error format of its endpoint, or with a page for a browser.
 * @param waitMs until the client may try again
 */
export function refuse(request: FastifyRequest, reply: FastifyReply, waitMs: number): void {
  const error = new TRPCError({ code: 'TOO_MANY_REQUESTS' });
  void reply
    .status(429)
    .header('retry-after', Math.max(1, Math.ceil(waitMs / 1_000)))
    .header('cache-control', 'no-store');
  const { url } = request;
  if (url.startsWith('/api/trpc/')) return void reply.send(errorBody(error));
  if (!isApi(pathOf(url)) && request.headers.accept?.includes('text/html') === true)
    return void reply.type('text/html; charset=utf-8').send(refusalPage(request.headers['accept-language']));
  return void reply.send({ error: describeError(error).data });
}
