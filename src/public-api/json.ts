import { TRPCError } from '@trpc/server';
import type { FastifyInstance } from 'fastify';

/** Reads JSON bodies. An empty one is absent; an invalid one is PARSE_ERROR. */
export function parseJson(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) => {
    try {
      parsed(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch (cause) {
      parsed(new TRPCError({ code: 'PARSE_ERROR', cause }));
    }
  });
}
