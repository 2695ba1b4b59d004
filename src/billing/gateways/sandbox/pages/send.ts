import type { FastifyReply } from 'fastify';

/**
 * Sends a private page that must not be cached.
 * @param status HTTP status, default 200
 */
export function sendPage(reply: FastifyReply, page: string, status = 200): void {
  void reply.status(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
}
