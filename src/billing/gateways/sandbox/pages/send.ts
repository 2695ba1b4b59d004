import type { FastifyReply } from 'fastify';

/** Answers with a page that is no one else's and never the same. @param status 200 unless it is said */
export function sendPage(reply: FastifyReply, page: string, status = 200): void {
  void reply.status(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
}
